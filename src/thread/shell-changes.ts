import type { Change } from "./action.ts";
import { joinPath } from "./shell/builtins.ts";
import { FILE_PROGRAMS } from "./shell/file-programs.ts";
import { formatterChanges, isFormatter } from "./shell/formatters.ts";
import { gitCall, gitChanges } from "./shell/git-changes.ts";
import { inlineCodeChanges } from "./shell/inline-code.ts";
import { parseCommandLine, rememberingLines } from "./shell/parse-command-line.ts";
import { powershellChanges } from "./shell/powershell-changes.ts";
import { type ShellCommand, type ShellRedirect, echoWords, pathsOf } from "./shell/shell-command.ts";

/** The files that a shell line changes. The line is only parsed when it holds a word that could change a file. */
export function shellChanges(line: string, directory?: string): readonly Change[] {
  return changesOfLine(line, directory);
}

const changesOfLine = rememberingLines((line, directory: string | undefined): readonly Change[] => {
  const written = powershellChanges(line, directory);
  return mayChangeFiles(line) ? [...commandChanges(parseCommandLine(line), directory), ...written] : written;
});

export function commandChanges(commands: readonly ShellCommand[], directory?: string): readonly Change[] {
  const perhaps = commands.some(setsTrap);
  return commands.flatMap((command, index) =>
    changesOf(command, commands[index - 1]).map((change) => placed(change, command, directory, perhaps)),
  );
}

/** True for `trap 'rm x' EXIT`: at its end the line may remove again what it made. */
function setsTrap({ name, args }: ShellCommand): boolean {
  return name === "trap" && args.length > 1 && !/^-?$/.test(args[0]?.text ?? "");
}

const NOT_ALWAYS: ReadonlySet<string> = new Set(["condition", "branch", "fallback", "loop"]);

/** True when this command may not have run although the line succeeded, because it does not run in all cases. */
function mayNotHaveRun({ join, mask, scopes }: ShellCommand): boolean {
  return scopes.some((scope) => NOT_ALWAYS.has(scope)) || mask?.kind === "or" || (join === "&&" && mask !== undefined);
}

export function isScratchPath(path: string): boolean {
  return /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)(?:\/|$)|^\$\{?TMPDIR\b/.test(path);
}

const BETWEEN_WORDS = /[\s;&|(/`'"{]/;
const CHANGING_GIT = /\bgit\b[^;&|]{0,200}\b(?:rm|mv|apply|am|revert|cherry-pick|reset|clean|stash|restore|checkout)\b/;
const CHANGING_CODE = /\b(?:write|open|append|unlink|remove|rm)\w*\(|file_put/;
const WRITING_REDIRECT = />(?!&\d|\s*\/dev\/(?:null|stdout|stderr)|\()/;

function mayChangeFiles(line: string): boolean {
  return WRITING_REDIRECT.test(line) || namesProgram(line) || CHANGING_GIT.test(line) || CHANGING_CODE.test(line);
}

function namesProgram(line: string): boolean {
  return line.split(BETWEEN_WORDS).some((word) => FILE_PROGRAMS.has(word) || isFormatter(word));
}

function changesOf(command: ShellCommand, previous: ShellCommand | undefined): readonly Change[] {
  const text = command.redirects.length > 0 ? (hereText(command) ?? printedText(command)) : undefined;
  const redirected = command.redirects.flatMap((redirect) => redirectChanges(redirect, text));
  return [...redirected, ...programChanges(command, previous)];
}

function programChanges(command: ShellCommand, previous: ShellCommand | undefined): readonly Change[] {
  if (command.name === "git") return gitChanges(command);
  const formatted = formatterChanges(command);
  if (formatted) return formatted;
  const changes = FILE_PROGRAMS.get(command.name)?.(command) ?? inlineCodeChanges(command);
  const text = command.name === "tee" ? (hereText(command) ?? (previous && pipedText(command, previous))) : undefined;
  return changes
    .filter((change) => change.path === undefined || !change.path.startsWith("/dev/"))
    .map((change) => (text === undefined ? change : Object.assign({ newText: text }, change)));
}

function redirectChanges(redirect: ShellRedirect, written: string | undefined): readonly Change[] {
  const { operator, target } = redirect;
  if (!target || !/^(?:>|>>|>\||&>|&>>|>&)$/.test(operator)) return [];
  if (operator === ">&" && /^(?:\d+|-)$/.test(target.text)) return [];
  const text = redirect.descriptor === 2 ? undefined : written;
  return pathsOf(target).flatMap((path): readonly Change[] => {
    if (path?.startsWith("/dev/")) return [];
    return [
      {
        type: operator.endsWith(">>") ? "edit" : "create",
        ...(path !== undefined && { path }),
        ...(text !== undefined && { newText: text }),
      },
    ];
  });
}

/** The here-document of `cat > file <<EOF`, if the file will hold exactly this text. */
function hereText(command: ShellCommand): string | undefined {
  if (command.name !== "cat" && command.name !== "tee" && command.name !== "") return undefined;
  if (command.name === "cat" && command.args.some((word) => word.text !== "-")) return undefined;
  const here = command.redirects.find((redirect) => redirect.body !== undefined);
  return here?.filledIn ? undefined : here?.body;
}

/** Undefined with a backslash: whether `\\n` becomes a new line depends on the flags and the shell. */
function printedText(command: ShellCommand): string | undefined {
  if (command.name !== "echo" || command.args.some((word) => word.dynamic || word.text.includes("\\")))
    return undefined;
  const { words, endsLine } = echoWords(command.args.map((word) => word.text));
  return `${words.join(" ")}${endsLine ? "\n" : ""}`;
}

function pipedText(command: ShellCommand, previous: ShellCommand): string | undefined {
  if (command.pipeline.index === 0 || previous.pipeline.index !== command.pipeline.index - 1) return undefined;
  return hereText(previous) ?? printedText(previous);
}

/** The change with its paths relative to the directory in which the line starts. */
function placed(change: Change, command: ShellCommand, directory: string | undefined, perhaps: boolean): Change {
  const git = command.name === "git" ? gitCall(command)?.directory : undefined;
  const line = command.cwd === undefined ? directory : joinPath(directory, command.cwd);
  const base = git === undefined ? line : joinPath(line, git);
  return {
    ...change,
    ...(change.path !== undefined && { path: joinPath(base, change.path) }),
    ...(change.from !== undefined && { from: joinPath(base, change.from) }),
    ...((perhaps || mayNotHaveRun(command)) && { perhaps: true }),
  };
}
