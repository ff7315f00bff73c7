import type { Database } from "./records/database.ts";
import type { Heard } from "./otlp/claude-code.ts";
import { writeHeard } from "./records/heard.ts";
import { writeMarks } from "./records/marks.ts";
import { writeReports } from "./records/write-reports.ts";
import type { Mark, Report } from "./report.ts";

/** A report, a mark or what an agent told of itself, and the team whose token it came with: what it says of itself does not count. */
interface Arrival {
  readonly team: string;
  readonly report: Report | Mark | Heard;
}

export interface Ingest {
  /** Resolves once all are on the disk; undefined when too many wait already. */
  take(arrivals: readonly Arrival[]): Promise<void> | undefined;
  readonly waiting: () => number;
}

interface Waiting {
  readonly arrivals: readonly Arrival[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** For about ten seconds of what a thousand machines send. */
const MOST_WAITING = 10_000;
const MOST_AT_ONCE = 250;

/** Whoever comes while others are written goes together with all that came meanwhile: one wait for the disk. */
export function createIngest(database: Database, now: () => Date): Ingest {
  const queue: Waiting[] = [];
  let waiting = 0;
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    for (let batch = nextBatch(queue); batch.length > 0; batch = nextBatch(queue)) await write(batch);
    isWriting = false;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const all = batch.flatMap(({ arrivals }) => arrivals);
      const reports = all.flatMap(({ team, report }) => ("verdict" in report ? [{ team, report }] : []));
      const marks = all.flatMap(({ team, report }) => ("mark" in report ? [{ team, mark: report }] : []));
      const heard = all.flatMap(({ team, report }) => ("key" in report ? [{ team, heard: report }] : []));
      await database.transaction(async (query) => {
        await writeReports(query, reports, now());
        await writeMarks(query, marks);
        await writeHeard(query, heard, now());
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      for (const { arrivals } of batch) waiting -= arrivals.length;
    }
  }

  return {
    take(arrivals) {
      if (waiting + arrivals.length > MOST_WAITING) return undefined;
      waiting += arrivals.length;
      return new Promise<void>((resolve, reject) => {
        queue.push({ arrivals, resolve, reject });
        if (!isWriting) setImmediate(() => isWriting || void writeAll());
      });
    },
    waiting: () => waiting,
  };
}

function nextBatch(queue: Waiting[]): Waiting[] {
  let size = 0;
  let count = 0;
  for (const { arrivals } of queue) {
    if (count > 0 && size + arrivals.length > MOST_AT_ONCE) break;
    size += arrivals.length;
    count += 1;
  }
  return queue.splice(0, count);
}
