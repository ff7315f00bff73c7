import { fromJson } from "../../text/json.ts";
import type { Log } from "../log.ts";
import { createQueue } from "../queue/queue.ts";
import { runWorker } from "../queue/worker.ts";
import type { Database } from "../records/database.ts";
import { CONTENT } from "../../config/policy.ts";
import { readPolicy } from "../records/policy.ts";
import { writeReports } from "../records/write-reports.ts";
import { Report } from "../report.ts";
import { TURN_JOB, TurnTask } from "./sent-turn.ts";

/** Handed in by whoever composes: gives the report of a turn, with its words where they may be kept. */
export type JudgeTurn = (
  task: TurnTask,
  options: { readonly content: boolean },
  signal: AbortSignal,
) => Promise<unknown>;

interface JudgingOptions {
  readonly database: Database;
  readonly judge: JudgeTurn;
  /** How many turns at the same time. */
  readonly slots: number;
  /** Ends it when what is at hand is done or given back. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Whoever is killed on the way: the same turn is judged again, and its report refused where it was written already. */
export function runJudging({ database, judge, now = () => new Date(), ...worker }: JudgingOptions): Promise<void> {
  return runWorker({
    ...worker,
    queue: createQueue(database),
    async work({ kind, payload }, signal) {
      const task = kind === TURN_JOB ? TurnTask.safeParse(fromJson(payload)) : undefined;
      // What is told of a failure is kept and shown: no word of a transcript is in it.
      if (!task?.success) throw new Error(`this version cannot do a job of the kind "${kind}"`);
      const { team } = task.data;
      const { policy } = await readPolicy(database.query, team);
      const report = Report.safeParse(await judge(task.data, { content: policy[CONTENT] === true }, signal));
      if (!report.success) throw new Error("what came of it is no report");
      await database.transaction((query) => writeReports(query, [{ team, report: report.data }], now()));
    },
  });
}
