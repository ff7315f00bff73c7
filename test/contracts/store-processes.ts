import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store, StoredDelta } from "../../src/store/store.ts";
import { startChild, type Child } from "./store-children.ts";
import type { StoreBackend, StoreHarness } from "./store-harness.ts";

/** What only shows with real processes: several writers at once, and writers that are killed. */
export function storeProcessesContract(backend: StoreBackend): void {
  describe(`store processes: ${backend.name}`, { timeout: 120_000 }, () => {
    let harness: StoreHarness;

    beforeEach(async ({ skip }) => {
      if (backend.notShared !== undefined) skip(backend.notShared);
      harness = await backend.create();
    });

    afterEach(async () => {
      if (backend.notShared === undefined) await harness.dispose();
    });

    const child = (task: string, name: string, count = 0): Promise<Child> =>
      startChild({ backend: backend.name, task, name, count, locations: [harness.location] });

    it("several writers on one thread, on their own and on one guard state lose and double nothing", async () => {
      const names = ["a", "b", "c", "d"];
      await runTogether(await Promise.all(names.map((name) => child("share", name, 60))));
      const store = await harness.open();
      const shared = await store.read("shared");
      expectGapless(shared);
      expect(shared).toHaveLength(4 * 60 * 2);
      expect(pairsOf(shared)).toEqual(pairsOf(shared).toSorted((left, right) => left.at - right.at));
      for (const name of names) {
        expectGapless(await store.read(`own-${name}`));
        const own = pairsOf(shared).filter((pair) => pair.name === name);
        expect(own.map((pair) => pair.index)).toEqual(Array.from({ length: 60 }, (_, index) => index));
      }
      expect(await store.readGuard("count")).toBe(4 * 60);
      await store.close();
      await harness.verify();
    });

    it("writers that expect a seq see every change of the others", async () => {
      const names = ["a", "b", "c"];
      await runTogether(await Promise.all(names.map((name) => child("take-turns", name, 60))));
      const store = await harness.open();
      const log = await store.read("turns");
      expect(log.map(({ delta }) => textOf(delta))).toEqual(Array.from({ length: 180 }, (_, index) => `${index}`));
      await store.close();
    });

    it("replicas of one agent correct a request at most twice together, never in the same words, also after a restart", async () => {
      const first = await Promise.all(["a", "b"].map((name) => child("correct", name, 5)));
      await runTogether(first);
      const again = await child("correct", "a", 5);
      await runTogether([again]);
      const lines = [...first, again].flatMap((replica) => replica.lines());
      const said = lines.map((line) => line.replace(/^looked ?/, "")).filter((words) => words !== "");
      expect(lines).toHaveLength(3 * 5);
      expect(new Set(said).size).toBe(2);
      expect(said).toHaveLength(2);
    });

    it("writers killed at any moment lose nothing they were told was kept, and leave nothing half-written", async () => {
      const rounds = 14;
      const writers = new Map<string, Child>();
      let interrupted = 0;
      for (let round = 0; round < rounds; round += 1) {
        const names = [`${round}-a`, `${round}-b`];
        const pair = await Promise.all(names.map((name) => child("until-killed", name)));
        await Promise.all(
          pair.map(async (writer, index) => {
            writers.set(names[index]!, writer);
            writer.go();
            await writer.killWithin(round % 3 === 0 ? 15 : 60);
          }),
        );
        for (const writer of pair) expect(writer.stderr()).toBe("");
        interrupted += pair.filter((writer) => writer.signal() === "SIGKILL").length;
        const store = await harness.open();
        await checkAfterKill(store, new Map(names.map((name) => [name, writers.get(name)!])));
        await store.close();
        await harness.verify();
      }
      expect(interrupted).toBe(rounds * 2);
      const store = await harness.open();
      await checkWholeLog(store, [...writers.keys()]);
      await store.close();
    });
  });
}

async function runTogether(children: readonly Child[]): Promise<void> {
  for (const child of children) child.go();
  const codes = await Promise.all(children.map((child) => child.exited));
  expect(children.map((child) => child.stderr())).toEqual(children.map(() => ""));
  expect(codes).toEqual(children.map(() => 0));
}

/** Per writer: what it said, plus at most the one batch it could not say any more, whole and everywhere. */
async function checkAfterKill(store: Store, writers: ReadonlyMap<string, Child>): Promise<void> {
  for (const [name, writer] of writers) {
    const own = await store.read(`own-${name}`);
    expectGapless(own);
    const kept = batchesOf(own);
    const said = writer.lines().filter((line) => line.startsWith("batch ")).length;
    expect(kept.map(({ batch }) => batch)).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1));
    expect([said, said + 1]).toContain(kept.length);
    const verdicts = await store.listVerdicts({ threadId: `own-${name}` });
    expect(verdicts).toHaveLength(kept.length);
    const calls = (await store.usage({ threadId: `own-${name}` })).reduce((sum, row) => sum + row.calls, 0);
    expect(calls).toBe(kept.length);
    expect((await store.getCursor("test", name))?.offset ?? 0).toBe(kept.length);
    const counted = Number((await store.readGuard(`count-${name}`)) ?? 0);
    const guardSaid = writer.lines().filter((line) => line.startsWith("guard ")).length;
    expect([guardSaid, guardSaid + 1]).toContain(counted);
    expect(counted).toBeLessThanOrEqual(kept.length);
  }
}

/** The thread that all wrote to has each batch of each writer once, in one piece. */
async function checkWholeLog(store: Store, names: readonly string[]): Promise<void> {
  const shared = await store.read("shared");
  expectGapless(shared);
  const batches = batchesOf(shared);
  let total = 0;
  for (const name of names) {
    const own = batchesOf(await store.read(`own-${name}`));
    expect(batches.filter((batch) => batch.name === name)).toEqual(own);
    total += own.length;
  }
  expect(batches).toHaveLength(total);
  expect(total).toBeGreaterThan(names.length);
}

function expectGapless(log: readonly StoredDelta[]): void {
  expect(log.every(({ seq }, index) => seq === index + 1)).toBe(true);
}

/** Puts `name/batch/position/size/…` notes together again; throws where one is missing or in the wrong place. */
function batchesOf(log: readonly StoredDelta[]): { name: string; batch: number; size: number }[] {
  const batches: { name: string; batch: number; size: number }[] = [];
  for (let index = 0; index < log.length;) {
    const [name, batch, , size] = fields(log[index]!);
    for (let position = 1; position <= Number(size); position += 1, index += 1) {
      expect(log[index] && fields(log[index]!).slice(0, 4)).toEqual([name, batch, `${position}`, size]);
    }
    batches.push({ name: name!, batch: Number(batch), size: Number(size) });
  }
  return batches;
}

/** Two notes of one append stand side by side. */
function pairsOf(log: readonly StoredDelta[]): { name: string; index: number; at: number }[] {
  return Array.from({ length: log.length / 2 }, (_, pair) => {
    const [name, index, first] = fields(log[pair * 2]!);
    expect([first, fields(log[pair * 2 + 1]!)]).toEqual(["first", [name, index, "second"]]);
    return { name: name!, index: Number(index), at: pair };
  });
}

function fields({ delta }: StoredDelta): string[] {
  return textOf(delta).split("/");
}

function textOf(delta: StoredDelta["delta"]): string {
  return delta.type === "error" ? delta.message : "";
}
