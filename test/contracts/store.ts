import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ForgetFilter, Forgotten, Store } from "../../src/store/store.ts";
import { totalUsage } from "../../src/store/usage-row.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { isWithin } from "../../src/text/places.ts";
import type { StoreBackend, StoreHarness } from "./store-harness.ts";
import { storeModelContract } from "./store-model.ts";
import { storeProcessesContract } from "./store-processes.ts";
import { handoff, note, said, started, usage, verdict } from "./store-samples.ts";

const NOON = "2026-03-01T12:00:00.000Z";

/** What every store must do. A new one runs it in ten lines: see src/store/sqlite.test.ts. */
export function storeContract(backend: StoreBackend): void {
  describe(`store contract: ${backend.name}`, () => {
    let harness: StoreHarness;
    let store: Store;
    let now: Date;

    beforeEach(async () => {
      now = new Date(NOON);
      harness = await backend.create();
      store = await harness.open({ now: () => now });
    });

    afterEach(async () => {
      await store.close();
      await harness.verify();
      await harness.dispose();
    });

    describe("deltas", () => {
      it("numbers each thread from 1 without gaps", async () => {
        expect(await store.append("a", [note("one"), note("two")])).toBe(2);
        expect(await store.append("b", [note("other")])).toBe(1);
        expect(await store.append("a", [note("three")])).toBe(3);
        expect(await store.read("a")).toEqual([
          { seq: 1, delta: note("one") },
          { seq: 2, delta: note("two") },
          { seq: 3, delta: note("three") },
        ]);
      });

      it("reads from a seq on, and no more than asked for", async () => {
        await store.append(
          "a",
          ["1", "2", "3", "4"].map((text) => note(text)),
        );
        expect((await store.read("a", { sinceSeq: 2 })).map(({ seq }) => seq)).toEqual([3, 4]);
        expect((await store.read("a", { sinceSeq: 1, limit: 2 })).map(({ seq }) => seq)).toEqual([2, 3]);
        expect(await store.read("a", { sinceSeq: 4 })).toEqual([]);
        expect(await store.read("nobody")).toEqual([]);
      });

      it("refuses an append that expected another last seq, and says how it stands", async () => {
        expect(await store.append("a", [note("one")], { expectedSeq: 0 })).toBe(1);
        expect(await store.append("a", [note("two")], { expectedSeq: 1 })).toBe(2);
        const late = store.append("a", [note("late")], { expectedSeq: 1 });
        await expect(late).rejects.toMatchObject({ code: "store.conflict", message: expect.stringMatching(/2.*1/) });
        await expect(store.append("new", [note("x")], { expectedSeq: 1 })).rejects.toMatchObject({
          code: "store.conflict",
        });
        expect(await store.read("a")).toHaveLength(2);
        expect(await store.getThread("new")).toBeUndefined();
      });

      it("names the whole thread to who came second: others may begin like it", async () => {
        await store.append("my-thread-1", [note("one")]);
        const late = store.append("my-thread-1", [note("late")], { expectedSeq: 0 });
        await expect(late).rejects.toMatchObject({ hint: expect.stringContaining("(cox threads my-thread-1)") });
      });

      it("takes an empty append for a question: nothing is made, the expectation still counts", async () => {
        expect(await store.append("a", [])).toBe(0);
        expect(await store.getThread("a")).toBeUndefined();
        await store.append("a", [note("one")]);
        expect(await store.append("a", [], { expectedSeq: 1 })).toBe(1);
        await expect(store.append("a", [], { expectedSeq: 0 })).rejects.toMatchObject({ code: "store.conflict" });
      });

      it("gives one order to appends that are sent at once", async () => {
        const seqs = await Promise.all(Array.from({ length: 20 }, (_, index) => store.append("a", [note(`${index}`)])));
        expect(seqs.toSorted((left, right) => left - right)).toEqual(
          Array.from({ length: 20 }, (_, index) => index + 1),
        );
      });

      it("keeps any text: NUL, lone surrogates, line separators, a megabyte", async () => {
        const texts = ["", "\0", "\ud83d", "a\u2028b", "naïve 🚣", "'; DROP TABLE deltas; --", "x".repeat(1 << 20)];
        await store.append(
          "a",
          texts.map((text) => note(text)),
        );
        expect((await store.read("a")).map(({ delta }) => delta)).toEqual(texts.map((text) => note(text)));
      });

      it("keeps a log whose names no column of text can hold", async () => {
        const odd = started({ host: "h\0", cwd: "/a\0b", title: "\ud83d\0" });
        await store.append("a", [odd]);
        expect((await store.read("a"))[0]?.delta).toEqual(odd);
        await store.write({ verdicts: [verdict("v1", { cwd: "/a\0b" })], usage: [{ usage: usage({ model: "m\0" }) }] });
        expect(await store.getVerdict("v1")).toMatchObject({ cwd: "/a\0b" });
        expect(await store.usage()).toHaveLength(1);
        expect(await store.listThreads({ isAbout: () => true })).toHaveLength(1);
      });

      it("hands out copies: changing what was written or read changes nothing", async () => {
        const delta = said("hello");
        await store.append("a", [delta]);
        if (delta.type === "user:message") delta.message.content.length = 0;
        const [first] = await store.read("a");
        if (first?.delta.type === "user:message") first.delta.message.content.length = 0;
        expect((await store.read("a"))[0]?.delta).toEqual(said("hello"));
      });

      it("refuses a delta that it could not read back, and keeps nothing of that append", async () => {
        const broken = { v: 1, type: "error", code: 7, message: "x" } as unknown as Delta;
        const cyclic = { v: 1, type: "error", code: "x", message: "x", self: {} };
        cyclic.self = cyclic;
        const future = { ...note("later"), v: 99 } as unknown as Delta;
        await expect(store.append("a", [note("one"), broken])).rejects.toMatchObject({ code: "delta.invalid" });
        await expect(store.append("a", [note("one"), cyclic as unknown as Delta])).rejects.toMatchObject({
          code: "delta.invalid",
        });
        await expect(store.append("a", [note("one"), future])).rejects.toMatchObject({ code: "delta.version" });
        expect(await store.read("a")).toEqual([]);
      });

      it.each(["", "a\0b", "\ud800"])(
        "refuses the thread id %j, which some store could mix up with another",
        async (id) => {
          await expect(store.append(id, [note("x")])).rejects.toThrow(TypeError);
        },
      );
    });

    describe("one batch", () => {
      it("writes everything in it", async () => {
        const cursor = { host: "h", session: "s", path: "/t", identity: "1:2", offset: 9, state: { line: 3 } };
        const seqs = await store.write({
          appends: [
            { threadId: "old", deltas: [note("a"), note("b")] },
            { threadId: "new", deltas: [note("c")], expectedSeq: 0 },
            { threadId: "old", deltas: [note("d")], expectedSeq: 2 },
          ],
          verdicts: [verdict("v1")],
          usage: [{ usage: usage() }],
          cursors: [cursor],
        });
        expect(seqs).toEqual([2, 1, 3]);
        expect(await store.read("old")).toHaveLength(3);
        expect(await store.getVerdict("v1")).toMatchObject({ id: "v1", at: NOON });
        expect(await store.usage()).toHaveLength(1);
        expect(await store.getCursor("h", "s")).toEqual(cursor);
      });

      it("writes nothing of it when one append conflicts: a handoff never leaves half a relation", async () => {
        await store.append("new", [note("somebody was here")]);
        const half = store.write({
          appends: [
            { threadId: "old", deltas: [note("to")] },
            { threadId: "new", deltas: [note("from")], expectedSeq: 0 },
          ],
          verdicts: [verdict("v1")],
          usage: [{ usage: usage() }],
          cursors: [{ host: "h", session: "s", path: "/t", identity: "i", offset: 1, state: null }],
        });
        await expect(half).rejects.toMatchObject({ code: "store.conflict" });
        expect(await store.getThread("old")).toBeUndefined();
        expect(await store.read("new")).toHaveLength(1);
        expect(await store.listVerdicts()).toEqual([]);
        expect(await store.usage()).toEqual([]);
        expect(await store.getCursor("h", "s")).toBeUndefined();
      });

      it("accepts an empty one", async () => {
        expect(await store.write({})).toEqual([]);
      });
    });

    describe("threads", () => {
      it("shows when a thread began and last changed: by its deltas' own times, else by the clock", async () => {
        await store.append("a", [note("x", "2026-01-02T10:00:00+02:00"), note("y", "2026-01-02T09:00:00Z"), note("z")]);
        await store.append("b", [note("x", "yesterday, I think"), note("y", "+099999-01-01T00:00:00Z")]);
        const a = { id: "a", createdAt: "2026-01-02T08:00:00.000Z", updatedAt: "2026-01-02T09:00:00.000Z", deltas: 3 };
        expect(await store.getThread("a")).toMatchObject(a);
        expect(await store.getThread("b")).toMatchObject({ createdAt: NOON, updatedAt: NOON, deltas: 2 });
        now = new Date("2026-03-01T13:00:00Z");
        await store.append("a", [note("more")]);
        await store.append("b", [note("older", "2020-01-01T00:00:00Z")]);
        await store.append("c", [note("x", "2026-01-02T09:00:00Z"), note("of before", "2026-01-02T08:00:00Z")]);
        expect(await store.getThread("c")).toMatchObject({ createdAt: a.createdAt, updatedAt: a.updatedAt });
        expect(await store.getThread("a")).toMatchObject({ ...a, updatedAt: now.toISOString(), deltas: 4 });
        expect(await store.getThread("b")).toMatchObject({ createdAt: NOON, updatedAt: NOON, deltas: 3 });
      });

      it("takes host, directory and title from the log; a later start overrules only what it says", async () => {
        await store.append("a", [started({ cwd: "/boat", title: "Oars" })]);
        await store.append("a", [started({ host: "codex" })]);
        expect(await store.getThread("a")).toMatchObject({ host: "codex", cwd: "/boat", title: "Oars" });
        await store.append("b", [note("x")]);
        expect(await store.getThread("b")).toMatchObject({ host: undefined, cwd: undefined, title: undefined });
      });

      it("names the threads it was handed off from and to, also those of later appends", async () => {
        await store.append("a", [started(), handoff("from", "z")]);
        await store.append("a", [handoff("to", "b"), note("x"), handoff("to", "c")]);
        await store.append("d", [started()]);
        const relations = [
          { relation: "from", threadId: "z" },
          { relation: "to", threadId: "b" },
          { relation: "to", threadId: "c" },
        ];
        expect((await store.getThread("a"))?.relations).toEqual(relations);
        expect((await store.listThreads({ idPrefix: "a" }))[0]?.relations).toEqual(relations);
        expect((await store.getThread("d"))?.relations).toEqual([]);
      });

      it("names an untitled thread after the first line a person wrote", async () => {
        await store.append("a", [
          started(),
          said("reminder", "host"),
          said(" \n "),
          said("\n fix\tthe oars \nand more"),
          said("no"),
        ]);
        await store.append("b", [said("🚣".repeat(100))]);
        expect((await store.getThread("a"))?.title).toBe("fix the oars");
        const long = (await store.getThread("b"))?.title ?? "";
        expect(long.length).toBeLessThanOrEqual(80);
        expect(long).toMatch(/^(🚣)+…$/u);
        await store.append("a", [started({ title: "Given later" })]);
        expect((await store.getThread("a"))?.title).toBe("Given later");
      });

      it("lists the newest first and filters by directory, host, time, prefix and number", async () => {
        await store.append("ab1", [started({ cwd: "/x", at: "2026-01-01T00:00:00Z" })]);
        await store.append("ab2", [started({ cwd: "/y", host: "codex", at: "2026-01-03T00:00:00Z" })]);
        await store.append("b_%", [started({ cwd: "/x", at: "2026-01-02T00:00:00Z" })]);
        const ids = async (filter?: Parameters<Store["listThreads"]>[0]) =>
          (await store.listThreads(filter)).map(({ id }) => id);
        expect(await ids()).toEqual(["ab2", "b_%", "ab1"]);
        expect(await ids({ isAbout: (cwd) => cwd === "/x" })).toEqual(["b_%", "ab1"]);
        expect(await ids({ host: "codex" })).toEqual(["ab2"]);
        expect(await ids({ since: "2026-01-02T01:00:00+01:00" })).toEqual(["ab2", "b_%"]);
        expect(await ids({ idPrefix: "ab" })).toEqual(["ab2", "ab1"]);
        expect(await ids({ idPrefix: "AB" })).toEqual([]);
        expect(await ids({ idPrefix: "%" })).toEqual([]);
        const isAbout = (cwd: string) => cwd === "/x";
        const all = { idPrefix: "ab", isAbout, host: "claude-code", since: "2025-01-01", limit: 5 };
        expect(await ids(all)).toEqual(["ab1"]);
        expect(await ids({ limit: 1 })).toEqual(["ab2"]);
        await expect(ids({ since: "soon" })).rejects.toMatchObject({ code: "usage" });
      });
    });

    describe("verdicts", () => {
      it("keeps a verdict as it was, and what a later program added to it", async () => {
        const extended = { ...verdict("v1").verdict, secondLook: { stands: true } };
        await store.write({
          verdicts: [verdict("v1", { verdict: extended, injected: "shadow", at: "2026-02-01T01:00:00+01:00" })],
        });
        const kept = { ...verdict("v1"), verdict: extended, injected: "shadow", at: "2026-02-01T00:00:00.000Z" };
        expect(await store.getVerdict("v1")).toEqual(kept);
        expect(await store.getVerdict("v")).toBeUndefined();
      });

      it("lists first what was recorded last, whatever the clock said", async () => {
        await store.write({ verdicts: [verdict("v1"), verdict("v2", { at: "2026-05-01T00:00:00Z" }), verdict("v3")] });
        await store.write({ verdicts: [verdict("w4", { threadId: "t2", cwd: "/else" })] });
        const ids = async (filter?: Parameters<Store["listVerdicts"]>[0]) =>
          (await store.listVerdicts(filter)).map(({ id }) => id);
        expect(await ids()).toEqual(["w4", "v3", "v2", "v1"]);
        expect(await ids({ limit: 1 })).toEqual(["w4"]);
        expect(await ids({ threadId: "t2" })).toEqual(["w4"]);
        expect(await ids({ isAbout: (cwd) => cwd.endsWith("/boat") })).toEqual(["v3", "v2", "v1"]);
        expect(await ids({ since: "2026-04-01T00:00:00Z" })).toEqual(["v2"]);
        expect(await ids({ idPrefix: "w" })).toEqual(["w4"]);
        expect(await ids({ notIdPrefix: "v", limit: 1 })).toEqual(["w4"]);
      });

      it("finds those that a person has said something about", async () => {
        await store.write({ verdicts: [verdict("v1"), verdict("v2"), verdict("v3")] });
        await store.giveFeedback("v2", { judgement: "wrong" });
        expect((await store.listVerdicts({ marked: true })).map(({ id }) => id)).toEqual(["v2"]);
        expect(await store.listVerdicts({ marked: false })).toHaveLength(3);
      });

      it("replaces a verdict that is recorded again, so that a repeated run counts once, and keeps its feedback", async () => {
        await store.write({ verdicts: [verdict("v1")] });
        expect(await store.giveFeedback("v1", { judgement: "wrong", note: "it did\0 run" })).toBe(true);
        expect(await store.giveFeedback("v1", { judgement: "right" })).toBe(true);
        expect(await store.giveFeedback("v2", { judgement: "right" })).toBe(false);
        await store.write({ verdicts: [verdict("v1", { turn: 9 })] });
        expect(await store.listVerdicts()).toEqual([
          { ...verdict("v1", { turn: 9 }), at: NOON, feedback: { judgement: "right", at: NOON } },
        ]);
      });
    });

    it("takes a mark back", async () => {
      await store.write({ verdicts: [verdict("v1")] });
      await store.giveFeedback("v1", { judgement: "wrong", note: "another branch" });
      expect(await store.giveFeedback("v1", undefined)).toBe(true);
      expect(await store.getVerdict("v1")).toEqual({ ...verdict("v1"), at: NOON });
      expect(await store.listVerdicts({ marked: true })).toEqual([]);
      expect(await store.giveFeedback("v2", undefined)).toBe(false);
    });

    describe("guard state", () => {
      it("changes a state from what it was, and forgets it on undefined", async () => {
        expect(await store.readGuard("k")).toBeUndefined();
        expect(await store.updateGuard("k", (current) => ({ before: current ?? null, list: [1, "ü\0"] }))).toEqual({
          before: null,
          list: [1, "ü\0"],
        });
        await store.updateGuard("other", () => null);
        expect(await store.readGuard("k")).toEqual({ before: null, list: [1, "ü\0"] });
        expect(await store.readGuard("other")).toBeNull();
        expect(await store.updateGuard("k", () => undefined)).toBeUndefined();
        expect(await store.readGuard("k")).toBeUndefined();
      });

      it("changes nothing when the update throws, and passes on what was thrown", async () => {
        await store.updateGuard("k", () => 1);
        const mistake = new Error("mine");
        const failing = store.updateGuard("k", () => {
          throw mistake;
        });
        await expect(failing).rejects.toBe(mistake);
        expect(await store.readGuard("k")).toBe(1);
        expect(await store.updateGuard("k", (current) => Number(current) + 1)).toBe(2);
      });

      it("loses no update among many at once", async () => {
        const increment = () => store.updateGuard("k", (current) => Number(current ?? 0) + 1);
        const counts = await Promise.all(Array.from({ length: 50 }, increment));
        expect(new Set(counts).size).toBe(50);
        expect(await store.readGuard("k")).toBe(50);
      });
    });

    describe("usage", () => {
      it("groups by day, model and operation type, and says how many calls had no price", async () => {
        const at = "2026-02-28T23:30:00-01:00";
        await store.write({
          usage: [
            { threadId: "a", at, usage: usage({ cost: 0.5 }) },
            { threadId: "b", usage: usage({ cost: 0.25 }) },
            { threadId: "b", usage: usage() },
            { threadId: "b", at: "2026-02-27T00:00:00Z", usage: usage({ operationType: "inference" }) },
            { usage: usage({ model: "anthropic/claude", cost: 2, inputTokens: 7 }) },
          ],
        });
        const one = { calls: 1, inputTokens: 100, outputTokens: 10, cachedInputTokens: 40, cost: 0, unpriced: 0 };
        const march = { day: "2026-03-01", operationType: "course-correction" };
        expect(await store.usage()).toEqual([
          { ...one, day: "2026-02-27", model: "google/gemini", operationType: "inference", unpriced: 1 },
          { ...one, ...march, model: "anthropic/claude", cost: 2, inputTokens: 7 },
          {
            ...march,
            model: "google/gemini",
            calls: 3,
            inputTokens: 300,
            outputTokens: 30,
            cachedInputTokens: 120,
            cost: 0.75,
            unpriced: 1,
          },
        ]);
        expect(totalUsage(await store.usage({ threadId: "b", since: "2026-03-01T00:00:00Z" }))).toMatchObject({
          calls: 2,
          cost: 0.25,
          unpriced: 1,
        });
        expect(totalUsage(await store.usage({ threadId: "nobody" }))).toMatchObject({ calls: 0, cost: 0 });
      });

      it("refuses tokens that are no count, and keeps nothing of that batch", async () => {
        const bad = store.write({ usage: [{ usage: usage() }, { usage: usage({ inputTokens: -1 }) }] });
        await expect(bad).rejects.toThrow(/inputTokens/);
        expect(await store.usage()).toEqual([]);
      });
    });

    it("remembers per host and session how far a transcript was read", async () => {
      const cursor = {
        host: "h",
        session: "s",
        path: "/t.jsonl",
        identity: "8:1",
        offset: 2 ** 40,
        state: { open: ["x"] },
      };
      await store.write({ cursors: [cursor, { ...cursor, session: "s2", state: null }] });
      expect(await store.getCursor("h", "s")).toEqual(cursor);
      await store.write({ cursors: [{ ...cursor, identity: "8:2", offset: 0, state: [] }] });
      expect(await store.getCursor("h", "s")).toEqual({ ...cursor, identity: "8:2", offset: 0, state: [] });
      expect(await store.getCursor("h", "s2")).toEqual({ ...cursor, session: "s2", state: null });
      expect(await store.getCursor("s", "h")).toBeUndefined();
    });

    describe("forgetting", () => {
      const NONE = { threads: 0, verdicts: 0, marked: 0, cursors: 0, guards: 0, usage: 0 };
      const cursor = { host: "h", path: "/t.jsonl", identity: "8:1", offset: 1, state: null };

      beforeEach(async () => {
        now = new Date("2026-01-01T00:00:00.000Z");
        await store.append("old", [started({ cwd: "/home/ann/boat" }), said("a secret of January")]);
        await store.write({ verdicts: [verdict("v-old")], usage: [{ usage: usage() }] });
        await store.write({ cursors: [{ ...cursor, session: "old", cwd: "/home/ann/boat/hull" }] });
        await store.updateGuard("old", () => 1);
        await store.giveFeedback("v-old", { judgement: "wrong" });
        now = new Date(NOON);
        await store.append("new", [started({ cwd: "/home/ann/boathouse" }), note("of March")]);
        await store.write({ verdicts: [verdict("v-new", { cwd: "/else" })], usage: [{ usage: usage() }] });
        await store.write({ cursors: [{ ...cursor, session: "new" }] });
        await store.updateGuard("new", () => 2);
      });

      /** How many of each kind. */
      const forget = async (filter: ForgetFilter = {}): Promise<Forgotten> => {
        const { lingers, ...counts } = await store.forget(filter);
        expect(lingers !== undefined).toBe(backend.lingers === true && filter.dryRun !== true);
        return counts;
      };

      const remains = async () => ({
        threads: (await store.listThreads()).map(({ id }) => id),
        verdicts: (await store.listVerdicts()).map(({ id }) => id),
        cursors: [await store.getCursor("h", "old"), await store.getCursor("h", "new")].map((each) => each?.session),
        guards: [await store.readGuard("old"), await store.readGuard("new")],
        calls: totalUsage(await store.usage()).calls,
      });

      it("takes everything where nothing is named, and the store goes on being one", async () => {
        expect(await forget()).toEqual({ threads: 2, verdicts: 2, marked: 1, cursors: 2, guards: 2, usage: 2 });
        const none = { threads: [], verdicts: [], cursors: [undefined, undefined], guards: [undefined, undefined] };
        expect(await remains()).toEqual({ ...none, calls: 0 });
        expect(await store.read("old")).toEqual([]);
        expect(await forget()).toEqual(NONE);
        expect(await store.append("old", [note("again")], { expectedSeq: 0 })).toBe(1);
      });

      it("takes what was last changed before a time", async () => {
        const old = { threads: 1, verdicts: 1, marked: 1, cursors: 1, guards: 1, usage: 1 };
        expect(await forget({ before: "2026-02-01T00:00:00Z" })).toEqual(old);
        const left = { threads: ["new"], verdicts: ["v-new"], cursors: [undefined, "new"], guards: [undefined, 2] };
        expect(await remains()).toEqual({ ...left, calls: 1 });
        expect(await forget({ before: "2026-02-01T00:00:00Z" })).toEqual(NONE);
      });

      it("keeps a decision that was marked since, however old its turn is", async () => {
        const before = "2026-02-01T00:00:00Z";
        await store.giveFeedback("v-old", { judgement: "right", note: "yes" });
        expect(await forget({ before, dryRun: true })).toMatchObject({ verdicts: 0, marked: 0 });
        expect(await forget({ before, isAbout: () => true })).toMatchObject({ verdicts: 0, marked: 0 });
        expect((await store.getVerdict("v-old"))?.feedback).toEqual({ judgement: "right", note: "yes", at: NOON });
        // A decision is as new as its turn, where the mark has an older time.
        await store.giveFeedback("v-new", { judgement: "right", at: "2026-01-01T00:00:00Z" });
        expect(await forget({ before })).toMatchObject({ verdicts: 0, marked: 0 });
        await store.giveFeedback("v-old", undefined);
        expect(await forget({ before })).toMatchObject({ verdicts: 1, marked: 0 });
      });

      it("takes what is of a directory or below, and leaves what is of none", async () => {
        const filter = { isAbout: (cwd: string) => isWithin(cwd, "/home/ann/boat/") };
        expect(await forget(filter)).toEqual({ ...NONE, threads: 1, verdicts: 1, marked: 1, cursors: 1 });
        const left = { threads: ["new"], verdicts: ["v-new"], cursors: [undefined, "new"], guards: [1, 2] };
        expect(await remains()).toEqual({ ...left, calls: 2 });
        const newer = {
          isAbout: (cwd: string) => isWithin(cwd, "/home/ann/boathouse"),
          before: "2026-02-01T00:00:00Z",
        };
        expect(await forget(newer)).toEqual(NONE);
      });

      it("only counts when it is asked to", async () => {
        const before = await remains();
        expect(await forget({ dryRun: true })).toMatchObject({ threads: 2, marked: 1, usage: 2 });
        expect(await remains()).toEqual(before);
      });

      it("tells a writer whose thread is gone", async () => {
        await forget();
        const late = store.append("new", [note("late")], { expectedSeq: 2 });
        const gone = { code: "store.conflict", message: expect.stringContaining("Thread new is gone") };
        await expect(late).rejects.toMatchObject(gone);
      });
    });

    it("is unavailable after closing, which may be done twice", async () => {
      await store.close();
      await store.close();
      await expect(store.append("a", [note("x")])).rejects.toMatchObject({ code: "store.unavailable" });
      await expect(store.read("a")).rejects.toMatchObject({ code: "store.unavailable" });
      await expect(store.updateGuard("k", () => 1)).rejects.toMatchObject({ code: "store.unavailable" });
      await expect(store.forget()).rejects.toMatchObject({ code: "store.unavailable" });
    });
  });

  storeModelContract(backend);
  storeProcessesContract(backend);
}
