import { NameList } from "../../name-list.ts";
import type { Change } from "../../thread/action.ts";
import { hasWord } from "../../thread/shell/file-programs.ts";
import { formatterChanges } from "../../thread/shell/formatters.ts";
import { inlineCode, namesAllItWrites } from "../../thread/shell/inline-code.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { operands } from "../../thread/shell/operands.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { rememberingLines } from "../../thread/shell/remembering-lines.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { commandChanges } from "../../thread/shell-changes.ts";
import type { Step } from "../../thread/thread.ts";
import { fieldsOf, textField } from "../../thread/tool-input.ts";
import { baseName } from "../changes/paths.ts";
import { spelled } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import { taskCall } from "../runners/task-calls.ts";
import { gitSub } from "./git-looks.ts";
import { leavesFiles } from "./leaves-files.ts";
import { expression } from "../../patterns/expression.ts";
import { talks } from "./unknown-tools.ts";

/** Whether files were written whose names the record does not hold: any at all, and files of code or tests. */
export interface UnseenWrites {
  readonly files: boolean;
  readonly source: boolean;
}

/** Build results do not count, and neither do packages with the files that list them. */
export function unseenWrites(steps: readonly Step[]): UnseenWrites {
  const hidden = steps.filter((step) => !writesAreKnown(step));
  const own = hidden.length === 0 ? NONE : builtPrograms(steps);
  return { files: hidden.length > 0, source: hidden.some((step) => !runsOwnProgram(step, own)) };
}

const NONE: ReadonlySet<string> = new Set();

/** True when the record names every file of the project that this step wrote. */
export function writesAreKnown({ action, tool, input, result }: Step): boolean {
  if (result?.status === "rejected") return true;
  if (action.kind === "subagent") return isScout(input);
  if (action.kind === "other") return talks(tool) && !/apply|file/i.test(tool);
  if (action.kind !== "execute") return action.changes.every(({ path }) => path !== undefined);
  return action.command !== undefined && isKnownLine(action.command);
}

const isKnownLine = rememberingLines((line) => parseCommandLine(line).every(isKnown));

/** Names of built programs (`go build -o /tmp/shop`): a later run of such a name runs the project's own program. */
function builtPrograms(steps: readonly Step[]): ReadonlySet<string> {
  const commands = steps.flatMap(({ action }) => parseCommandLine(action.command ?? ""));
  const built = commands.flatMap(({ name, args }) =>
    COMPILERS.has(name) ? args.filter((_, index) => args[index - 1]?.text === "-o").map(({ text }) => text) : [],
  );
  return new Set(built);
}

const COMPILERS = new NameList("go cc gcc g++ clang clang++ rustc cargo tsc javac swift swiftc dotnet zig");

/** True when the step runs only the project's own compiled program, and that is not one that generates source. */
function runsOwnProgram({ action: { command } }: Step, own: ReadonlySet<string>): boolean {
  return (
    command !== undefined &&
    parseCommandLine(command).every((each) => {
      if (isKnown(each)) return true;
      const line = spelled(each);
      return !MAKES_SOURCE.test(line) && (own.has(each.rawName) || OWN_PROGRAM.test(line) || isBuildInto(each, own));
    })
  );
}

function isBuildInto({ name, args }: ShellCommand, own: ReadonlySet<string>): boolean {
  return COMPILERS.has(name) && args.some(({ text }) => own.has(text));
}

const OWN_PROGRAM = /^(?:go run (?:-\S+ )*[./]{0,3}[\w/-]+(?: |$)|(?:cargo|dotnet|swift) run\b)/;
const MAKES_SOURCE =
  /(?:^| |\/)(?:tools?|scripts?|hack|build)\/|gen|scaffold|codemod|rewrit|template|migrat|bootstrap|mock|stub|fixture|snapshot|xtask/i;

/** True when the step told a tool to mend what a linter finds, in whatever files that is. */
export function mendsFiles({ action: { command = "" } }: Step): boolean {
  return (
    /fix|gofmt|goimports|isort|autoflake|pyupgrade/.test(command) &&
    parseCommandLine(command).some((each) => MENDS.test(spelled(each)))
  );
}

const MENDS =
  /^gofmt .*-r |^(?:goimports|isort|autoflake|pyupgrade)\b|\s--?(?:fix|unsafe-fixes)|^\S+ (?:run )?\S*fix\b/;

/** True when the step runs the project's script to format or lint, or its commit hooks: they may write, or may not. */
export function mayTidyFiles({ action: { command = "" } }: Step): boolean {
  return parseCommandLine(command).some((each) => {
    if (HOOK_RUNNERS.has(each.name)) return true;
    return (
      taskCall(each) !== undefined && checksOf(each).some(({ supports }) => supports.some((kind) => TIDYING.test(kind)))
    );
  });
}

const HOOK_RUNNERS = new NameList("lint-staged pre-commit prek lefthook husky");
const TIDYING = /^(?:format|lint)$/;

/** True for a subagent of the host that has no tool to write with. */
export function isScout(input: unknown): boolean {
  return /^(?:explore|plan)$/i.test(textField(fieldsOf(input), ["subagent_type", "agent_type"]) ?? "");
}

function isKnown(command: ShellCommand): boolean {
  if (command.unparsed) return false;
  if (formatterChanges(command)) return true;
  const changes = commandChanges([command]);
  if (changes.some(({ path }) => path === undefined || /[*?[{$]/.test(path))) return false;
  if (inlineCode(command) !== undefined) return namesAllItWrites(command);
  if (command.name === "perl") return false;
  if (command.name === "sed" && SED_WRITES.test(spelled(command))) return false;
  if (leavesFiles(command)) return !mayRecord(command) && !mayGenerate(command);
  if (command.name === "git") return startsBranch(command) || (changes.length > 0 && putsFilesBack(command, changes));
  if (command.name === "" || command.name === "rm") return true;
  if (FILE_PROGRAMS.has(command.name)) return areFiles(changes) && !takesFolders(command);
  if (command.name === "awk") return !/>|\bsystem\(/.test(spelled(command));
  return LEAVING.has(command.name) || LEAVING_CALL.test(spelled(command));
}

/** True when the command goes through whole folders: `cp -r`. */
export function takesFolders(command: ShellCommand): boolean {
  return hasWord(command, /^-\w*[rRa]|^--(?:recursive|archive)$/);
}

/** True when all names are of files: one without an ending may be a folder. With no name the program only prints. */
function areFiles(changes: readonly Change[]): boolean {
  return changes.every(({ path = "" }) => /[^/]\.\w+$/.test(baseName(path)));
}

/** True when the command starts a new branch from the current commit, which changes no file. */
function startsBranch(command: ShellCommand): boolean {
  const { sub = "", args = [] } = gitCall(command) ?? {};
  const named = args.some(({ text }) => /^-[bcC]$/.test(text));
  return /^(?:checkout|switch)$/.test(sub) && named && operands(args).length === 1;
}

function putsFilesBack(command: ShellCommand, changes: readonly Change[]): boolean {
  return /^(?:checkout|restore|rm|mv)$/.test(gitSub(command) ?? "") && areFiles(changes);
}

/** `sed -n 'w copy.txt'` */
const SED_WRITES = /(?:^|[\s;'"/\dg])w [\w./]/;
const FILE_PROGRAMS = new NameList("sed gsed mv cp tee");
const LEAVING = new NameList("[[ : chmod env exit kill lsof pgrep pkill set seq time uname whoami");
const LEAVING_CALL = expression()`
  ^(?:
    curl(?!.*(?: -\w*[OJ]| --remote))
    |gh (?:
      api|issue
      |pr (?:view|list|diff|checks|create|comment|edit|review|status|ready|close)
      |run (?:list|view|watch)|repo view
    )(?: |$)
    |(?:npm|pnpm|yarn|bun|pip3?|composer|bundle) (?:ci|i|install|add|remove|uninstall|outdated|ls|list|audit|why)
    (?: |$)
    |node (?:--check|-c)(?: |$)
    |go (?:get|mod|env|list|doc|version)(?: |$)|cargo (?:add|fetch|tree|update)(?: |$)
    |mise (?:install|trust|ls)(?: |$)|docker (?:ps|logs|images|inspect)(?: |$)
  )
`;

/** True for a run of the tests that writes down what is expected. */
function mayRecord(command: ShellCommand): boolean {
  return RECORDS.test(` ${spelled(command)} `);
}

const RECORDS = /\s(?:-u|--?\S*(?:update|snapshot-)\S*|--accept|--bless|--approve|--?record\S*)(?=\s|$)/;

/** True for a build that the project puts together itself. Compilers leave the source as it is. */
function mayGenerate(command: ShellCommand): boolean {
  return !COMPILERS.has(command.name) && checksOf(command).some(({ kind }) => kind === "build");
}
