import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../thread/shell/shell-command.ts";
import type { Check } from "./check.ts";
import type { PlacedCheck } from "./check-result.ts";
import { checksOf, spelled } from "./checks.ts";
import { taskCall } from "./runners/task-calls.ts";
import type { Scripts } from "./scripts.ts";

export interface ExpandedLine {
  readonly commands: readonly ShellCommand[];
  readonly checks: readonly PlacedCheck[];
}

const MAX_DEPTH = 3;

/** Finds the checks of a line; a task whose body the thread has shown stands for the checks in its body. */
export function expandScripts(commands: readonly ShellCommand[], scripts: Scripts): ExpandedLine {
  const all: ShellCommand[] = [];
  const checks: PlacedCheck[] = [];
  for (const command of commands) {
    const inner = scripts.size === 0 ? [] : bodyChecks(command, scripts, 0);
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

/** The checks of a task's body, spelled and placed as the call on the line. */
function bodyChecks(call: ShellCommand, scripts: Scripts, depth: number): readonly BodyCheck[] {
  const task = depth < MAX_DEPTH ? taskCall(call) : undefined;
  if (!task) return [];
  return task.names.flatMap((name) => {
    const body = scripts.get(`${task.source}:${name}`);
    if (body === undefined || body.length > 2000) return [];
    return parseCommandLine(body).flatMap((command): readonly BodyCheck[] => {
      const nested = bodyChecks(command, scripts, depth + 1);
      const own = nested.length > 0 ? nested : checksOf(command).map((check) => ({ check, command }));
      return own
        .filter(({ check }) => check.kind !== "run" && check.kind !== "probe")
        .map(({ check, command: inner }) => ({
          check: asCalled(check, call, task.partial || task.args.length > 0),
          command: placedAs(inner, call),
        }));
    });
  });
}

/** What the agent typed stays the command; what it runs is the runner. Who wrote the summary is looked for, not believed. */
function asCalled(check: Check, call: ShellCommand, narrowed: boolean): Check {
  return {
    ...check,
    reads: "task",
    command: spelled(call),
    scope: narrowed ? "partial" : check.scope,
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
