import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Check } from "./check-run.ts";
import { checksOf, spelled } from "./find-checks.ts";
import { taskCall } from "./runners/task-calls.ts";
import type { Scripts } from "./scripts.ts";

export interface PlacedCheck {
  readonly check: Check;
  readonly index: number;
}

/** The checks of a line; a task whose body the thread has shown is known by the checks in its body. */
export function checksOfLine(
  commands: readonly ShellCommand[],
  scripts: Scripts,
  output = "",
): { readonly commands: readonly ShellCommand[]; readonly checks: readonly PlacedCheck[] } {
  const all: ShellCommand[] = [];
  const checks: PlacedCheck[] = [];
  for (const command of commands) {
    const inner = checksOfBody(command, scripts, output);
    for (const part of inner) {
      checks.push({ check: part.check, index: all.length });
      all.push(part.command);
    }
    if (inner.length > 0) continue;
    for (const check of checksOf(command)) checks.push({ check, index: all.length });
    all.push(command);
  }
  return { commands: all, checks: checks.slice(-MOST_CHECKS) };
}

/** Each is held against all others of its line. */
const MOST_CHECKS = 100;

interface BodyCheck {
  readonly check: Check;
  readonly command: ShellCommand;
}

/** The checks of a task's body, one of each kind, spelled and placed as the call on the line. */
function checksOfBody(call: ShellCommand, scripts: Scripts, output: string): readonly BodyCheck[] {
  const task = taskCall(call);
  if (!task) return [];
  const narrowed = task.partial || task.args.some(({ text }) => !text.startsWith("-"));
  const kinds = Map.groupBy(checksInBody(call, scripts, output, new Set()), ({ check }) => check.kind);
  return [...kinds.values()].flatMap((alike, index): readonly BodyCheck[] => {
    const [first] = alike;
    if (!first) return [];
    // Several of one kind: a failure of any is a failure, so the one that is hidden least stands for all.
    const plain = alike.find(({ command }) => !command.mask) ?? first;
    return [{ check: asCalled(plain.check, call, narrowed), command: placedAs(plain.command, call, index === 0) }];
  });
}

const LONGEST_BODY = 2000;
const MOST_TASKS = 20;

function checksInBody(call: ShellCommand, scripts: Scripts, output: string, seen: Set<string>): readonly BodyCheck[] {
  const task = taskCall(call);
  if (!task) return [];
  return task.names.flatMap((name) => {
    const key = `${task.source}:${name}`;
    const body = seen.has(key) ? undefined : (echoedBody(task.tool, name, output) ?? scripts.get(key));
    seen.add(key);
    if (body === undefined || body.length > LONGEST_BODY || seen.size > MOST_TASKS) return [];
    return parseCommandLine(body).flatMap((command): readonly BodyCheck[] => {
      const nested = checksInBody(command, scripts, "", seen);
      const placed = nested.map((part, at) => ({ ...part, command: placedAs(part.command, command, at === 0) }));
      return placed.length > 0 ? placed : checksOf(command).map((check) => ({ check, command }));
    });
  });
}

/** Bun, yarn and pnpm print `$ tsc --noEmit` before they run a script, and each of those that it calls in turn. */
function echoedBody(tool: string, name: string, output: string): string | undefined {
  if (!ECHOING.has(tool)) return undefined;
  const ends = output.length > 8000 ? `${output.slice(0, 4000)}\n${output.slice(-4000)}` : output;
  const printed = [...ends.matchAll(/^\$ (.+)$/gm)].map((line) => line[1] ?? "");
  const [first = "", ...rest] = printed;
  const called = parseCommandLine(first);
  const isComposed = rest.length === called.length && called.every(({ name: each }) => each === tool);
  if (rest.length > 0) return isComposed ? rest.join(" && ") : undefined;
  return first !== "" && first !== `${tool} run ${name}` ? first : undefined;
}

const ECHOING = new Set(["bun", "yarn", "pnpm"]);

/** What the agent typed stays the command; what it runs is the runner. */
function asCalled(check: Check, call: ShellCommand, narrowed: boolean): Check {
  return {
    ...check,
    command: spelled(call),
    scope: narrowed ? "part" : "whole",
    targets: narrowed ? check.targets : [],
    cwd: call.cwd,
  };
}

/** What a body runs, in the place of the call: only its first command takes over how the call is joined. */
function placedAs(inner: ShellCommand, call: ShellCommand, isFirst: boolean): ShellCommand {
  const { mask, ...place } = call;
  const hidden = inner.mask ?? mask;
  return {
    ...place,
    name: inner.name,
    rawName: inner.rawName,
    args: inner.args,
    join: isFirst ? call.join : inner.join,
    negated: inner.negated || call.negated,
    ...(hidden && { mask: hidden }),
  };
}
