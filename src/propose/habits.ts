import { evidenceOf } from "../evidence/evidence.ts";
import type { CheckKind, CheckRun } from "../evidence/record/check-run.ts";
import { familyOf } from "../evidence/record/covers.ts";
import { extensionOf } from "../evidence/record/paths.ts";
import { counts } from "../evidence/record/record.ts";
import { taskCall } from "../evidence/record/runners/task-calls.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Thread } from "../thread/thread.ts";

/** A command that ran in turns which changed code: how often, and where. */
export interface Habit {
  readonly kind: CheckKind;
  readonly command: string;
  /** The directory it ran in, where that is not the project's own. */
  readonly directory?: string;
  /** Turns in which it ran, and those which changed what it looks at. */
  readonly ran: number;
  readonly of: number;
}

export interface Habits {
  readonly habits: readonly Habit[];
  /** Turns that changed code. */
  readonly turns: number;
  /** Endings of the code that was changed, the commonest first. */
  readonly endings: readonly string[];
}

/** What really ran before the stops of these sessions. */
export function habitsOf(threads: Iterable<Thread>): Habits {
  const seen = new Map<string, { readonly run: CheckRun; ran: number; readonly spellings: Map<string, number> }>();
  const changedIn: { readonly endings: ReadonlySet<string>; readonly paths: readonly string[] }[] = [];
  const endings = new Map<string, number>();
  for (const thread of threads) {
    for (const turn of thread.turns) {
      if (turn.outcome !== "ended") continue;
      const { record } = evidenceOf(thread, turn);
      const code = record.changes.filter(({ role, perhaps }) => (role === "code" || role === "test") && !perhaps);
      if (code.length === 0) continue;
      const own = new Set(code.map(({ path }) => extensionOf(path)));
      for (const ending of own) endings.set(ending, (endings.get(ending) ?? 0) + 1);
      changedIn.push({ endings: own, paths: code.map(({ path }) => path) });
      const ran = record.runs.filter((run) => counts(run) && run.by === undefined && isWhole(run));
      for (const [key, run] of new Map(ran.map((each) => [keyOf(each), each]))) {
        const known = seen.get(key) ?? { run, ran: 0, spellings: new Map<string, number>() };
        known.ran += 1;
        known.spellings.set(run.command, (known.spellings.get(run.command) ?? 0) + 1);
        seen.set(key, known);
      }
    }
  }
  const habits = [...seen.values()].map(({ run, ran, spellings }): Habit => {
    const { kind, cwd } = run;
    return { kind, command: commonest(spellings), ...(cwd !== undefined && { directory: cwd }), ran, of: asking(run) };
  });
  return {
    habits: habits.toSorted((left, right) => right.ran - left.ran),
    turns: changedIn.length,
    endings: [...endings].toSorted((left, right) => right[1] - left[1]).map(([ending]) => ending),
  };

  function asking({ runner, cwd }: CheckRun): number {
    const family = familyOf(runner);
    return changedIn.filter(
      (turn) =>
        (!family || [...turn.endings].some((ending) => family.has(ending))) &&
        (cwd === undefined || turn.paths.some((path) => path.startsWith(`${cwd}/`))),
    ).length;
  }
}

/** A run of all that can be asked for again: not of one file, and not where nobody else is. */
function isWhole({ scope, cwd, watches }: CheckRun): boolean {
  return scope === "whole" && !watches && !(cwd?.startsWith("/") ?? false) && !(cwd?.startsWith("..") ?? false);
}

/** `npm test`, `npm run test -- --silent` and `npm t` are one. */
function keyOf({ kind, command, runner, cwd = "" }: CheckRun): string {
  const [call] = parseCommandLine(command);
  const task = call && taskCall(call);
  return `${kind} ${task ? `${task.source}:${task.names.join(" ")}` : runner} ${cwd}`;
}

/** Of equally common ones the shortest. */
function commonest(spellings: ReadonlyMap<string, number>): string {
  const sorted = [...spellings].toSorted((left, right) => right[1] - left[1] || left[0].length - right[0].length);
  return sorted[0]?.[0] ?? "";
}
