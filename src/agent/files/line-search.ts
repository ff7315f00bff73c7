import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";

/** A matching line, and the column at which its first match begins. Both count from 0. */
const Hit = z.object({ line: z.number(), column: z.number() });
type Hit = z.infer<typeof Hit>;

const Answer = z.object({ hits: z.array(Hit), longLines: z.number() });
type Answer = z.infer<typeof Answer>;

export interface LineSearch {
  /** Rejects when the signal fires; after that the search cannot be used any more. */
  find(text: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface LineSearchOptions {
  readonly flags: string;
  readonly signal: AbortSignal;
}

/** Longer lines are searched only at their start; people rarely write them. */
export const LINE_SEARCHED = 10_000;

/** Plain JavaScript as text: it runs in a worker where TypeScript is not loaded. */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const pattern = new RegExp(workerData.source, workerData.flags);
parentPort.on("message", (text) => {
  const hits = [];
  let longLines = 0;
  let start = 0;
  for (let line = 0; start < text.length; line++) {
    const feed = text.indexOf("\\n", start);
    const next = feed === -1 ? text.length : feed;
    const end = next > start && text[next - 1] === "\\r" ? next - 1 : next;
    if (end - start > workerData.longest) longLines++;
    const column = text.slice(start, Math.min(end, start + workerData.longest)).search(pattern);
    if (column !== -1) hits.push({ line, column });
    start = next + 1;
  }
  parentPort.postMessage({ hits, longLines });
});
`;

/** Runs a regular expression in a thread of its own: some never end on certain lines, and a thread can be stopped. */
export function openLineSearch(source: string, options: LineSearchOptions): LineSearch {
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { source, flags: options.flags, longest: LINE_SEARCHED },
    env: {},
    execArgv: [],
  });
  return {
    async find(text) {
      const answered = once(worker, "message", { signal: options.signal });
      worker.postMessage(text, []);
      const [answer] = await answered;
      return Answer.parse(answer);
    },
    async close() {
      await worker.terminate();
    },
  };
}
