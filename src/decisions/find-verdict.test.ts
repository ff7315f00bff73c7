import { describe, expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import type { Case } from "../session/record.ts";
import type { NewVerdict } from "../store/records.ts";
import { createMemoryStore } from "../store/memory.ts";
import { gateVerdict } from "../verdict.ts";
import { correctionBefore, findVerdict } from "./find-verdict.ts";

const about = { host: "codex", threadId: "t", session: "t", turn: 1 };

async function kept(...records: readonly (Partial<NewVerdict> & { readonly id: string })[]) {
  const store = createMemoryStore();
  for (const [index, record] of records.entries()) {
    const at = `2026-01-01T00:00:0${index}.000Z`;
    await store.write({ verdicts: [{ ...verdict(record.id), ...about, at, ...record }] });
  }
  return store;
}

it("does not take an empty name for the start of the only id", async () => {
  const store = createMemoryStore();
  await store.write({ verdicts: [verdict("v1")] });
  expect(await findVerdict(store, undefined, "v")).toMatchObject({ record: { id: "v1" } });
  await expect(findVerdict(store, undefined, "")).rejects.toMatchObject({
    code: "usage",
    message: 'There is no decision "".',
  });
});

it("asks for more of an id where two begin so, also when one of them is an audit's", async () => {
  const cache = {
    casesNamed: () =>
      [{ id: "ab2", steps: [], omitted: 0, path: "p", verdict: verdict("v").verdict }] as unknown as Case[],
  };
  const store = await kept({ id: "ab1" }, { id: "ab2" });
  await expect(findVerdict(store, undefined, "ab")).rejects.toThrow('More than one decision starts with "ab".');
  await expect(findVerdict(await kept({ id: "ab1" }), cache, "ab")).rejects.toThrow("More than one decision");
  expect(await findVerdict(store, undefined, "ab2")).toMatchObject({ type: "kept", record: { id: "ab2" } });
  expect(await findVerdict(await kept({ id: "ab2" }), cache, "ab")).toMatchObject({
    type: "audited",
    record: { id: "ab2" },
  });
  expect(await findVerdict(await kept(), cache, "ab")).toMatchObject({ type: "audited", record: undefined });
});

it("names up to five that begin so", async () => {
  const some = ["ab1", "ab2", "ab3"].map((id) => ({ id }));
  await expect(findVerdict(await kept(...some), undefined, "ab")).rejects.toMatchObject({
    hint: "Give more of its id: ab3, ab2, ab1",
  });
  const many = Array.from({ length: 9 }, (_, index) => ({ id: `ab${index}` }));
  await expect(findVerdict(await kept(...many), undefined, "ab")).rejects.toMatchObject({
    hint: "Give more of its id: ab8, ab7, ab6, ab5, ab4, …",
  });
});

it("finds an id in capitals, and one that is in capitals", async () => {
  const store = await kept({ id: "a-3f9c" }, { id: "Big-1" });
  expect(await findVerdict(store, undefined, "A-3F")).toMatchObject({ record: { id: "a-3f9c" } });
  expect(await findVerdict(store, undefined, "Big")).toMatchObject({ record: { id: "Big-1" } });
  await expect(findVerdict(store, undefined, "NONE")).rejects.toThrow('There is no decision "NONE".');
});

it.each([
  ["is proven before what a model thinks", { judge: "evidence", steps: 1 }, { judge: "model", steps: 9 }],
  ["tells more", { judge: "evidence", steps: 9 }, { judge: "evidence", steps: 1 }],
])("takes of two copies of a case the one that %s", async (_what, meant, other) => {
  const copy = ({ judge, steps }: typeof meant) =>
    ({
      id: "a-1",
      steps: [],
      omitted: steps,
      path: "p",
      verdict: { ...verdict("v").verdict, judge },
    }) as unknown as Case;
  const copies = [copy(meant), copy(other)];
  for (const cases of [copies, copies.toReversed()]) {
    const found = await findVerdict(await kept(), { casesNamed: () => cases }, "a-1");
    expect(found).toMatchObject({ found: { omitted: meant.steps } });
  }
});

it.each([
  ["the newest", [{ id: "1" }, { id: "2" }], "2"],
  ["no case of an audit", [{ id: "1" }, { id: "a-2" }], "1"],
  ["no case of an audit, either, where a watch came last", [{ id: "w-1" }, { id: "a-2", turn: 2 }], "w-1"],
  ["what a watch found, where nobody else looked", [{ id: "w-1" }], "w-1"],
  ["what the hook said of the turn that a watch looked at, too", [{ id: "1" }, { id: "w-2" }], "1"],
  [
    "what the hook said of that turn, though it spoke elsewhere since",
    [{ id: "1" }, { id: "2", threadId: "other" }, { id: "w-3" }],
    "1",
  ],
  ["what a watch found of a later turn", [{ id: "1" }, { id: "w-2", turn: 2 }], "w-2"],
  ["what a watch found of another session", [{ id: "1" }, { id: "w-2", threadId: "other" }], "w-2"],
])("takes for the last one %s", async (_what, records, id) => {
  expect(await findVerdict(await kept(...records), undefined, "last")).toMatchObject({ record: { id } });
});

describe("the last one in a directory", () => {
  const here = {
    directory: "/a/b",
    holds: (cwd: string) => cwd.startsWith("/a/b"),
    isBelow: (cwd: string) => cwd === "/a",
  };
  const closed = gateVerdict("ok", "not looked at: fewer than 5 tool calls");

  it.each([
    ["of the directory, though it spoke elsewhere since", [{ cwd: "/a/b" }, { cwd: "/c" }], "1"],
    ["below it", [{ cwd: "/a/b/c" }, { cwd: "/c" }], "1"],
    ["above it, where there is none below", [{ cwd: "/a" }, { cwd: "/c" }], "1"],
    ["below it, though it spoke above it since", [{ cwd: "/a/b" }, { cwd: "/a" }], "1"],
    [
      "by its time, where an older record was written again",
      [{ cwd: "/a/b", at: "2027-01-01T00:00:00.000Z" }, { cwd: "/a/b" }],
      "1",
    ],
    ["also one that was left alone", [{ cwd: "/a/b" }, { cwd: "/a/b", verdict: closed }], "2"],
  ])("is that %s", async (_what, records, id) => {
    const store = await kept(...records.map((record, index) => ({ id: String(index + 1), ...record })));
    expect(await findVerdict(store, undefined, "last", { here })).toMatchObject({ record: { id } });
  });

  it("is none that was left alone for who wants to mark it", async () => {
    const store = await kept({ id: "1", cwd: "/a/b" }, { id: "2", cwd: "/a/b", verdict: closed });
    const found = await findVerdict(store, undefined, "last", { here, looked: true });
    expect(found).toMatchObject({ record: { id: "1" } });
  });

  it("is told to be missing, with the newest elsewhere", async () => {
    await expect(findVerdict(await kept({ id: "1", cwd: "/c" }), undefined, "last", { here })).rejects.toMatchObject({
      code: "store.empty",
      message: "No live session in /a/b has been decided about yet.",
      hint: "The newest elsewhere (/c): cox why 1 shows it, cox feedback 1 right|wrong marks it.",
    });
  });
});

it("says that there is no last one", async () => {
  await expect(findVerdict(await kept({ id: "a-1" }), undefined, "last")).rejects.toMatchObject({
    code: "store.empty",
  });
});

it("names the newest that an audit found where there is no live one", async () => {
  const cases = [
    ["a-1", "2026-01-01"],
    ["a-2", "2026-03-01"],
    ["a-3", undefined],
  ].map(([id, at]) => ({ id, at, verdict: verdict("v").verdict }) as Case);
  const cache = { casesNamed: () => cases };
  await expect(findVerdict(await kept({ id: "a-1" }), cache, "last")).rejects.toMatchObject({
    code: "store.empty",
    hint: "The newest that an audit found: cox why a-2 shows it, cox feedback a-2 right|wrong marks it.",
  });
  expect(await findVerdict(await kept({ id: "1" }), cache, "last")).toMatchObject({ record: { id: "1" } });
});

const CORRECTION = { verdict: { ...verdict("v").verdict, verdict: "correct" as const }, injected: true };

it.each([
  ["that was said in this turn", { id: "1", ...CORRECTION }, "1"],
  ["but none that was held back", { id: "1", ...CORRECTION, injected: false }, undefined],
  ["but none of another turn", { id: "1", ...CORRECTION, turn: 2 }, undefined],
  ["but none of another session", { id: "1", ...CORRECTION, threadId: "other" }, undefined],
  [
    "but no approval",
    { id: "1", injected: true, verdict: { ...CORRECTION.verdict, verdict: "ok" as const } },
    undefined,
  ],
])("finds the correction before a decision %s", async (_what, before, id) => {
  const store = await kept(before, { id: "2", verdict: { ...CORRECTION.verdict, verdict: "ok" } });
  const record = await store.getVerdict("2");
  expect(record && (await correctionBefore(store, record))?.id).toBe(id);
});

it("finds no correction that came after a decision", async () => {
  const store = await kept({ id: "2", verdict: { ...CORRECTION.verdict, verdict: "ok" } }, { id: "3", ...CORRECTION });
  const record = await store.getVerdict("2");
  expect(record && (await correctionBefore(store, record))).toBeUndefined();
});
