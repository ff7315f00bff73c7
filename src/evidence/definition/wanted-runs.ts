import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step, Turn } from "../../thread/thread.ts";
import type { Check, CheckKind, CheckRun } from "../record/check-run.ts";
import { familyOf } from "../record/covers.ts";
import { checksOf, spelled } from "../record/find-checks.ts";
import { howTheyEnded } from "../record/how-it-ended.ts";
import { mayStartPrograms } from "../record/commands.ts";
import { counts, type Record } from "../record/record.ts";
import { taskCall } from "../record/runners/task-calls.ts";
import type { Scripts } from "../record/scripts.ts";
import { commandIn, isCallOf, withInner } from "./calls.ts";
import type { RuleOf } from "./definition.ts";

/** How well a run fits what is wanted: all of it, a part, another command that may show the same. */
export type Fit = "whole" | "part" | "perhaps";

/** A run that a rule is about. */
export interface WantedRun {
  readonly run: CheckRun;
  readonly fit: Fit;
}

/** What a rule wants to have run, read once for a turn. */
export interface Wanted {
  readonly kinds: readonly CheckKind[];
  readonly runs: readonly WantedRun[];
}

export function wantedRuns({ command, kind }: RuleOf<"ran">, record: Record, turn: Turn): Wanted {
  const all = [...record.past, ...record.runs];
  if (kind !== undefined) return { kinds: [kind], runs: all.flatMap((run) => placed(run, fitOfKind(run, kind))) };
  const call = command === undefined ? undefined : commandIn(command);
  if (!call) return { kinds: [], runs: [] };
  const check = checksOf(call)[0];
  const wanted = { call, check, inner: withInner([call], record.scripts).slice(1) };
  const known = all.flatMap((run) => placed(run, fitOfCommand(run, wanted, record.scripts)));
  const told = new Set(known.map(({ run }) => run.step));
  const others = turn.steps.flatMap((step) => (told.has(step.number) ? [] : runsOf(call, step, record.scripts)));
  const runs = [...known, ...others].toSorted((left, right) => left.run.step - right.run.step);
  return { kinds: check ? check.shows : [], runs };
}

function placed(run: CheckRun, fit: Fit | undefined): readonly WantedRun[] {
  return fit === undefined || !counts(run) || run.wantedToFail ? [] : [{ run, fit }];
}

/** What covers the change is whole, however small: `covers` has the last word on it. */
function fitOfKind({ shows, maybe }: CheckRun, kind: CheckKind): Fit | undefined {
  if (shows.includes(kind)) return maybe ? "perhaps" : "whole";
  return maybe?.includes(kind) ? "perhaps" : undefined;
}

interface WantedCall {
  readonly call: ShellCommand;
  readonly check: Check | undefined;
  readonly inner: readonly ShellCommand[];
}

function fitOfCommand(run: CheckRun, { call, check, inner }: WantedCall, scripts: Scripts): Fit | undefined {
  const called = run.by === "hook" ? [] : withInner(parseCommandLine(run.command), scripts);
  const [outer, ...within] = called;
  const asked = [call, ...inner];
  const extent = extentOf(run, check, outer && taskCall(outer) ? within : undefined);
  if (outer && isCallOf(outer, call)) return extent;
  if (within.some((command) => isCallOf(command, call))) return run.scope === "part" ? "perhaps" : "whole";
  if (called.some((command) => asked.some((own) => spelled(own) === spelled(command)))) return extent;
  if (!check || run.maybe?.some((kind) => check.shows.includes(kind))) return check ? "perhaps" : undefined;
  if (!run.shows.includes(check.kind)) return undefined;
  const [family, other] = [familyOf(check.runner), familyOf(run.runner)];
  if (!family || !other) return "perhaps";
  if (family !== other || (run.kind !== check.kind && extent !== "whole")) return undefined;
  const isSame = isGeneral(call, check) && (outer === undefined || isGeneral(outer, run));
  return isSame ? extent : "perhaps";
}

/**
 * A run of named files is a part; of one package of many nobody knows whether it was all that was wanted. What a task
 * does with the files that it is given, only its body tells: `tsx --test test/*.ts` takes no notice of them.
 */
function extentOf({ scope, targets }: CheckRun, check: Check | undefined, body?: readonly ShellCommand[]): Fit {
  if (scope === "whole" || check?.scope === "part") return "whole";
  const narrows = body === undefined || body.flatMap(checksOf).at(-1)?.scope === "whole";
  return targets.length > 0 && narrows ? "part" : "perhaps";
}

/** True for what stands for all checks of its kind: `npm test`, `vitest run`; `npm run test:e2e` is something else. */
function isGeneral(call: ShellCommand, { scope, targets }: Pick<Check, "scope" | "targets">): boolean {
  const task = taskCall(call);
  if (task) return task.names.every((name) => GENERAL.has(name));
  return scope === "whole" || targets.length > 0;
}

const GENERAL = new Set("test tests lint build compile typecheck type-check types tsc format fmt".split(" "));

/** Runs of a command that the record takes for no check: by the steps themselves. */
function runsOf(call: ShellCommand, step: Step, scripts: Scripts): readonly WantedRun[] {
  const line = step.action.command;
  if (line === undefined || !step.result || step.result.status === "rejected") return [];
  if (!mayStartPrograms(line) && !line.includes(call.name)) return [];
  const commands = parseCommandLine(line);
  const index = commands.findLastIndex((each) => withInner([each], scripts).some((inner) => isCallOf(inner, call)));
  const found = commands[index];
  if (!found) return [];
  const check: Check = {
    kind: "build",
    shows: [],
    runner: found.name,
    silent: true,
    scope: "whole",
    targets: [],
    watches: false,
    rewrites: false,
    command: spelled(found),
    ...(found.cwd !== undefined && { cwd: found.cwd }),
  };
  const [ended] = howTheyEnded(commands, [{ check, index }], { ...step.result, line });
  if (!ended) return [];
  const { silent: _, ...rest } = check;
  return placed({ ...rest, step: step.number, ...ended }, "whole");
}
