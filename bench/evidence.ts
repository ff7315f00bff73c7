/**
 * What a judgement costs: every turn of the corpus after parsing, and one turn after ever longer threads.
 * `npm run bench:evidence [-- --corpus DIR]`.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import type { Thread, Turn } from "../src/thread/thread.ts";
import { CORPUS, NO_CORPUS } from "../test/support/corpus.ts";
import { ThreadBuilder } from "../test/support/thread-builder.ts";
import { loadThread, readLabels } from "./quality/labelled-turn.ts";

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
const MEDIAN_LIMIT = 1;
const P99_LIMIT = 20;
/** How often everything is measured; the best run counts, so that other work on the machine has no influence. */
const PASSES = 5;
const judge = createEvidenceJudge();

const perTurn =
  values.corpus === undefined && NO_CORPUS !== undefined ? undefined : corpusCosts(values.corpus ?? CORPUS);
if (perTurn) console.table({ "one turn, in order (ms)": summary(perTurn) });
else console.log(`corpus: left out, ${NO_CORPUS}`);
const growth = [1, 10, 100, 1000].map((turns) => [turns, lastTurnCost(turns)] as const);
console.table(
  Object.fromEntries(growth.map(([turns, cost]) => [`after ${turns} earlier turns (ms)`, { cost: cost.toFixed(3) }])),
);
const flat = (growth.at(-1)?.[1] ?? 0) <= Math.max(0.5, 4 * (growth[1]?.[1] ?? 0));
const quick = !perTurn || (quantile(perTurn, 0.5) <= MEDIAN_LIMIT && quantile(perTurn, 0.99) <= P99_LIMIT);
console.log(
  `${quick && flat ? "met" : "MISSED"}: median ≤ ${MEDIAN_LIMIT} ms, p99 ≤ ${P99_LIMIT} ms, no growth with the thread`,
);
process.exitCode = quick && flat ? 0 : 1;

/** Judges every turn of every transcript in order, as a watcher would: what earlier turns left behind is known. */
function corpusCosts(corpus: string): number[] {
  const threads = readLabels(corpus).map((label) => loadThread(join(corpus, label.file)));
  const passes = Array.from({ length: PASSES }, () => threads.flatMap((thread) => costs(structuredClone(thread))));
  return (passes[0] ?? []).map((_, index) => Math.min(...passes.map((pass) => pass[index] ?? 0)));
}

function costs(thread: Thread): number[] {
  return thread.turns.map((turn) => time(thread, turn));
}

function time(thread: Thread, turn: Turn): number {
  const started = performance.now();
  void judge.assess({ thread, turn });
  return performance.now() - started;
}

/** The median cost of the last turn of a synthetic thread whose earlier turns were judged before. */
function lastTurnCost(earlier: number): number {
  const builder = new ThreadBuilder();
  for (let index = 0; index <= earlier; index += 1) {
    builder
      .user(`Change part ${index} and run \`npm test\`.`)
      .edit(`/repo/src/part-${index}.ts`, `old${index}();`, `fresh${index}();`)
      .bash("npx vitest run", { output: " Test Files  1 passed (1)\n      Tests  12 passed (12)\n" })
      .close("Done. All 12 tests pass.");
  }
  const thread = builder.build();
  for (const turn of thread.turns) time(thread, turn);
  const last = thread.turns.at(-1);
  if (!last) return 0;
  return quantile(
    Array.from({ length: 31 }, () => time(thread, last)),
    0.5,
  );
}

function summary(costs: readonly number[]): Record<string, string | number> {
  return {
    turns: costs.length,
    median: quantile(costs, 0.5).toFixed(3),
    p90: quantile(costs, 0.9).toFixed(3),
    p99: quantile(costs, 0.99).toFixed(3),
    worst: Math.max(...costs).toFixed(3),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
