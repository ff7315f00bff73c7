import { gate } from "../../src/observer/gate.ts";
import { standDown } from "../../src/observer/stand-down.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { middle } from "../middle.ts";
import { madeUpThread } from "./growing-thread.ts";

const SETTINGS = { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] };
const ROUNDS = 2000;

/**
 * Microseconds of gate and stand-down at the last turn of threads of different lengths: they must not grow with the
 * length.
 */
export function printGateCost(): void {
  const lengths: [string, Thread][] = [
    ["1k messages, many turns", madeUpThread(56, 8)],
    ["100k messages, many turns", madeUpThread(5560, 8)],
    ["1k messages, one turn", madeUpThread(1, 500)],
    ["100k messages, one turn", madeUpThread(1, 50_000)],
  ];
  for (const [, thread] of lengths) medianCost(thread);
  const rows = lengths.map(([name, thread]) => [
    name,
    { messages: thread.messages.length, "µs per turn": medianCost(thread) },
  ]);
  console.log("gate and stand-down, per turn");
  console.table(Object.fromEntries(rows));
}

function medianCost(thread: Thread): number {
  const turn = thread.turns.at(-1);
  if (!turn) return 0;
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const quiet = standDown({ thread, turn });
    gate({ thread, turn, settings: SETTINGS, ...(quiet ? { standDown: quiet } : {}) });
    costs.push((performance.now() - started) * 1000);
  }
  return Number(middle(costs).toFixed(1));
}
