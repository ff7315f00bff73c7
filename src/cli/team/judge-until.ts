import { createJudgingThreads } from "../../compose/judge-threads.ts";
import type { Log } from "../../team/log.ts";
import { createMetrics } from "../../team/metrics.ts";
import { type Asker, createAnswering } from "../../team/questions.ts";
import type { Database } from "../../team/records/database.ts";
import { runJudging } from "../../team/turns/judging.ts";
import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { type Io, version } from "../command.ts";

interface JudgingHere {
  readonly database: Database;
  readonly slots: number;
  readonly asker: Asker | undefined;
  readonly io: Io;
}

/** Judges the transcripts that were sent until the command is ended; what is at hand then is done or given back. */
export async function judgeUntil({ database, slots, asker, io }: JudgingHere): Promise<void> {
  const desk = { database, asker, metrics: createMetrics(), now: () => new Date() };
  const answering = asker && createAnswering(desk);
  const threads = createJudgingThreads({ env: io.env, engine: await version(), answering });
  await runJudging({ database, judge: threads.judge, slots, signal: io.signal, log: logTo(io) });
  await threads.close();
}

/** The service's log, a line of JSON for each event. */
export function logTo(io: Io): Log {
  return (event) => io.err(jsonLine({ at: new Date().toISOString(), ...event }));
}

export function wholeOption(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text !== "" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new CoxError("usage", `${flag} takes a number from ${least} to ${most}, not "${text}".`);
}
