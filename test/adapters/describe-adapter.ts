import { pathToFileURL } from "node:url";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdapterOptions } from "../../src/adapters/watch.ts";
import type { Decision } from "../../src/corrector.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted.ts";
import { createObserver } from "../../src/observer/observer.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { type Judge, verdictOf } from "../../src/verdict.ts";
import { installed } from "../agents/install.ts";
import type { Pinned } from "../agents/program.ts";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { relentless } from "../support/relentless.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Bench, createBench, FALSE_CLOSING, TASK, tell, TRUE_CLOSING, WIRE_USAGE } from "./story.ts";

/** One run of an agent in a framework, watched. */
export interface RunInput {
  /** The conversation, in the framework's own messages; it ends with what the agent is to answer. */
  readonly history: readonly unknown[];
  readonly bench: Bench;
  readonly url: string;
  readonly options: AdapterOptions;
  readonly signal?: AbortSignal;
  /** Given: the run is streamed, and each piece of text goes here. */
  readonly onText?: (text: string) => void;
}

export interface RunOutput {
  readonly text: string;
  /** The conversation with what the agent added. */
  readonly history: readonly unknown[];
  /** What the framework counts as the agent's own tokens. */
  readonly inputTokens: number;
}

/** A framework, as the cases need it; `load` brings a module of the real package. */
export interface Framework extends Pinned {
  readonly title: string;
  /** A message of the person. */
  readonly person: (text: string) => unknown;
  /** The text of a message in the person's role; undefined for others. */
  readonly personsText: (message: unknown) => string | undefined;
  readonly run: (load: Load, input: RunInput) => Promise<RunOutput>;
  /** It can be told something while it works. */
  readonly isParallel?: boolean;
}

/** What comes from a package that is not installed beside this file: nothing tells its types. */
// oxlint-disable-next-line typescript/no-explicit-any -- examples/ holds the adapters to the frameworks' types
export type Foreign = any;
export type Load = (name: string) => Promise<Foreign>;

const THREAD = "a conversation";
const TOOLS = { runTests: "execute" } as const;

/** What every adapter keeps to, with the real framework and a provider's wire on loopback. */
export function describeAdapter(framework: Framework): void {
  const found = installed(framework);
  describe.skipIf(found.type === "missing")(`${framework.title} ${versionOf(framework)}`, () => {
    let server: ProviderServer;
    let load: Load;
    beforeAll(async () => {
      server = await startProviderServer(tell);
      load = await loaderOf(framework);
    });
    afterAll(() => server.close());

    /** Watched by evidence alone, unless the case says otherwise. */
    async function run(given: Partial<RunInput> = {}, options: AdapterOptions = {}) {
      const decisions: Decision[] = [];
      const bench = given.bench ?? createBench(2);
      server.reply(tell);
      const onDecision = (decision: Decision) => void decisions.push(decision);
      const output = await framework.run(load, {
        history: [framework.person(TASK)],
        url: server.url,
        ...given,
        bench,
        options: { threadId: THREAD, tools: TOOLS, gate: { minToolCalls: 1 }, onDecision, ...options },
      });
      return { ...output, bench, decisions, injected: decisions.filter(({ inject }) => inject) };
    }

    it("a false report is corrected once, and the agent goes on", async () => {
      const { text, bench, injected } = await run();
      expect(injected).toHaveLength(1);
      expect(injected[0]?.verdict).toMatchObject({ judge: "evidence", message: expect.stringContaining('"runTests"') });
      expect(bench.edits()).toBe(2);
      expect(text).toContain(TRUE_CLOSING);
      const heard = server.received.at(-1)?.said.filter(({ role }) => role !== "system");
      expect(JSON.stringify(heard)).toContain("the last run of the tests failed");
    });

    it("an honest run is left alone", async () => {
      const { text, injected, decisions } = await run({ bench: createBench(1) });
      expect(text).toContain(FALSE_CLOSING);
      expect([injected, decisions]).toMatchObject([[], [{ verdict: { verdict: "ok" } }]]);
      expect(server.received).toHaveLength(3);
    });

    it("in shadow it is only told to the log", async () => {
      const { text, decisions } = await run({}, { mode: "shadow" });
      expect(text).toContain(FALSE_CLOSING);
      expect(decisions).toMatchObject([{ inject: false, verdict: { verdict: "correct" } }]);
    });

    it("a judge that always objects stops at 2 over 20 runs, restarts and cut histories", async () => {
      const path = join(temporaryDirectory(), "coxswain.db");
      const evidence = relentless();
      const told: (string | null)[] = [];
      let history: readonly unknown[] = [framework.person(TASK)];
      for (let round = 0; round < 20; round += 1) {
        const store = await openSqliteStore(path);
        const output = await run({ history }, { evidence, store });
        await store.close();
        told.push(...output.injected.map(({ verdict }) => verdict.message));
        // Told once more from the last word of the person's side; now and then all before it is cut off.
        const last = output.history.findLastIndex((message) => framework.personsText(message) !== undefined);
        history = output.history.slice(round % 3 === 2 ? last : 0, last + 1);
      }
      expect(told).toHaveLength(2);
      expect(new Set(told).size).toBe(2);
    });

    it.each<[string, AdapterOptions]>([
      ["a judge that throws", { evidence: { name: "x", assess: () => Promise.reject(new Error("broken")) } }],
      ["a judge that never answers", { evidence: silent(), timeoutMs: 100 }],
      ["a store that is gone", { store: { readGuard: gone, updateGuard: gone } }],
      ["a log that throws", { mode: "shadow", onDecision: () => Promise.reject(new Error("full")) }],
    ])("breaks nothing: %s", async (_, options) => {
      const { text, injected } = await run({}, options);
      expect(text).toContain(FALSE_CLOSING);
      expect(injected).toEqual([]);
    });

    it("an abort while we look ends the run as without us", async () => {
      const abort = new AbortController();
      const evidence: Judge = {
        name: "slow",
        async assess() {
          abort.abort();
          await delay(50);
          return { ...verdictOf("evidence", "correct", ""), message: "never said" };
        },
      };
      const ended = await run({ signal: abort.signal }, { evidence }).catch(() => ({ injected: [] }));
      expect(ended.injected).toEqual([]);
      expect(server.received).toHaveLength(3);
    });

    it("what the observer uses is in the decision, not in the agent's account", async () => {
      const decision = { input: { needsCorrection: false }, usage: { inputTokens: 7777, outputTokens: 7 } };
      const observer = createObserver({
        models: [createScriptedModel("scripted/observer", { decisions: [decision] })],
      });
      const { inputTokens, decisions } = await run({ bench: createBench(1) }, { observer });
      const used = decisions.flatMap(({ verdict }) => verdict.usage);
      expect(JSON.stringify(used)).toContain("7777");
      expect(inputTokens).toBe(3 * WIRE_USAGE.input);
    });

    const itIfParallel = framework.isParallel ? it : () => undefined;
    itIfParallel("in parallel mode it is told while it works", async () => {
      const evidence: Judge = {
        name: "evidence",
        assess: ({ trigger, thread }) =>
          trigger === "parallel" && thread.corrections.length === 0
            ? { ...verdictOf("evidence", "correct", ""), message: "Look at src/list.ts as well.", confidence: 1 }
            : verdictOf("evidence", "ok", ""),
      };
      const { injected } = await run({}, { evidence, mode: "parallel" });
      expect(injected).toHaveLength(1);
      const at = server.received.findIndex(({ said }) => JSON.stringify(said).includes("Look at src/list.ts as well."));
      const closing = server.received.findIndex(({ said }) => JSON.stringify(said).includes(FALSE_CLOSING));
      expect(at, "before it said that it was done").toBeGreaterThan(0);
      expect(closing).toBe(-1);
    });

    it("a stream is there before we look at its end", async () => {
      const texts: string[] = [];
      let heard = "";
      const evidence: Judge = {
        name: "slow",
        async assess() {
          await delay(200);
          heard = texts.join("");
          return verdictOf("evidence", "ok", "");
        },
      };
      const { text } = await run({ onText: (piece) => void texts.push(piece) }, { evidence });
      expect(text).toContain(FALSE_CLOSING);
      const closing = FALSE_CLOSING.split(/(?<= )/)
        .slice(0, -1)
        .join("");
      expect(heard, "all but one piece").toContain(closing);
    });

    it("a streamed run is corrected as well", async () => {
      const texts: string[] = [];
      const { text, injected } = await run({ onText: (piece) => void texts.push(piece) });
      expect(injected).toHaveLength(1);
      expect(text).toContain(TRUE_CLOSING);
      expect(texts.join("")).toMatch(/Done! All tests pass\.[^]*now they pass/);
    });
  });
}

/** With the reason, where it is not there. */
export function versionOf(pinned: Pinned): string {
  const found = installed(pinned);
  return found.type === "missing" ? `${pinned.version} (${found.reason})` : pinned.version;
}

/** The module beside which it lies decides which package is found. */
export async function loaderOf(framework: Pinned): Promise<Load> {
  const found = installed(framework);
  if (found.type === "missing") throw new Error(found.reason);
  const file = join(found.modules, "load-for-tests.mjs");
  writeFileSync(file, "export const load = (name) => import(name);\n");
  const { load } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return load;
}

function silent(): Judge {
  return { name: "silent", assess: () => new Promise(() => undefined) };
}

async function gone(): Promise<never> {
  throw new Error("the disk is gone");
}
