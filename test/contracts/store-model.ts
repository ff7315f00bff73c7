import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoxError } from "../../src/text/errors.ts";
import type { Append, Store } from "../../src/store/store.ts";
import type { ThreadSummary } from "../../src/store/thread-summary.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { anyCharacter } from "../support/any-character.ts";
import type { StoreBackend } from "./store-harness.ts";
import { note, said, started } from "./store-samples.ts";

/** The simplest thing that could be called a store. */
type Model = Map<string, Delta[]>;

export function storeModelContract(backend: StoreBackend): void {
  describe(`store model: ${backend.name}`, () => {
    it("equals a list of deltas per thread", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const harness = await backend.create();
          const model: Model = new Map();
          let store = await harness.open();
          for (const step of steps) {
            if (step.type === "reopen" && backend.notShared === undefined) {
              await store.close();
              store = await harness.open();
            }
            if (step.type === "write") await writeBoth(store, model, step.appends);
            if (step.type === "read") await readBoth(store, model, step.threadId, step.sinceSeq);
          }
          expect(await summariesOf(store)).toEqual(expectedSummaries(model));
          for (const threadId of model.keys()) await readBoth(store, model, threadId, 0);
          await store.close();
          await harness.dispose();
        }),
        { numRuns: 60 },
      );
    });
  });
}

interface ModelAppend {
  readonly threadId: string;
  readonly deltas: readonly Delta[];
  /** How far the expected seq is off; undefined expects nothing. */
  readonly off: number | undefined;
}

const threadId = fc.constantFrom("a", "b", "ü-🚣");
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom("\0", "\ud800", "\udc00x", "\\u0000", '"'),
);
const delta: fc.Arbitrary<Delta> = fc.oneof(
  text.map((value) => note(value)),
  text.map((value) => said(value)),
  fc
    .record({ host: fc.constantFrom("codex", "pi"), cwd: fc.constantFrom("/x", "/y") })
    .map((fields) => started(fields)),
  fc.record({
    v: fc.constant(1 as const),
    type: fc.constant("tool:data" as const),
    toolUseId: text,
    status: fc.constantFrom("done" as const, "error" as const),
    output: text,
    exitCode: fc.integer(),
  }),
);
const append: fc.Arbitrary<ModelAppend> = fc.record({
  threadId,
  deltas: fc.array(delta, { maxLength: 4 }),
  off: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(undefined, 0) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 1) },
  ),
});
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("write" as const),
      appends: fc.array(append, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("read" as const), threadId, sinceSeq: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reopen" as const) }) },
);

async function writeBoth(store: Store, model: Model, planned: readonly ModelAppend[]): Promise<void> {
  const next: Model = new Map(model);
  let conflict = false;
  const appends: Append[] = [];
  const lastSeqs: number[] = [];
  for (const { threadId, deltas, off } of planned) {
    const log = next.get(threadId) ?? [];
    appends.push({ threadId, deltas, ...(off === undefined ? {} : { expectedSeq: log.length + off }) });
    conflict ||= off !== undefined && off !== 0;
    if (deltas.length > 0) next.set(threadId, [...log, ...deltas]);
    lastSeqs.push(log.length + deltas.length);
  }
  const outcome = await store.write({ appends }).catch((error: unknown) => codeOf(error));
  expect(outcome).toEqual(conflict ? "store.conflict" : lastSeqs);
  if (conflict) return;
  for (const [threadId, deltas] of next) model.set(threadId, deltas);
}

function codeOf(error: unknown): string {
  return error instanceof CoxError ? error.code : String(error);
}

async function readBoth(store: Store, model: Model, threadId: string, sinceSeq: number): Promise<void> {
  const expected = (model.get(threadId) ?? []).map((delta, index) => ({ seq: index + 1, delta })).slice(sinceSeq);
  expect(await store.read(threadId, { sinceSeq })).toEqual(expected);
}

type Summary = Pick<ThreadSummary, "id" | "host" | "cwd" | "deltas">;

async function summariesOf(store: Store): Promise<Summary[]> {
  const threads = await store.listThreads();
  return threads.map(({ id, host, cwd, deltas }) => ({ id, host, cwd, deltas })).toSorted(byId);
}

function expectedSummaries(model: Model): Summary[] {
  const summaries = [...model].map(([id, deltas]) => {
    const last = deltas.findLast((delta) => delta.type === "thread:started");
    return { id, host: last?.host, cwd: last?.cwd, deltas: deltas.length };
  });
  return summaries.toSorted(byId);
}

function byId(left: Summary, right: Summary): number {
  return left.id.localeCompare(right.id);
}
