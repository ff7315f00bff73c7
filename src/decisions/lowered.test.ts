import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import type { Verdict } from "../verdict.ts";
import { readLowered } from "./last-word.ts";

const FINDING = { id: "claimed-check-failed", subject: "test", confidence: 1, message: "The tests failed.", steps: [] };
const objection: Verdict = {
  ...verdict("v").verdict,
  verdict: "correct",
  judge: "evidence",
  message: FINDING.message,
  findings: [FINDING],
};

/** A decision about a turn of a session in a directory, and what a person said about it when. */
async function mark(store: Store, id: string, judgement: "right" | "wrong", where: object, at?: string): Promise<void> {
  const about = { threadId: "t", session: "t", turn: 1, cwd: "/w", verdict: objection, ...where };
  await store.write({ verdicts: [{ ...verdict(id), ...about }] });
  await store.giveFeedback(id, { judgement, at });
}

it("is a finding that was wrong twice in one repository, wherever in it", async () => {
  const repository = temporaryDirectory();
  mkdirSync(join(repository, ".git"));
  const store = createMemoryStore();
  await mark(store, "1", "wrong", { cwd: repository });
  await mark(store, "2", "wrong", { cwd: join(repository, "src"), threadId: "another" });
  await mark(store, "3", "right", { cwd: join(repository, "src"), turn: 3 });
  expect(await readLowered(store)).toEqual([{ repository, finding: FINDING.id, wrong: 2, marked: 3 }]);
});

it.each<[string, object]>([
  ["in two repositories", { cwd: "/elsewhere", turn: 2 }],
  ["where nobody knows the directory", { cwd: undefined, turn: 2 }],
  ["by what was no correction", { turn: 2, verdict: { ...objection, verdict: "ok" } }],
])("is none that was wrong once each %s", async (_, other) => {
  const store = createMemoryStore();
  await mark(store, "1", "wrong", {});
  await mark(store, "2", "wrong", other);
  expect(await readLowered(store)).toEqual([]);
});

it("is none that was wrong once, although a hook, a watch and an audit came to it and each was marked", async () => {
  const store = createMemoryStore();
  for (const id of ["5f0c", "w-1", "a-1"]) await mark(store, id, "wrong", {});
  expect(await readLowered(store)).toEqual([]);
});

it("follows a person's last word on a decision", async () => {
  const store = createMemoryStore();
  await mark(store, "5f0c", "right", {}, "2026-11-02T00:00:00.000Z");
  await mark(store, "w-1", "wrong", {}, "2026-11-03T00:00:00.000Z");
  await mark(store, "a-1", "right", {}, "2026-11-01T00:00:00.000Z");
  await mark(store, "70aa", "wrong", { turn: 2 });
  expect(await readLowered(store)).toMatchObject([{ wrong: 2, marked: 2 }]);
});
