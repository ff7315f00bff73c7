import { HEARD_AGENT } from "../otlp/claude-code.ts";
import type { Report } from "../report.ts";
import type { Query, Value } from "./database.ts";
import { addToTallies, insertRows, raisedIn } from "./tallies.ts";

/** A report, and the team whose token it came with: what it says of itself does not count. */
export interface Arrival {
  readonly team: string;
  readonly report: Report;
}

const COLUMNS = [
  "team",
  "machine",
  "id",
  "at",
  "received_at",
  "repository",
  "agent",
  "model",
  "verdict",
  "judge",
  "finding",
  "no_check",
  "body",
];

/** Writes those that are new and adds them to the sums, inside one transaction; gives how many were new. */
export async function writeReports(query: Query, arrivals: readonly Arrival[], now: Date): Promise<number> {
  const receivedAt = now.toISOString();
  // In one order, so that two servers that write the same never wait for each other in a circle.
  const inOrder = arrivals.toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
  const rows = inOrder.map(({ team, report }): Value[] => [
    team,
    report.machine,
    report.id,
    believableTime(report.at, now),
    receivedAt,
    report.repository ?? "",
    report.agent,
    report.agentModel ?? "",
    report.verdict,
    report.judge,
    raisedIn(report)[0] ?? null,
    report.changed.unchecked ? 1 : 0,
    JSON.stringify(report),
  ]);
  const written = await insertRows(
    query,
    "reports",
    COLUMNS,
    rows,
    "ON CONFLICT (team, machine, id) DO NOTHING RETURNING team, machine, id, at",
  );
  const days = new Map(
    written.map(({ team, machine, id, at }) => [nameOf(team, machine, id), String(at).slice(0, 10)]),
  );
  const counted = inOrder.flatMap(({ team, report }) => {
    const name = nameOf(team, report.machine, report.id);
    const day = days.get(name);
    // What came twice in one batch was written once.
    days.delete(name);
    return day === undefined ? [] : [{ team, day, mark: null, report }];
  });
  await addToTallies(query, counted);
  await noteMachines(query, arrivals, receivedAt);
  await noteHooked(query, arrivals, receivedAt.slice(0, 10));
  return counted.length;
}

function orderOf({ team, report }: Arrival): string {
  return nameOf(team, report.machine, report.id);
}

function nameOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** How long a machine may have kept a report back. */
const LONGEST_WAIT_MS = 90 * 24 * 3600 * 1000;

/** A machine's clock may be anything; what it says counts where it can be. */
export function believableTime(at: string, now: Date): string {
  const time = Date.parse(at);
  const isBelievable = time <= now.getTime() && time >= now.getTime() - LONGEST_WAIT_MS;
  return (isBelievable ? new Date(time) : now).toISOString();
}

async function noteMachines(query: Query, arrivals: readonly Arrival[], receivedAt: string): Promise<void> {
  const byMachine = Map.groupBy(arrivals, ({ team, report }) => nameOf(team, report.machine));
  const rows = [...byMachine]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, all]): Value[][] => {
      const last = all.at(-1);
      if (!last) return [];
      return [[last.team, last.report.machine, receivedAt, receivedAt, all.length, last.report.engine]];
    });
  await insertRows(
    query,
    "machines",
    ["team", "machine", "first_at", "last_at", "reports", "engine"],
    rows,
    `ON CONFLICT (team, machine) DO UPDATE SET last_at = excluded.last_at, engine = excluded.engine,
       reports = machines.reports + excluded.reports`,
  );
}

/** Notes which sessions a hook watches, of those agents that tell of their sessions themselves. */
async function noteHooked(query: Query, arrivals: readonly Arrival[], day: string): Promise<void> {
  const told = arrivals.filter(({ report }) => report.agent === HEARD_AGENT);
  const names = new Set(told.map(({ team, report }) => JSON.stringify([team, report.session])));
  const rows = [...names].toSorted().map((name): string[] => [...JSON.parse(name), day]);
  const behind =
    "ON CONFLICT (team, session) DO UPDATE SET day = excluded.day WHERE hooked_sessions.day < excluded.day";
  await insertRows(query, "hooked_sessions", ["team", "session", "day"], rows, behind);
}
