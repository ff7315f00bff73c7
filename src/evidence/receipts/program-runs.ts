import { NameList } from "../../name-list.ts";
import { inlineCode, isInterpreter } from "../../thread/shell/inline-code.ts";
import { operands } from "../../thread/shell/operands.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { isScratchPath } from "../../thread/shell-changes.ts";
import { type Check, namedTask, spelled } from "./check.ts";
import { roleOf } from "../changes/paths.ts";
import type { CheckKind } from "./receipt.ts";
import { kindOfName } from "../runners/task-names.ts";

/** A program or script that is started by its path: a check when its name says so (`./scripts/test.sh`), a run otherwise. */
export function programRun(command: ShellCommand): Check | undefined {
  const inline = testsInline(command);
  if (inline) return inline;
  const file = startedFile(command);
  if (file === undefined) return inlineCode(command) === undefined ? undefined : run(command, `${command.name} -c`);
  if (/^\/(?:usr|bin|opt|etc|nix)\//.test(file) && !file.includes(".")) return undefined;
  const base = file.slice(file.lastIndexOf("/") + 1);
  const [stem = "", ...extensions] = base.split(".");
  const named = namesACheck(command, file, stem, extensions) ? kindOfName(base.replace(/\.\w+$/, "")) : undefined;
  if (!named || named.kind === "run") {
    if (isTestFile(file)) return check(command, "test", base, [file]);
    return file.startsWith("bin/") && extensions.length === 0 ? undefined : run(command, base);
  }
  const all = GENERIC_NAME.test(base);
  return check(command, named.kind, base, all ? [] : [file], [...named.also, ...askedFor(command, file)]);
}

/** `Rscript -e 'devtools::test()'`, `julia -e 'using Pkg; Pkg.test()'`, `nvim --headless -c 'PlenaryBustedDirectory tests'`. */
function testsInline(command: ShellCommand): Check | undefined {
  if (!/^(?:R|Rscript|julia|nvim)$/.test(command.name)) return undefined;
  const code = command.args.find((word) => RUNS_TESTS.test(word.text))?.text;
  if (code === undefined) return undefined;
  const found = check(command, "test", command.name, /\bfilter\s*=|test_file/.test(code) ? [code] : []);
  return command.name.startsWith("R") ? { ...found, reads: "testthat" } : found;
}

const RUNS_TESTS =
  /\b(?:devtools::(?:test|check)|rcmdcheck|test_(?:all|check|dir|file|local|package)|Pkg\.test)\s*\(|\bPlenaryBusted|\bplenary\.test_harness\b|\bMiniTest\.run/;

/** What a script is told to do: `./build.sh Test`, `build.ps1 -Target Test`, `./build.sh --test`. */
function askedFor(command: ShellCommand, file: string): readonly CheckKind[] {
  return command.args
    .map((word) => word.text.replace(/^-{1,2}(?:target=)?/i, ""))
    .filter((text) => text !== file && /^[a-z][\w:-]*$/i.test(text) && !/^(?:no|skip|without)[-_A-Z]/.test(text))
    .flatMap((text) => kindOfName(text) ?? [])
    .flatMap(({ kind, also }) => (kind === "run" ? also : [kind, ...also]));
}

/** Names that stand for all of a project's checks; any other name is one of them. */
const GENERIC_NAME =
  /^(?:run[-_]?)?(?:all[-_]?)?(?:tests?|lint|build|checks?|verify|validate|qa|format|ci)(?:[-_]?all)?(?:\.\w+)?$/i;

/** True for a script that lies among the tests. */
function isTestFile(file: string): boolean {
  return roleOf(file) === "test" && !/(?:fixtures?|helpers?|support|data|mocks?|utils?)\//i.test(file);
}

/** The file an interpreter is given, or the program itself where it is called by a path. */
export function startedFile(command: ShellCommand): string | undefined {
  if (isInterpreter(command.name) || SCRIPT_SHELLS.has(command.name)) {
    const [first, second] = operands(command.args, VALUED);
    const script = first?.text === "run" ? second : first;
    return script && !script.dynamic && /[./]/.test(script.text) && inlineCode(command) === undefined
      ? script.text
      : undefined;
  }
  return /^(?:\.{0,2}\/|[\w.-]+\/)/.test(command.rawName) && !/^\/(?:usr\/)?(?:s?bin|opt)\//.test(command.rawName)
    ? command.rawName
    : undefined;
}

const SCRIPT_SHELLS = new NameList("bash sh zsh pwsh ts-node npx swift Rscript julia lua elixir perl");
const VALUED = new NameList(
  "-r --require --import --loader -W -X -I -m --tsconfig --env-file -O --experimental-loader",
);

/**
 * True when the file's name can tell what it checks. A program without an extension counts only when it is called alone
 * or has a plain name: `build/parser_test` runs tests, `/tmp/tool-test reset` is a tool.
 */
function namesACheck(command: ShellCommand, file: string, stem: string, extensions: readonly string[]): boolean {
  if (isScratchPath(file)) return false;
  if (extensions.length > 0) return true;
  return operands(command.args).length === 0 || /^(?:run-?)?tests?$|^(?:lint|build|check)$/.test(stem);
}

function run(command: ShellCommand, runner: string): Check {
  return check(command, "run", runner, []);
}

function check(
  command: ShellCommand,
  kind: CheckKind,
  runner: string,
  targets: readonly string[],
  also: readonly CheckKind[] = [],
): Check {
  const supports = [...new Set([kind, ...also])];
  const scope = targets.length > 0 ? "partial" : "whole";
  return namedTask(command, { kind, supports, runner, scope, targets, command: spelled(command).slice(0, 500) });
}
