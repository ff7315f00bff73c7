import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { formatterChanges } from "../../thread/shell/formatters.ts";
import { inlineCode } from "../../thread/shell/inline-code.ts";
import type { ShellCommand, ShellWord } from "../../thread/shell/shell-command.ts";
import { commandChanges, isScratchPath } from "../../thread/shell-changes.ts";
import type { Step } from "../../thread/thread.ts";
import { spelled } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import type { Facts } from "../facts.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";
import { takesFolders } from "./known-writes.ts";
import { typedTexts } from "./typed-texts.ts";
import { commandWords } from "./unknown-commands.ts";
import { inputTexts, talks } from "./unknown-tools.ts";
import { ranOwnScript } from "./unseen-runs.ts";
import { baseName, placedPath } from "../changes/paths.ts";
import { taskCall } from "../runners/task-calls.ts";
import { namesOtherWork } from "../runners/task-names.ts";
import { expression } from "../../patterns/expression.ts";
import { rememberingEach } from "../remembering.ts";

/**
 * True when a program ran that may have written files the record does not name: a generator, a copy of a folder, a
 * script. Remembered, because it is asked for every requested or claimed file, with the same answer.
 */
export const ranGenerator = rememberingEach(({ steps }: Facts) =>
  steps.some((step) => {
    const { action, tool, result } = step;
    // A program that texts are typed into runs on, so the step need not be done.
    if (typedTexts(step).some((text) => parseCommandLine(text).some(mayWriteUnseen))) return true;
    if (result?.status !== "done") return false;
    if (action.kind === "other") return WRITING_TOOL.test(tool) && !talks(tool);
    if (action.kind !== "execute" || action.command === undefined) return false;
    return (
      action.changes.some((change) => change.path === undefined) ||
      parseCommandLine(action.command).some(mayWriteUnseen)
    );
  }),
);

/** The confidence when the record does not show how a file stands now: what an earlier step did is only a lead. */
export const WRITTEN_UNSEEN = 0.5;

/** True when, after a step, something whose writes the record does not show may have changed this file. */
export function mayHaveBeenWrittenAfter(facts: Facts, path: string, after: number): boolean {
  return (
    facts.steps.some((step) => step.number > after && step.result?.status !== "rejected" && mayWrite(step, path)) ||
    ranOwnScript(facts, after) ||
    ranScriptAbout(facts, path, after)
  );
}

/** True when a later formatter or linter went over all files or this file's folder: it may have done the same edit. */
export function mayHaveBeenMendedAfter({ steps, thread }: Facts, path: string, after: number): boolean {
  const covers = ({ text, dynamic }: ShellWord): boolean => {
    const folder = placedPath(text.replace(/(?:\/?\*|\/\.{3}$).*/, "") || ".", thread.cwd).replace(/\/$/, "");
    return dynamic || folder === "." || `/${path}`.includes(`/${folder}/`);
  };
  return steps.some(
    ({ number, action, result }) =>
      number > after &&
      result?.status === "done" &&
      parseCommandLine(action.command ?? "").some((command) => {
        const targets = mendedBy(command)?.filter(({ text }) => !/^-|^(?:check|fix|fmt|format|lint|run)$/.test(text));
        return targets?.length === 0 || targets?.some(covers);
      }),
  );
}

/** The words of a command that mends what it finds. */
function mendedBy(command: ShellCommand): readonly ShellWord[] | undefined {
  const task = taskCall(command);
  if (task) return task.args.some(({ text }) => text === "--fix") ? task.args : undefined;
  return formatterChanges(command) && command.args;
}

/** True when a script ran that this turn wrote and that names the file. */
function ranScriptAbout({ changes, steps }: Facts, path: string, after: number): boolean {
  const name = baseName(path);
  const scripts = changes.filter((change) => baseName(change.path) !== name && change.newText?.includes(name) === true);
  return steps.some(
    ({ number, action: { command } }) =>
      number > after && command !== undefined && scripts.some((script) => command.includes(baseName(script.path))),
  );
}

function mayWrite(step: Step, path: string): boolean {
  const { action, tool, input, result } = step;
  if (action.kind === "subagent") return true;
  if (action.kind === "other" && talks(tool)) return false;
  if (action.kind === "other")
    return WRITING_TOOL.test(tool) || inputTexts(input).some((text) => text.includes(baseName(path)));
  if (action.kind !== "execute" || result?.status === "error") return false;
  if (action.command === undefined) return typedTexts(step).length > 0;
  return parseCommandLine(action.command).some(mayRewrite);
}

/** Names of third-party tools that write files, or start something that may write files. */
const WRITING_TOOL = expression("i")`
  write|edit|replace|insert|update|create|apply|patch|fix|refactor|rename|generate|save|push|migrat|scaffold|skill
  |exec|run|process|terminal|command|bash|shell|send|wait|agent|render|draw|export|shot|download|convert|plot
  |diagram|chart|record|capture
`;

/** True for codemods, generators and scripts. The project's own program and its checks leave the source as it is. */
function mayRewrite(command: ShellCommand): boolean {
  if (command.unparsed || runsImage(command)) return true;
  if (formatterChanges(command)) return false;
  const changes = commandChanges([command]);
  if (changes.some(({ path }) => path === undefined || /[*?[{]/.test(path))) return true;
  if (changes.length > 0) return takesFolders(command);
  if (command.name === "git") return command.args.some((word) => BRINGS_FILES.has(word.text));
  const code = inlineCode(command);
  if (code !== undefined) return WRITING_CODE.test(code);
  const task = taskCall(command);
  const checks = checksOf(command);
  if (task) return checks.length === 0 && !task.names.some((name) => STARTS.test(name));
  if (checks.length > 0) return checks.some((check) => check.kind === "run") && isScriptForWork(command);
  return command.name !== "" && !LOOKING.has(command.name.toLowerCase());
}

/** Calls that write files. Asked only of code in which no file names were found. */
const WRITING_CODE = /\b(?:write\w*|rename\w*|copy\w*)\(|\bopen\(/;
const BRINGS_FILES = new Set(["merge", "pull", "rebase"]);
/** Commands of git that bring new files under names of their own. */
const FETCHES_FILES = new Set(["clone", "submodule", "subtree", "am", "worktree"]);
/** `npm create vite`, `gh repo clone`, `wget -r`: programs that otherwise only look, told to bring a whole folder. */
const BRINGS_FOLDER =
  /^(?:(?:npm|pnpm|yarn) (?:-\S+ )*(?:create|init|innit|exec|dlx|x)|gh repo (?:clone|create|fork)|wget\b.* (?:-\w*[rm]|--recursive|--mirror))(?: |$)/;
const STARTS = /^(?:start|dev|serve|preview|watch|install|ci)\b/;

function isScriptForWork(command: ShellCommand): boolean {
  return commandWords(command).some(
    (word) =>
      isScratchPath(word) ||
      /(?:^|\/)(?:scripts?|tools?|hack|codemods?)\/[^/]+$/.test(word) ||
      (/\.\w+$/.test(word) && namesOtherWork(baseName(word))),
  );
}

function mayWriteUnseen(command: ShellCommand): boolean {
  if (command.unparsed || runsImage(command)) return true;
  const task = taskCall(command);
  if (task) return checksOf(command).every((check) => check.kind === "run" || check.kind === "build");
  if (command.name === "git") return command.args.some((word) => FETCHES_FILES.has(word.text));
  if (command.name === "" || LOOKING.has(command.name.toLowerCase())) return BRINGS_FOLDER.test(spelled(command));
  const checks = checksOf(command);
  return checks.length === 0 || checks.some((check) => check.kind === "run" || check.kind === "build");
}

/** True for an image that is given a folder and may write there: `docker run -v $PWD:/w generator`. */
function runsImage({ name, args }: ShellCommand): boolean {
  if (name !== "docker" && name !== "podman") return false;
  return args.some(({ text }) => text === "run") && args.some(({ text }) => /^(?:-v|--volume|--mount)/.test(text));
}

/** Programs that write nothing, or only what their own words name. */
const LOOKING = lookingPrograms(
  "fgrep ag fd yq df rmdir ln chown false readlink pkill lsof tee env source . set curl wget ping psql sqlite3 " +
    "redis-cli docker kubectl open xargs seq time clear uname whoami npm pnpm yarn pip pip3 apt apt-get brew",
);
