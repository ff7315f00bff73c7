import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openThreadLog } from "../src/agent/thread-log.ts";
import { createWorker } from "../src/agent/worker.ts";
import { type CorrectorParts, createCorrector } from "../src/corrector.ts";
import { limitsForAttempts } from "../src/guard/guard.ts";
import { claudeCode } from "../src/hosts/claude-code/claude-code.ts";
import { readTranscript } from "../src/hosts/transcript.ts";
import { SYSTEM_CLOCK } from "../src/models/clock.ts";
import type { InferenceEvent, Model } from "../src/models/model.ts";
import { createMemoryStore } from "../src/store/memory.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import type { Store } from "../src/store/store.ts";
import type { Delta } from "../src/thread/delta.ts";
import { fold, startFold } from "../src/thread/reducer.ts";
import type { Thread } from "../src/thread/thread.ts";
import type { Judge, Verdict } from "../src/verdict.ts";
import { report } from "./support/report.ts";

const LIMITS = { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 };
const folder = mkdtempSync(join(tmpdir(), "cox-loop-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Always objects, never twice in the same words or about the same thing. */
function relentless(judge: Verdict["judge"], name: string = judge): Judge {
  let count = 0;
  return {
    name,
    assess: () => {
      count += 1;
      const word = `${name}${count}`;
      return {
        verdict: "correct",
        category: null,
        message: `${word} alpha${word} beta${word} is gamma${word}`,
        reason: "",
        confidence: 1,
        findings:
          judge === "evidence" ? [{ id: `f${word}`, confidence: 1, message: "", steps: [], subject: word }] : [],
        steps: [],
        judge,
        usage: [],
        durationMs: 0,
      };
    },
  };
}

function correctorOn(store: CorrectorParts["store"], parts: Partial<CorrectorParts> = {}) {
  return createCorrector({
    gate: { minToolCalls: 0, minEdits: 0, skipModes: [], allow: [] },
    guard: LIMITS,
    store,
    ...parts,
  });
}

/** An agent that obeys every message by editing something new, and then says that it is done. */
function obedientAgent(): Model {
  let count = 0;
  return {
    name: "fake/agent",
    family: "fake",
    async *infer({ messages }): AsyncGenerator<InferenceEvent> {
      count += 1;
      const last = messages.at(-1);
      const asked = last?.role === "user" && last.source.type !== "tool";
      const input = { file_path: `/repo/file${count}.ts`, old_string: "a", new_string: `b${count}` };
      const message = { role: "assistant" as const, id: `answer${count}` };
      yield asked
        ? {
            type: "completed",
            message: {
              ...message,
              content: [{ type: "tool_use", id: `call${count}`, name: "Edit", input }],
              stopReason: "tool_use",
            },
          }
        : {
            type: "completed",
            message: { ...message, content: [{ type: "text", text: "Done." }], stopReason: "end_turn" },
          };
    },
  };
}

async function runWorker(store: Store, requests: readonly string[], parts: Partial<CorrectorParts>, parallel: boolean) {
  const log = await openThreadLog(store, "t1");
  if (log.thread.id === "") await log.append([{ v: 1, type: "thread:started", threadId: "t1", host: "coxswain" }]);
  let ids = 0;
  const worker = createWorker({
    log,
    inference: { model: obedientAgent(), system: () => "", tools: [], settings: {}, prices: {} },
    toolbox: { run: async () => ({ status: "done", output: "ok" }), guidance: async () => [] },
    corrector: correctorOn(store, parts),
    parallel,
    graceMs: 1000,
    affordable: { minToolCallsBetween: 0, maxCostShare: 1 },
    maxInferences: 200,
    emit: () => undefined,
    newId: () => `id${(ids += 1)}-${log.thread.messages.length}`,
    now: () => new Date("2026-11-15T10:00:00Z"),
    clock: SYSTEM_CLOCK,
  });
  for (const request of requests) {
    await worker.say(request);
    await worker.resume();
  }
  return log.thread;
}

describe("a judge that always objects, in new words every time", () => {
  const judges: [string, Partial<CorrectorParts>, number][] = [
    ["evidence", { evidence: relentless("evidence") }, 2],
    ["a model", { observer: relentless("model") }, 1],
    ["a model that is believed to be proof", { observer: relentless("evidence", "model") }, 1],
    ["both", { evidence: relentless("evidence"), observer: relentless("model") }, 2],
  ];
  const modes: [string, boolean][] = [
    ["at the end of a turn", false],
    ["beside the tools", true],
  ];
  const cases = judges.flatMap(([who, parts, most]) =>
    modes.map(([when, parallel]) => ({ who, parts, most, when, parallel })),
  );

  it.each(cases)("stops: $who, $when", async ({ parts, most, parallel }) => {
    const thread = await runWorker(createMemoryStore(), ["first", "second", "third"], parts, parallel);
    expect(thread.turns.map((turn) => turn.corrections)).toEqual([most, most, most]);
    expect(thread.turns.every((turn) => turn.outcome === "ended")).toBe(true);
  });

  it.each(modes)("never speaks in shadow, %s", async (_when, parallel) => {
    const parts = { evidence: relentless("evidence"), observer: relentless("model"), shadow: true };
    const thread = await runWorker(createMemoryStore(), ["first", "second"], parts, parallel);
    expect(thread.turns.map((turn) => turn.corrections)).toEqual([0, 0]);
    expect(thread.turns.every((turn) => turn.outcome === "ended")).toBe(true);
  });

  it("gives an answer back as often as attempts are allowed, where answers are verified", async () => {
    const verification = { verifyAll: true, verifyHeartbeat: false, triggerKeywords: [] };
    const parts = { verification, observer: relentless("model"), guard: limitsForAttempts(3, LIMITS.dailyLimit) };
    const thread = await runWorker(createMemoryStore(), ["first", "second"], parts, false);
    expect(thread.turns.map((turn) => turn.corrections)).toEqual([2, 2]);
    expect(thread.turns.every((turn) => turn.outcome === "ended")).toBe(true);
  });

  it("stops at the daily limit, however many requests there are", async () => {
    const parts = { evidence: relentless("evidence"), guard: { ...LIMITS, dailyLimit: 5 } };
    const thread = await runWorker(createMemoryStore(), ["a", "b", "c", "d", "e"], parts, false);
    expect(thread.corrections).toHaveLength(5);
  });

  it("does not get another two by a restart in the middle of a request", async () => {
    const store = createMemoryStore();
    const parts = { evidence: relentless("evidence") };
    await runWorker(store, ["first"], parts, false);
    const again = await runWorker(store, [], { evidence: relentless("evidence", "other") }, false);
    expect(again.turns.map((turn) => turn.corrections)).toEqual([2]);
  });
});

/** One host session as a watcher sees it: a log that can be forked, compacted and resumed. */
interface Session {
  readonly id: string;
  readonly deltas: Delta[];
}

type Move =
  | { readonly type: "stop"; readonly session: number; readonly process: number }
  | { readonly type: "stop twice at once"; readonly session: number }
  | { readonly type: "user"; readonly session: number }
  | { readonly type: "restart"; readonly process: number }
  | { readonly type: "fork"; readonly session: number }
  | { readonly type: "compact"; readonly session: number };

const index = fc.nat(3);
const process_ = fc.nat(1);
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("stop" as const), session: index, process: process_ }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("stop twice at once" as const), session: index }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("user" as const), session: index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("restart" as const), process: process_ }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("fork" as const), session: index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("compact" as const), session: index }) },
);

describe("any sequence of stops, restarts, forks, compactions and messages, in two processes", () => {
  let moves = 0;

  it("never gets more than the limits", async () => {
    let runs = 0;
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 15, maxLength: 45, size: "max" }), async (sequence) => {
        runs += 1;
        moves += sequence.length;
        const granted = await play(sequence, join(folder, `${runs}.db`));
        for (const judges of granted.values()) {
          expect(judges.length).toBeLessThanOrEqual(LIMITS.maxCorrections);
          expect(judges.filter((judge) => judge === "model").length).toBeLessThanOrEqual(LIMITS.maxByModel);
        }
        most = Math.max(most, ...[...granted.values()].map((judges) => judges.length));
        const all = [...granted.values()].flat();
        expect(all.length).toBeLessThanOrEqual(LIMITS.dailyLimit);
      }),
      { numRuns: 60, seed: 20_261_115 },
    );
    expect(most).toBe(LIMITS.maxCorrections);
    report(`loop guard: ${moves} moves in ${runs} sequences, never more than ${LIMITS.maxCorrections} corrections`);
  });

  /** Who was let through, by the person's request. */
  async function play(sequence: readonly Move[], path: string): Promise<Map<string, string[]>> {
    const stores = [await openSqliteStore(path), await openSqliteStore(path)];
    const voices = [relentless("evidence", "e"), relentless("model", "m")];
    const sessions: Session[] = [
      { id: "s0", deltas: [{ v: 1, type: "thread:started", threadId: "s0", host: "claude-code" }, message("u0")] },
    ];
    const granted = new Map<string, string[]>();
    let ids = 0;
    for (const move of sequence) {
      const session = "session" in move ? sessions[move.session % sessions.length]! : undefined;
      switch (move.type) {
        case "user":
          session!.deltas.push(message(`u${(ids += 1)}`));
          break;
        case "compact":
          session!.deltas.push({ v: 1, type: "compacted", summary: "so far" });
          break;
        case "fork":
          sessions.push({
            id: `s${sessions.length}`,
            deltas: [
              { v: 1, type: "thread:started", threadId: `s${sessions.length}`, host: "claude-code" },
              ...session!.deltas.slice(1),
            ],
          });
          break;
        case "restart":
          await stores[move.process]!.close();
          stores[move.process] = await openSqliteStore(path);
          break;
        case "stop":
        case "stop twice at once": {
          session!.deltas.push(...work((ids += 1)));
          const processes = move.type === "stop" ? [move.process] : [0, 1];
          const thread = fold(session!.deltas);
          await Promise.all(processes.map((each) => stop(thread, stores[each]!, voices[(ids + each) % 2]!, session!)));
          break;
        }
        default:
          move satisfies never;
      }
    }
    for (const store of stores) await store.close();
    return granted;

    async function stop(thread: Thread, store: Store, judge: Judge, session: Session): Promise<void> {
      const decision = await correctorOn(store, judge.name === "m" ? { observer: judge } : { evidence: judge }).assess(
        thread,
      );
      if (!decision.inject) return;
      const request = thread.messages[thread.turns.at(-1)!.start]!.id;
      granted.set(request, [...(granted.get(request) ?? []), decision.verdict.judge]);
      const content = [{ type: "text" as const, text: decision.verdict.message! }];
      session.deltas.push({
        v: 1,
        type: "user:message",
        message: { role: "user", id: `c${(ids += 1)}`, source: { type: "course-correction" }, content },
      });
    }
  }
});

function message(id: string): Delta {
  return {
    v: 1,
    type: "user:message",
    message: { role: "user", id, source: { type: "user" }, content: [{ type: "text", text: "fix it" }] },
  };
}

/** Something new happens, and the agent stops. */
function work(number: number): Delta[] {
  const call = {
    type: "tool_use" as const,
    id: `call${number}`,
    name: "Edit",
    input: { file_path: `/r/${number}.ts`, old_string: "a", new_string: `${number}` },
  };
  return [
    {
      v: 1,
      type: "inference:completed",
      message: { role: "assistant", id: `a${number}`, content: [call], stopReason: "tool_use" },
    },
    { v: 1, type: "tool:data", toolUseId: call.id, status: "done", output: "ok" },
    {
      v: 1,
      type: "inference:completed",
      message: {
        role: "assistant",
        id: `b${number}`,
        content: [{ type: "text", text: "Done." }],
        stopReason: "end_turn",
      },
    },
  ];
}

describe("the same request in another session file", () => {
  it("is known again: resumed, forked and compacted sessions share the guard", async () => {
    const store = createMemoryStore();
    const judge = relentless("evidence");
    const assess = (lines: readonly string[]) => correctorOn(store, { evidence: judge }).assess(threadOf(lines));
    const first = transcript("aaaaaaaa-0000-4000-8000-000000000001");
    expect((await assess(first)).inject).toBe(true);
    const resumed = [...first, ...answer("aaaaaaaa-0000-4000-8000-000000000001", 2)];
    expect((await assess(resumed)).inject).toBe(true);
    expect((await assess([...resumed, ...answer("aaaaaaaa-0000-4000-8000-000000000001", 3)])).inject).toBe(false);

    const fork = "bbbbbbbb-0000-4000-8000-000000000002";
    const forked = [...transcript(fork), ...answer(fork, 4)];
    expect(threadOf(forked).id).not.toBe(threadOf(first).id);
    expect((await assess(forked)).inject).toBe(false);

    const compacted = [...forked, ...compaction(fork), ...answer(fork, 5)];
    expect(threadOf(compacted).compactions).toBe(1);
    expect((await assess(compacted)).inject).toBe(false);

    const asked = [
      ...compacted,
      person(fork, "00000000-0000-4000-8000-00000000beef", "now the other file"),
      ...answer(fork, 6),
    ];
    expect((await assess(asked)).inject).toBe(true);
  });

  function threadOf(lines: readonly string[]): Thread {
    const path = join(folder, "session.jsonl");
    writeFileSync(path, `${lines.join("\n")}\n`);
    const growing = startFold();
    readTranscript(path, claudeCode, { onDeltas: (deltas) => growing.add(deltas) });
    return growing.thread;
  }

  function transcript(sessionId: string): string[] {
    return [person(sessionId, "00000000-0000-4000-8000-00000000cafe", "fix the parser"), ...answer(sessionId, 1)];
  }

  function person(sessionId: string, uuid: string, text: string): string {
    return line(sessionId, uuid, { type: "user", message: { role: "user", content: text } });
  }

  function answer(sessionId: string, number: number): string[] {
    const id = (part: number) => `00000000-0000-4000-8000-0000000${number}000${part}`;
    const call = {
      type: "tool_use",
      id: `toolu_${number}`,
      name: "Edit",
      input: { file_path: "/repo/a.ts", old_string: "a", new_string: `${number}` },
    };
    return [
      line(sessionId, id(1), {
        type: "assistant",
        message: { id: `m${number}`, role: "assistant", content: [call], stop_reason: "tool_use" },
      }),
      line(sessionId, id(2), {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${number}`, content: "ok" }] },
      }),
      line(sessionId, id(3), {
        type: "assistant",
        message: {
          id: `n${number}`,
          role: "assistant",
          content: [{ type: "text", text: "Done." }],
          stop_reason: "end_turn",
        },
      }),
    ];
  }

  function compaction(sessionId: string): string[] {
    return [
      line(sessionId, "00000000-0000-4000-8000-00000000c0de", { type: "system", subtype: "compact_boundary" }),
      line(sessionId, "00000000-0000-4000-8000-00000000c0df", {
        type: "user",
        isCompactSummary: true,
        message: { role: "user", content: "This session is being continued. The person asked to fix the parser." },
      }),
    ];
  }

  function line(sessionId: string, uuid: string, record: object): string {
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      ...record,
      uuid,
      timestamp: "2026-03-03T09:00:03.000Z",
      cwd: "/repo",
      sessionId,
      version: "2.1.39",
    });
  }
});
