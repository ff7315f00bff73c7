import { execFile } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadThread } from "../src/session/load-thread.ts";
import { loadConfig } from "../src/config.ts";
import { type Decision, judgeTurn } from "../src/corrector.ts";
import { CoxError, describeError } from "../src/text/errors.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { claudeCode } from "../src/hosts/claude-code/claude-code.ts";
import { readTranscript } from "../src/hosts/transcript.ts";
import { SYSTEM_CLOCK } from "../src/models/clock.ts";
import { FAILURE_CODES, failure } from "../src/models/failure.ts";
import type { Model } from "../src/models/model.ts";
import { createModel } from "../src/models/providers.ts";
import { createMemoryStore } from "../src/store/memory.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import type { Thread } from "../src/thread/thread.ts";
import { lastTurn } from "../src/thread/turns.ts";
import { assess, doubtfulThread, falseThread, observerModel } from "./support/fault-scenes.ts";
import {
  type Fault,
  type FaultRun,
  giving,
  rejecting,
  runWithFaults,
  type Scenario,
  STORE_FAULTS,
  systemError,
  throwing,
} from "./support/faults.ts";
import { type ProviderServer, startProviderServer } from "./support/provider-server/server.ts";
import type { Reply } from "./support/provider-server/reply.ts";
import { report } from "./support/report.ts";
import { workerTurn, type WorkerOutcome } from "./support/worker-scene.ts";

const folder = mkdtempSync(join(tmpdir(), "cox-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fault points that were really tried, by what they were aimed at. */
const covered = new Map<string, number>();
const cover = (what: string, points: number) => covered.set(what, (covered.get(what) ?? 0) + points);
let places = 0;
const place = (): string => {
  const directory = join(folder, String((places += 1)));
  mkdirSync(directory);
  return directory;
};

/** An empty store, made once: to make one anew takes longer than most of the runs. */
const empty = join(folder, "empty.db");
beforeAll(async () => (await openSqliteStore(empty)).close());
const placeWithStore = (): string => {
  const directory = place();
  copyFileSync(empty, join(directory, "store.db"));
  return directory;
};

const never = () => new Promise(() => undefined);
const failed = (code: (typeof FAILURE_CODES)[number]) => ({
  ok: false,
  failure: failure(code, `it said ${code}`),
  durationMs: 1,
});

const MODEL_FAULTS: readonly Fault[] = [
  ...FAILURE_CODES.map((code) => giving(`fails with ${code}`, async () => failed(code))),
  giving("is limited for an hour", async () => ({
    ...failed("rate-limit"),
    failure: { ...failure("rate-limit", "slow down"), retryAfterMs: 3_600_000 },
  })),
  rejecting("name cannot be resolved", () => systemError("ENOTFOUND", "getaddrinfo")),
  rejecting("TLS fails", () => systemError("ERR_TLS_CERT_ALTNAME_INVALID", "certificate")),
  rejecting("connection reset", () => systemError("ECONNRESET", "read")),
  rejecting("out of file handles", () => systemError("EMFILE", "too many open files")),
  throwing("throws at once", () => new TypeError("undefined is not a function")),
  throwing("throws no error", () => "just text"),
  giving("never answers", never),
  giving("answers nothing", async () => undefined),
  giving("answers with the wrong shape", async () => ({ ok: true, value: { needsCorrection: "yes" }, durationMs: 1 })),
  giving("answers a step that is not there", async () => ({
    ok: true,
    value: { needsCorrection: true, message: "x", confidence: 1, steps: [99] },
    durationMs: 1,
  })),
  giving("answers a confidence of nonsense", async () => ({
    ok: true,
    value: { needsCorrection: true, message: "x", confidence: Number.NaN, steps: [] },
    durationMs: 1,
  })),
];

const jump = (years: number) => giving(`jumps ${years} years`, () => new Date(Date.now() + years * 365 * 86_400_000));
const TIME_FAULTS: readonly Fault[] = [
  jump(-30),
  jump(30),
  giving("is no time", () => new Date(Number.NaN)),
  throwing("throws", () => new Error("no clock")),
];
const CLOCK_FAULTS: readonly Fault[] = [
  giving("jumps back", () => -1e12),
  giving("jumps ahead", () => 1e12),
  giving("is no number", () => Number.NaN),
];

/** One assessment over a real file, with every seam that it has. */
function assessment(
  name: string,
  thread: () => Thread,
  model: () => Model,
): Scenario<Decision & { readonly raised: boolean }> {
  return {
    name,
    async run(wrap) {
      const store = await openSqliteStore(join(placeWithStore(), "store.db"));
      const outside = wrap("store", store);
      const time = wrap("time", { now: () => new Date() });
      const redaction = wrap("redaction", { redact: (text: string) => text });
      const state = wrap("state", { stateOf: () => "state" });
      try {
        const decision = await assess(thread(), {
          store: outside,
          model: wrap("model", model()),
          clock: wrap("clock", SYSTEM_CLOCK),
          now: () => time.now(),
          redact: (text) => redaction.redact(text),
          corrector: { stateOf: () => state.stateOf() },
        });
        const request = thread().messages[0]!.id;
        return { ...decision, raised: (await store.readGuard(`request:claude-code:${request}`)) !== undefined };
      } finally {
        await store.close();
      }
    },
  };
}

const SEAM_FAULTS = {
  store: STORE_FAULTS,
  model: MODEL_FAULTS,
  time: TIME_FAULTS,
  clock: CLOCK_FAULTS,
  redaction: [throwing("throws", () => new RangeError("too much recursion"))],
  state: [throwing("throws", () => new RangeError("too much recursion"))],
};

describe("an assessment with one fault at any step", () => {
  const scenes: Scenario<Decision & { readonly raised: boolean }>[] = [
    assessment("the record proves an objection", falseThread, () => observerModel(null)),
    assessment("the observer objects", doubtfulThread, () => observerModel(0.95)),
    assessment("the observer objects and a closer look is taken", doubtfulThread, () => observerModel(0.6)),
    assessment("the observer is silent", doubtfulThread, () => observerModel(null)),
  ];

  it.each(scenes)(
    "lets the agent stop and says why: $name",
    async (scene) => {
      const { peace, runs } = await runWithFaults(scene, SEAM_FAULTS, 5000);
      cover(`an assessment in which ${scene.name}`, runs.length);
      expect(peace.inject).toBe(!scene.name.includes("silent"));
      expect(runs.length).toBeGreaterThan(20);
      expect(runs.flatMap((run) => troublesOf(run, peace))).toEqual([]);
    },
    120_000,
  );

  function troublesOf(run: FaultRun<Decision & { readonly raised: boolean }>, peace: Decision): string[] {
    const where = `${run.point.seam}.${run.point.method} #${run.point.call}, ${run.fault.name}`;
    if (!run.outcome.ended) return [`${where}: ${String(run.outcome.error)}`];
    const { inject, raised, verdict, tell } = run.outcome.value;
    const quiet = verdict.verdict === "ok" || verdict.verdict === "blocked";
    return [
      // Nothing is ever said that the guard does not know of.
      ...(inject && !raised ? [`${where}: injected without leave`] : []),
      ...(inject && verdict.verdict !== "correct" ? [`${where}: injected a ${verdict.verdict}`] : []),
      // What would have been said is said to somebody, or the reason is.
      ...(peace.inject && !inject && quiet ? [`${where}: lost silently`] : []),
      ...(peace.inject && !inject && verdict.verdict === "correct" && !tell
        ? [`${where}: withheld without a word`]
        : []),
      ...(verdict.verdict === "unchecked" && verdict.reason.trim() === ""
        ? [`${where}: unchecked without a reason`]
        : []),
    ];
  }
});

/** What a faulty run left, and what going on with it without a fault gave. */
interface WorkedTwice extends WorkerOutcome {
  readonly again: WorkerOutcome;
}

describe("a worker's turn with one fault at any step", () => {
  const faults = {
    observer: MODEL_FAULTS.filter(({ name }) => !name.includes("hour")),
    time: TIME_FAULTS,
    clock: CLOCK_FAULTS,
    tools: [
      rejecting("rejects", () => systemError("ENOSPC", "no space left on device")),
      rejecting("out of file handles", () => systemError("EMFILE", "too many open files")),
    ],
    agent: [
      throwing("throws", () => systemError("ECONNRESET", "read")),
      // What a failure is called makes no difference here: one of each kind.
      ...(["timeout", "rate-limit", "auth", "too-large", "crash"] as const).map((code) =>
        giving(`fails with ${code}`, async function* () {
          yield { type: "failed", failure: failure(code, `it said ${code}`) };
        }),
      ),
      giving("ends without an end", async function* () {}),
      giving("breaks off", async function* () {
        yield { type: "text", text: "I" };
        throw systemError("ECONNRESET", "read");
      }),
    ],
  };

  it.each([false, true])(
    "ends, loses nothing, says why, and can be gone on with (beside the tools: %s)",
    async (parallel) => {
      const scene: Scenario<WorkedTwice> = {
        name: "worker",
        async run(wrap) {
          const directory = placeWithStore();
          const first = await workerTurn(directory, wrap, parallel, "make a file that says two");
          return { ...first, again: await workerTurn(directory, (_seam, target) => target, parallel) };
        },
      };
      // The store's calls are the same both ways: each takes every other fault.
      const store = STORE_FAULTS.filter((_fault, index) => index % 2 === Number(parallel));
      const { peace, runs } = await runWithFaults(scene, { ...faults, store }, 8000);
      cover(`a worker's turn${parallel ? ", beside the tools" : ""}`, runs.length);
      expect(peace).toMatchObject({ error: undefined, lost: 0 });
      expect(lastTurn(peace.thread)).toMatchObject({ outcome: "ended", corrections: 1 });
      expect(runs.flatMap(troublesOf)).toEqual([]);
    },
    120_000,
  );

  function troublesOf(run: FaultRun<WorkedTwice>): string[] {
    const where = `${run.point.seam}.${run.point.method} #${run.point.call}, ${run.fault.name}`;
    if (!run.outcome.ended) return [`${where}: ${String(run.outcome.error)}`];
    const { error, events, lost, thread, again } = run.outcome.value;
    const said =
      error !== undefined ||
      events.some((event) =>
        event.type === "assessment:finished"
          ? event.decision.verdict.verdict === "unchecked" || event.decision.tell !== undefined
          : event.type === "delta" && (event.delta.type === "error" || event.delta.type === "cancelled"),
      );
    const asPlanned = lastTurn(thread)?.outcome === "ended" && lastTurn(thread)?.corrections === 1;
    const turn = lastTurn(again.thread);
    return [
      ...(lost > 0 ? [`${where}: ${lost} shown deltas are not in the store`] : []),
      ...(said || asPlanned ? [] : [`${where}: nothing was said`]),
      ...(again.error === undefined ? [] : [`${where}: cannot be gone on with: ${describeError(again.error)}`]),
      ...(again.thread.pending.size > 0 ? [`${where}: calls are left open`] : []),
      ...(turn?.outcome === "open" ? [`${where}: the turn is left open`] : []),
      ...((turn?.corrections ?? 0) > 2 ? [`${where}: corrected ${turn?.corrections} times`] : []),
    ];
  }
});

describe("an observer behind a real connection that fails", () => {
  let server: ProviderServer;
  let plain: { readonly port: number; close(): void };
  beforeAll(async () => {
    server = await startProviderServer(() => ({ type: "silence" }));
    const listening = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    plain = { port: (listening.address() as AddressInfo).port, close: () => listening.close() };
  });
  afterAll(async () => {
    await server.close();
    plain.close();
  });

  const call = { name: "course_correct", input: { needsCorrection: false, message: null, confidence: 1, steps: [] } };
  const replies: Readonly<Record<string, Reply>> = {
    "500": { type: "error", status: 500, message: "internal" },
    "502": { type: "raw", status: 502, contentType: "text/html", body: "<html>Bad gateway</html>" },
    "503": { type: "error", status: 503, message: "unavailable" },
    "529": { type: "error", status: 529, message: "overloaded" },
    "429": { type: "error", status: 429, message: "slow down" },
    "429 for an hour": { type: "error", status: 429, message: "slow down", headers: { "retry-after": "3600" } },
    "429 with nonsense": { type: "error", status: 429, message: "slow down", headers: { "retry-after": "soon" } },
    quota: { type: "error", status: 429, message: "insufficient_quota: check your billing" },
    "401": { type: "error", status: 401, message: "bad key" },
    "403": { type: "error", status: 403, message: "forbidden" },
    "404": { type: "error", status: 404, message: "model not found" },
    "413": { type: "error", status: 413, message: "too large" },
    "400": { type: "error", status: 400, message: "bad request" },
    silence: { type: "silence" },
    "slow drip": { type: "answer", calls: [call], dripMs: 200 },
    "reset at once": { type: "answer", calls: [call], cutAfter: 0 },
    "reset in the middle": { type: "answer", calls: [call], cutAfter: 5 },
    "reset at the end": { type: "answer", calls: [call], cutAfter: -1 },
    "no JSON": { type: "raw", body: "certainly! here is my verdict" },
    "half JSON": { type: "raw", body: '{"id":"x","choices":[{"mess' },
    "other JSON": { type: "raw", body: '{"hello":[1,2,3]}' },
    "empty body": { type: "raw", body: "" },
    "a redirect": { type: "raw", status: 302, body: "" },
    oversized: { type: "raw", body: `{"x":"${"y".repeat(12_000_000)}"}` },
    "another tool": { type: "answer", calls: [{ name: "rm_rf", input: {} }] },
    "no call": { type: "answer", text: ["all good"] },
    "two calls": { type: "answer", calls: [call, call] },
    "broken arguments": { type: "answer", calls: [{ name: "course_correct", input: '{"needsCorr' }] },
    "an oversized argument": {
      type: "answer",
      calls: [
        {
          name: "course_correct",
          input: { needsCorrection: true, message: "m".repeat(3_000_000), confidence: 2, steps: [] },
        },
      ],
    },
    "cut by its length": { type: "answer", stop: "length", text: ["I"] },
    refusal: { type: "answer", stop: "refusal", text: ["no"] },
  };
  const PROVIDERS = ["anthropic/claude-sonnet-5", "openai/gpt-5.4", "google/gemini-3.1-pro-preview", "own/model"];

  it("lets the agent stop and says why, whatever the provider answers", async () => {
    const trials = PROVIDERS.flatMap((name) =>
      Object.entries(replies).map(([what, reply]) => troubleWith(name, what, reply)),
    );
    const troubles = await Promise.all(trials);
    cover("a provider over HTTP", troubles.length);
    expect(troubles.flat()).toEqual([]);
  }, 60_000);

  it.each([
    ["a name that does not exist", () => "http://nowhere.invalid"],
    ["a closed port", () => "http://127.0.0.1:1"],
    ["TLS where there is none", () => `https://127.0.0.1:${plain.port}`],
    ["a server of something else", () => `http://127.0.0.1:${plain.port}`],
  ])("lets the agent stop and says why: %s", async (_what, url) => {
    const decisions = await Promise.all(
      PROVIDERS.map((name) =>
        assess(doubtfulThread(), { store: createMemoryStore(), model: modelAt(url(), name), timeoutMs: 400 }),
      ),
    );
    for (const decision of decisions) {
      expect(decision).toMatchObject({
        inject: false,
        verdict: { verdict: "unchecked", reason: expect.stringMatching(/\w/) },
      });
      cover("a provider over HTTP", 1);
    }
  });

  it("goes to the next model of the list when the first is limited, and to evidence alone when all are", async () => {
    const { createObserver } = await import("../src/observer/observer.ts");
    const limited: Reply = { type: "error", status: 429, message: "slow down" };
    const objecting = {
      name: "course_correct",
      input: { needsCorrection: true, message: "you never ran the tests", confidence: 0.95, steps: [1] },
    };
    const models = PROVIDERS.slice(0, 2).map((name) => modelAt(server.url, name));
    const observer = createObserver({ models }, { timeoutMs: 1500 });
    const decide = () =>
      assess(doubtfulThread(), { store: createMemoryStore(), model: models[0]!, corrector: { observer } });

    server.reply((asked) =>
      asked.protocol.startsWith("anthropic") ? limited : { type: "answer", calls: [objecting] },
    );
    expect(await decide()).toMatchObject({
      inject: true,
      verdict: { judge: "model", message: "you never ran the tests" },
    });
    const tries = server.received.filter((asked) => asked.protocol.startsWith("anthropic")).length;
    expect(tries).toBeGreaterThan(1);

    server.reply(() => limited);
    expect(await decide()).toMatchObject({
      inject: false,
      verdict: { verdict: "unchecked", reason: expect.stringMatching(/limit|429/i) },
    });
    const proven = await assess(falseThread(), {
      store: createMemoryStore(),
      model: models[0]!,
      corrector: { observer },
    });
    expect(proven).toMatchObject({ inject: true, verdict: { judge: "evidence" } });
  });

  /** Each on a server of its own, so that all can wait at once. */
  async function troubleWith(name: string, what: string, reply: Reply): Promise<string[]> {
    const own = await startProviderServer(() => reply);
    try {
      const model = modelAt(own.url, name);
      const { inject, verdict } = await assess(doubtfulThread(), { store: createMemoryStore(), model, timeoutMs: 600 });
      const said = verdict.verdict === "unchecked" && verdict.reason !== "";
      return said && !inject ? [] : [`${name}, ${what}: ${JSON.stringify(verdict).slice(0, 200)}`];
    } finally {
      await own.close();
    }
  }

  function modelAt(url: string, name: string): Model {
    const provider = name.slice(0, name.indexOf("/"));
    const path = { anthropic: "/v1", openai: "/v1", google: "/v1beta", own: "/v1" }[provider] ?? "";
    return createModel(name, {
      keys: { [provider]: "k" },
      providers: { [provider]: { baseURL: `${url}${path}` } },
      variables: {},
    });
  }
});

describe("a transcript that changes under the reader", () => {
  const SAMPLE = readFileSync(new URL("../samples/claude-code-false-done.jsonl", import.meta.url));

  it("is read as far as it goes, wherever it was cut, and read on when it has grown", async () => {
    const path = join(place(), "session.jsonl");
    const lineEnds = [...SAMPLE.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1);
    const cuts = lineEnds.flatMap((end, index) => [
      end,
      end - 1,
      Math.floor((end + (lineEnds[index - 1] ?? 0)) / 2),
      Math.max(1, end - 3),
    ]);
    writeFileSync(path, SAMPLE);
    const whole = deltasOf(path);
    for (const cut of cuts) {
      writeFileSync(path, SAMPLE.subarray(0, cut));
      const seen: unknown[] = [];
      const from = readTranscript(path, claudeCode, { onDeltas: (deltas) => seen.push(...deltas) });
      appendFileSync(path, SAMPLE.subarray(cut));
      readTranscript(path, claudeCode, { from, onDeltas: (deltas) => seen.push(...deltas) });
      expect(seen).toEqual(whole);
    }
    cover("a transcript that grows", cuts.length);
  });

  it("is refused in words when it is gone, rotated, replaced or no file", async () => {
    const directory = place();
    const path = join(directory, "session.jsonl");
    writeFileSync(path, SAMPLE);
    const position = readTranscript(path, claudeCode, { onDeltas: () => undefined });
    const states: Readonly<Record<string, () => void>> = {
      missing: () => rmSync(path, { force: true, recursive: true }),
      "moved away": () => (writeFileSync(path, SAMPLE), renameSync(path, `${path}.1`)),
      "cut to nothing": () => writeFileSync(path, ""),
      shorter: () => (writeFileSync(path, SAMPLE), truncateSync(path, 100)),
      "a directory": () => (rmSync(path, { force: true }), mkdirSync(path)),
      "a link to itself": () => (rmSync(path, { force: true, recursive: true }), symlinkSync(path, path)),
      "a link to nothing": () => (rmSync(path, { force: true }), symlinkSync(join(directory, "nowhere"), path)),
      binary: () => (rmSync(path, { force: true }), writeFileSync(path, Buffer.alloc(5000))),
      "something else": () => writeFileSync(path, "hello\nworld\n"),
      "an endless line": () => writeFileSync(path, `{"type":"user","message":"${"x".repeat(3_000_000)}`),
    };
    for (const [what, make] of Object.entries(states)) {
      make();
      expect(() => loadThread(path), what).toThrow(CoxError);
      cover("a transcript that is not there any more", 1);
    }
    writeFileSync(path, SAMPLE.subarray(0, 500));
    expect(() => readTranscript(path, claudeCode, { from: position, onDeltas: () => undefined })).toThrow(/shorter/);
  });

  it("gives a judgement however much of it is there", async () => {
    const path = join(place(), "session.jsonl");
    const evidence = createEvidenceJudge();
    for (let cut = 200; cut < SAMPLE.length; cut += Math.ceil(SAMPLE.length / 40)) {
      writeFileSync(path, SAMPLE.subarray(0, cut));
      const thread = tryLoad(path);
      const turn = thread && lastTurn(thread);
      const gate = { minToolCalls: 0, minEdits: 0, skipModes: [], allow: [] };
      const verdict = turn ? (await judgeTurn({ gate, evidence }, thread, turn)).verdict.verdict : "unchecked";
      expect(["ok", "correct", "blocked", "unchecked"]).toContain(verdict);
      cover("a transcript that is half there", 1);
    }
  });

  function deltasOf(path: string): unknown[] {
    const seen: unknown[] = [];
    readTranscript(path, claudeCode, { onDeltas: (deltas) => seen.push(...deltas) });
    return seen;
  }

  function tryLoad(path: string): Thread | undefined {
    try {
      return loadThread(path).thread;
    } catch (error) {
      if (error instanceof CoxError) return undefined;
      throw error;
    }
  }
});

describe("a process that is killed in the middle of an assessment", () => {
  it("leaves a store that can be used, and never more corrections than allowed", async () => {
    const calm = await run(join(place(), "store.db"), 0, "before");
    const { calls } = JSON.parse(calm.out) as { calls: number };
    expect(calls).toBeGreaterThan(1);
    // Before a call the disk is as it was after the one before it.
    const moments = Array.from({ length: calls }, (_, index) => index + 1);
    await Promise.all([killedAt(1, "before"), ...moments.map((call) => killedAt(call, "after"))]);
  }, 60_000);

  async function killedAt(call: number, when: string): Promise<void> {
    const path = join(place(), "store.db");
    expect((await run(path, call, when)).signal).toBe("SIGKILL");
    const store = await openSqliteStore(path);
    const granted: boolean[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const corrector = { stateOf: () => `state ${attempt}` };
      granted.push((await assess(falseThread(), { store, model: observerModel(null), corrector })).inject);
    }
    await store.close();
    expect(granted.filter(Boolean).length).toBeLessThanOrEqual(2);
    cover("a killed process", 1);
  }

  function run(path: string, call: number, when: string): Promise<{ out: string; signal: NodeJS.Signals | null }> {
    const child = fileURLToPath(new URL("support/fault-child.ts", import.meta.url));
    return new Promise((resolve) => {
      const words = [child, path, String(call), when];
      const started = execFile(process.execPath, words, (_error, out) => resolve({ out, signal: started.signalCode }));
    });
  }
});

describe("a configuration that is broken", () => {
  it("never keeps the agent from stopping: what can be read holds, the rest is said", () => {
    const broken = [
      "",
      "{",
      "[]",
      "null",
      '{"mode": 7}',
      '{"observer": {"model": {}}}',
      '{"gate": null}',
      "\u0000\u0001",
      '{"guard": {"maxCorrections": -1}}',
      '{"store": {"path": "relative"}}',
      `{"x": ${"[".repeat(5000)}`,
    ];
    for (const text of broken) {
      const files = {
        read: (file: string) => (file.endsWith("config.json") ? text : undefined),
        exists: () => false,
        realPath: (file: string) => file,
      };
      const { config, problems } = loadConfig({ cwd: "/p", home: "/h", env: {}, tolerant: true, files });
      expect(config.guard.maxCorrections).toBe(2);
      expect(problems.length, text).toBeGreaterThan(text.trim() === "" ? -1 : 0);
      cover("a broken configuration", 1);
    }
  });
});

describe("the faults", () => {
  it("were many", () => {
    const total = [...covered.values()].reduce((sum, points) => sum + points, 0);
    for (const [what, points] of covered) report(`  ${String(points).padStart(4)}  ${what}`);
    report(`faults: ${total} points covered; after each one the agent may stop, and the reason is recorded or shown`);
    expect(total).toBeGreaterThan(500);
  });
});
