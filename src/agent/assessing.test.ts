import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { judgement } from "../../test/support/worker-bench.ts";
import { createMemoryStore } from "../store/memory.ts";
import { createAssessing } from "./assessing.ts";
import { openThreadLog } from "./thread-log.ts";

/** Looks are counted when they begin to work; waits last until they are ended. */
async function bench() {
  const looks: string[] = [];
  const events: string[] = [];
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const assessing = createAssessing({
    corrector: {
      judge: async (_thread, options) => {
        looks.push(options?.trigger ?? "");
        return judgement("ok");
      },
      permit: async (_thread, given) => ({ ...given, inject: false }),
      assess: async () => Promise.reject(new Error("judged and permitted apart")),
    },
    log: await openThreadLog(createMemoryStore(), "t1"),
    clock: {
      now: () => 0,
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          waits.push({ milliseconds, end: resolve });
          signal?.addEventListener("abort", () => resolve());
        }),
    },
    newId: () => "id",
    emit: ({ type }) => events.push(type),
    graceMs: 1000,
    affordable: { minToolCallsBetween: 0, maxCostShare: 1 },
  });
  return { assessing, looks, waits, events };
}

describe("a look beside the tools gives them a head start", () => {
  it("that ends by itself", async () => {
    const { assessing, looks, waits } = await bench();
    assessing.startBeside();
    await turn();
    expect(looks).toEqual([]);
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([10]);
    waits[0]?.end();
    await turn();
    expect(looks).toEqual(["parallel"]);
  });

  it("that is over when the tools are", async () => {
    const { assessing, looks } = await bench();
    assessing.startBeside();
    await turn();
    await assessing.atBoundary();
    expect(looks).toEqual(["parallel"]);
  });

  it("and never begins when it was given up before", async () => {
    const { assessing, looks, events } = await bench();
    assessing.startBeside();
    await turn();
    assessing.abort();
    await turn();
    expect(looks).toEqual([]);
    // Who shows that somebody looks would wait for its end.
    expect(events).toEqual([]);
  });
});
