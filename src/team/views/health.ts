import type { Query } from "../records/database.ts";
import { asideJobs } from "../queue/aside.ts";
import { type ViewFilter, whereAll } from "./filter.ts";
import type { Column, ViewTable } from "./table.ts";

/** What only the running service knows. */
export interface ServiceFacts {
  readonly version: string;
  readonly startedAt: string;
  readonly database: string;
  /** Jobs of the queue; `aside` failed too often and wait for a person. */
  readonly queue: {
    readonly waiting: number;
    readonly running: number;
    readonly aside: number;
    readonly oldestSeconds: number;
  };
}

const DAY_MS = 24 * 3600 * 1000;
/** A machine that was silent for longer than a weekend has a person who should look. */
const SILENT_DAYS = 4;

/** Machines, those that are silent longest first. Names of people and hosts are not in it. */
export async function machines(query: Query, { team }: ViewFilter, now: Date): Promise<ViewTable> {
  const [where, values] = whereAll([["team = ?", team]]);
  const rows = await query(`SELECT * FROM machines ${where} ORDER BY last_at, machine LIMIT 2000`, values);
  const columns: Column[] = [
    { name: "machine", kind: "text" },
    { name: "team", kind: "text" },
    { name: "silent", kind: "flag" },
    { name: "silentDays", kind: "count" },
    { name: "lastAt", kind: "time" },
    { name: "firstAt", kind: "time" },
    { name: "reports", kind: "count" },
    { name: "engine", kind: "text" },
  ];
  return {
    columns,
    rows: rows.map(({ machine, team, engine, reports, last_at: lastAt, first_at: firstAt }) => {
      const silentDays = Math.max(0, Math.floor((now.getTime() - Date.parse(String(lastAt))) / DAY_MS));
      const silent = silentDays >= SILENT_DAYS;
      return { machine, team, silent, silentDays, lastAt, firstAt, reports: Number(reports), engine };
    }),
  };
}

/** Jobs that failed too often, the oldest first. */
export async function aside(query: Query, { team }: ViewFilter): Promise<ViewTable> {
  const columns: Column[] = [
    { name: "id", kind: "text" },
    { name: "team", kind: "text" },
    { name: "kind", kind: "text" },
    { name: "attempts", kind: "count" },
    { name: "why", kind: "text" },
    { name: "since", kind: "time" },
  ];
  return { columns, rows: (await asideJobs(query, team)).map((job) => ({ ...job })) };
}

/** One row: whether the service itself is well. */
export async function health(query: Query, { team }: ViewFilter, facts: ServiceFacts, now: Date): Promise<ViewTable> {
  const day = now.toISOString().slice(0, 10);
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [ofTeam, teamValues] = whereAll([["team = ?", team]]);
  const [today, todayValues] = whereAll([
    ["day = ?", day],
    ["team = ?", team],
  ]);
  const [all] = await query(
    `SELECT COUNT(*) AS machines, COALESCE(SUM(CASE WHEN last_at < ? THEN 1 ELSE 0 END), 0) AS silent,
       COALESCE(SUM(CASE WHEN last_at >= ? THEN 1 ELSE 0 END), 0) AS active, MAX(last_at) AS last_at
     FROM machines ${ofTeam}`,
    [since(SILENT_DAYS * DAY_MS), since(DAY_MS), ...teamValues],
  );
  const [counts] = await query(
    `SELECT COALESCE(SUM(stops), 0) AS stops, COALESCE(SUM(asked_model), 0) AS asked, COALESCE(SUM(unchecked), 0) AS unchecked
     FROM daily ${today}`,
    todayValues,
  );
  const row = {
    version: facts.version,
    database: facts.database,
    startedAt: facts.startedAt,
    now: now.toISOString(),
    lastReportAt: all?.["last_at"] ?? null,
    machines: Number(all?.["machines"]),
    activeMachines: Number(all?.["active"]),
    silentMachines: Number(all?.["silent"]),
    stopsToday: Number(counts?.["stops"]),
    askedModelToday: Number(counts?.["asked"]),
    uncheckedToday: Number(counts?.["unchecked"]),
    queueWaiting: facts.queue.waiting,
    queueRunning: facts.queue.running,
    queueAside: facts.queue.aside,
    queueOldestSeconds: facts.queue.oldestSeconds,
  };
  return { columns: Object.keys(row).map((name) => ({ name, kind: kindOf(name) })), rows: [row] };
}

function kindOf(name: string): Column["kind"] {
  if (name === "version" || name === "database") return "text";
  return /At$|^now$/.test(name) ? "time" : "count";
}
