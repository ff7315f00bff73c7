import { AsyncLocalStorage } from "node:async_hooks";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { HookRequest } from "../../src/hook/hook-run.ts";
import { type HookResult, runHook } from "../../src/hook/run-hook.ts";
import type { VerdictRecord } from "../../src/store/records.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { ClaudeSession } from "./claude-session.ts";
import type { Fault, Scenario, Wrap } from "./faults.ts";
import { HookPlace, unlabelled } from "./hook-place.ts";
import { withSystem } from "./system-faults.ts";

/** One call of the hook, as a host makes it. */
export interface HookScene {
  readonly name: string;
  /** What the host says, beside what it always says. */
  readonly event: Readonly<Record<string, unknown>>;
  /** Where a model may take so many seconds. */
  readonly settings: (seconds: number) => object;
  readonly session: () => ClaudeSession;
  /** A store that has been used before. */
  readonly usedStore?: string;
  /** What else is on the machine. */
  readonly prepare?: (place: HookPlace) => void;
}

export interface HookOutcome {
  readonly output: string;
  readonly error: unknown;
  readonly timedOut: boolean;
  readonly kept: Kept;
}

export interface Kept {
  readonly verdicts: readonly VerdictRecord[];
  readonly modelCalls: number;
  /** Corrections of the scene's request that the guard knows of. */
  readonly raised: number;
}

/** The hook takes half of the time that the host gives it, where that is little. */
const HASTE = { seconds: 0.4, withinMs: 1600 };
const PATIENCE = { seconds: 20, withinMs: 60_000 };

/** A scene whose steps are all the calls to the system, to the clock and to the program beside the agent. */
export function hookScenario(scene: HookScene): Scenario<HookOutcome> {
  return {
    name: scene.name,
    async run(wrap, inPeace = false) {
      const limits = inPeace ? PATIENCE : HASTE;
      const place = new HookPlace().settings(scene.settings(limits.seconds)).write(scene.session().text());
      try {
        if (scene.usedStore !== undefined) {
          mkdirSync(dirname(place.store), { recursive: true });
          copyFileSync(scene.usedStore, place.store);
        }
        scene.prepare?.(place);
        const first = await places.run(place, () => hookUnder(wrap, place, scene.event, limits.withinMs));
        return { ...first, kept: await keptAt(place.store) };
      } finally {
        place.remove();
      }
    },
  };
}

const places = new AsyncLocalStorage<HookPlace>();

/** Not a failing call: something else has happened in the place when the call is made. */
export function meanwhile(name: string, happen: (place: HookPlace) => void): Fault {
  return {
    name,
    happen(real) {
      const place = places.getStore();
      if (place) happen(place);
      return real();
    },
  };
}

async function hookUnder(
  wrap: Wrap,
  place: HookPlace,
  event: HookScene["event"],
  withinMs: number,
): Promise<Pick<HookOutcome, "output" | "error" | "timedOut">> {
  const clock = wrap("clock", { now: () => Date.now() });
  const running: Promise<unknown>[] = [];
  const beside = wrap("beside", {
    start: () => {
      const run = once({ beside: true, withinMs: undefined });
      running.push(run);
      return run;
    },
  });
  return withSystem(wrap, async () => {
    try {
      return { ...(await once({ startBeside: async () => void (await beside.start()) })), error: undefined };
    } catch (error) {
      return { output: "", error, timedOut: false };
    } finally {
      await Promise.allSettled(running);
    }
  });

  function once(change: Partial<HookRequest>): Promise<HookResult> {
    return runHook({
      named: "claude-code",
      input: place.input(event),
      env: place.env,
      cwd: place.root,
      withinMs,
      startedAt: Date.now(),
      clock: () => clock.now(),
      ...change,
    });
  }
}

async function keptAt(path: string): Promise<Kept> {
  const store = await openSqliteStore(path);
  try {
    const usage = await store.usage();
    const request = await store.readGuard("request:claude-code:line_5f0c2a9e_1");
    const raised = (request as { raised: readonly unknown[] } | undefined)?.raised.length ?? 0;
    return {
      verdicts: await store.listVerdicts(),
      modelCalls: usage.reduce((sum, row) => sum + row.calls, 0),
      raised,
    };
  } finally {
    await store.close();
  }
}

/** What the agent hears, in any of the ways in which Claude Code is told. */
export function heardIn(output: string): string | undefined {
  if (output === "") return undefined;
  const answer = JSON.parse(output) as {
    reason?: string;
    hookSpecificOutput?: { additionalContext?: string };
  };
  return unlabelled(answer.reason ?? answer.hookSpecificOutput?.additionalContext);
}
