import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { operands, type ShellCommand } from "../../thread/shell/shell-command.ts";
import { startedFile } from "../record/find-checks.ts";
import { samePath } from "../record/paths.ts";
import { taskCall } from "../record/runners/task-calls.ts";
import type { Scripts } from "../record/scripts.ts";

/** The one command that a rule names; undefined where it is no plain command. */
export function commandIn(text: string): ShellCommand | undefined {
  const [only, ...others] = parseCommandLine(text);
  return only && others.length === 0 && !only.unparsed && only.name !== "" ? only : undefined;
}

/** True when a call is the one that a rule names, whatever else it is given: `npm t -- --run` is `npm test`. */
export function isCallOf(call: ShellCommand, wanted: ShellCommand): boolean {
  const [task, other] = [taskCall(wanted), taskCall(call)];
  if (task && other) return task.source === other.source && task.names.every((name) => other.names.includes(name));
  const [file, started] = [startedFile(wanted), startedFile(call)];
  if (file !== undefined && started !== undefined && !samePath(file, started)) return false;
  if (file === undefined && call.name !== wanted.name) return false;
  return file !== undefined && started === undefined ? false : holdsWords(call, wanted);
}

/** The wanted operands first and in their order, the wanted flags anywhere. */
function holdsWords(call: ShellCommand, wanted: ShellCommand): boolean {
  const given = operands(call.args).map(({ text }) => text);
  const named = operands(wanted.args).map(({ text }) => text);
  const start = named.length > 0 ? given.indexOf(named[0] ?? "") : 0;
  if (start === -1 || !named.every((word, index) => isSameWord(given[start + index], word))) return false;
  const flags = new Set(call.args.flatMap(({ text }) => flagsIn(text)));
  return wanted.args.flatMap(({ text }) => flagsIn(text)).every((flag) => flags.has(flag));
}

function isSameWord(given: string | undefined, wanted: string): boolean {
  return given === wanted || (given?.includes("/") === true && wanted.includes("/") && samePath(given, wanted));
}

/** `-rf` is `-r -f`, and git's `-f` is `--force`. */
function flagsIn(word: string): readonly string[] {
  if (!word.startsWith("-") || word === "-" || word === "--") return [];
  if (word.startsWith("--")) return [SHORT.get(word) ?? word];
  return /^-[A-Za-z]{2,4}$/.test(word) ? Array.from(word.slice(1), (letter) => `-${letter}`) : [word];
}

const SHORT = new Map([
  ["--force", "-f"],
  ["--recursive", "-r"],
  ["--all", "-a"],
]);

const LONGEST_BODY = 2000;
const MOST_TASKS = 20;

/** Commands with all that they run in turn, as far as the thread has shown the project's tasks. */
export function withInner(
  commands: readonly ShellCommand[],
  scripts: Scripts,
  seen: Set<string> = new Set(),
): readonly ShellCommand[] {
  return commands.flatMap((command) => {
    const task = taskCall(command);
    const bodies = (task?.names ?? []).flatMap((name) => {
      const key = `${task?.source}:${name}`;
      const body = seen.has(key) || seen.size >= MOST_TASKS ? undefined : scripts.get(key);
      seen.add(key);
      return body === undefined || body.length > LONGEST_BODY ? [] : withInner(parseCommandLine(body), scripts, seen);
    });
    return [command, ...bodies];
  });
}
