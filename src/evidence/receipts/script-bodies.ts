import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Check } from "./check.ts";
import { spelled } from "./check.ts";
import { checksOf } from "./checks.ts";
import type { PlacedCheck } from "./line-summary.ts";
import { taskCall } from "../runners/task-calls.ts";
import type { Scripts } from "./scripts.ts";

export interface ExpandedLine {
  readonly commands: readonly ShellCommand[];
  readonly checks: readonly PlacedCheck[];
}

const MAX_BODY = 2000;
const MAX_TASKS = 20;

/** Finds the checks of a line; a task whose body the thread has shown stands for the checks in its body. */
export function expandScripts(commands: readonly ShellCommand[], scripts: Scripts, output = ""): ExpandedLine {
  const all: ShellCommand[] = [];
  const checks: PlacedCheck[] = [];
  for (const command of commands) {
    const inner = bodyChecks(command, scripts, output);
    if (inner.length > 0) {
      for (const part of inner) {
        checks.push({ check: part.check, index: all.length });
        all.push(part.command);
      }
      continue;
    }
    for (const check of checksOf(command)) checks.push({ check, index: all.length });
    all.push(command);
  }
  return { commands: all, checks };
}

interface BodyCheck {
  readonly check: Check;
  readonly command: ShellCommand;
}

/** The checks of a task's body, one of each kind, spelled and placed as the call on the line. */
function bodyChecks(call: ShellCommand, scripts: Scripts, output: string): readonly BodyCheck[] {
  const task = taskCall(call);
  if (!task) return [];
  const found = checksInBody(call, scripts, output, new Set());
  const kinds = Map.groupBy(found, ({ check }) => check.kind);
  return [...kinds.values()].flatMap((alike): readonly BodyCheck[] => {
    const [first] = alike;
    if (!first) return [];
    // Several of one kind: a failure of any is a failure, so the one that is hidden least stands for all.
    const plain = alike.find(({ command }) => !command.mask) ?? first;
    const narrowed = task.partial || task.args.some((word) => !word.text.startsWith("-"));
    return [{ check: asCalled(plain.check, call, narrowed), command: placedAs(plain.command, call) }];
  });
}

function checksInBody(call: ShellCommand, scripts: Scripts, output: string, seen: Set<string>): readonly BodyCheck[] {
  const task = taskCall(call);
  if (!task) return [];
  return task.names.flatMap((name) => {
    const key = `${task.source}:${name}`;
    const body = seen.has(key) ? undefined : (echoedBody(task.tool, name, output) ?? scripts.get(key));
    seen.add(key);
    if (body === undefined || body.length > MAX_BODY || seen.size > MAX_TASKS) return [];
    return parseCommandLine(body).flatMap((command): readonly BodyCheck[] => {
      const nested = checksInBody(command, scripts, "", seen);
      const own = nested.length > 0 ? nested : checksOf(command).map((check) => ({ check, command }));
      return own.filter(({ check }) => check.kind !== "run" && check.kind !== "probe");
    });
  });
}

/** Bun and yarn print `$ tsc --noEmit` before they run a script of that name. */
function echoedBody(tool: string, name: string, output: string): string | undefined {
  if (tool !== "bun" && tool !== "yarn") return undefined;
  const bodies = [...output.slice(0, 4000).matchAll(/^\$ (.+)$/gm)].map((line) => line[1] ?? "");
  return bodies.length === 1 && bodies[0] !== `${tool} run ${name}` ? bodies[0] : undefined;
}

/** What the agent typed stays the command; what it runs is the runner. Any reader of the kind may find the summary. */
function asCalled(check: Check, call: ShellCommand, narrowed: boolean): Check {
  return {
    ...check,
    reads: "task",
    command: spelled(call),
    scope: narrowed ? "partial" : "whole",
    targets: narrowed ? check.targets : [],
    ...(call.cwd !== undefined && { cwd: call.cwd }),
  };
}

function placedAs(inner: ShellCommand, call: ShellCommand): ShellCommand {
  const { mask, ...place } = call;
  const hidden = inner.mask ?? mask;
  return {
    ...place,
    name: inner.name,
    rawName: inner.rawName,
    args: inner.args,
    negated: inner.negated || call.negated,
    ...(hidden && { mask: hidden }),
  };
}
