import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinTeam } from "../src/team/client/membership.ts";
import { teamPlace } from "../src/team/client/place.ts";
import { CoxError } from "../src/text/errors.ts";
import { ClaudeSession } from "./support/claude-session.ts";
import {
  type Fault,
  type FaultRun,
  giving,
  rejecting,
  runWithFaults,
  systemError,
  throwing,
} from "./support/faults.ts";
import { HookPlace } from "./support/hook-place.ts";
import { heardIn, type HookOutcome, type HookScene, hookScenario, meanwhile } from "./support/hook-scene.ts";
import { type ProviderServer, startProviderServer } from "./support/provider-server/server.ts";
import { report } from "./support/report.ts";
import { DATABASE_FAULTS, FILE_FAULTS, NETWORK_FAULTS } from "./support/system-faults.ts";

const FALSE_DONE = "Done. All tests pass now.";
const HONEST_DONE = "Fixed. All 12 tests pass.";
const OBJECTION = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1] };
const covered = new Map<string, number>();

let server: ProviderServer;
let used: HookPlace;
beforeAll(async () => {
  server = await startProviderServer(() => ({ type: "answer", calls: [{ name: "course_correct", input: OBJECTION }] }));
  used = new HookPlace().settings(asking(20)).write(new ClaudeSession({ session: EARLIER }).honestTurn().text());
  await used.hook({ session_id: EARLIER, last_assistant_message: HONEST_DONE });
});
afterAll(async () => {
  await server.close();
  used.remove();
});

/** A session of long ago, in which a model was asked: what is known of it must never get lost. */
const EARLIER = "e0a11e55-0000-4000-8000-000000000000";

function asking(seconds: number): object {
  return {
    observer: { model: "own/judge", timeoutSeconds: seconds },
    providers: { own: { baseURL: `${server.url}/v1` } },
  };
}

const CLOCK_FAULTS = [
  giving("jumps back a day", () => Date.now() - 86_400_000),
  giving("jumps ahead a day", () => Date.now() + 86_400_000),
  giving("stands at the beginning of time", () => 0),
  giving("is no number", () => Number.NaN),
];

const MEANWHILE = [
  meanwhile("transcript grows", ({ transcript }) =>
    appendFileSync(transcript, '{"type":"assistant","message":{"content":[{"type":"te'),
  ),
  meanwhile("transcript is gone", ({ transcript }) => rmSync(transcript, { force: true })),
  meanwhile("transcript is rotated", ({ transcript }) => {
    renameSync(transcript, `${transcript}.1`);
    writeFileSync(transcript, new ClaudeSession().shortTurn().text());
  }),
  meanwhile("transcript is cut", ({ transcript }) => truncateSync(transcript, 300)),
];

const BROKEN_CONFIGURATION = giving("broken configuration", () => '{ "mode": ');
const BESIDE_FAULTS = [
  rejecting("cannot be started", () => systemError("EAGAIN", "spawn")),
  throwing("throws at once", () => systemError("EMFILE", "spawn")),
  giving("never ends", () => new Promise(() => undefined)),
  giving("is killed before it said anything", () => undefined),
];

describe("the hook with one fault at any step", () => {
  it("at the first stop of all, when the record proves something", async () => {
    const troubles = await troublesIn(
      {
        name: "a stop that proof decides",
        event: { last_assistant_message: FALSE_DONE },
        settings: () => ({ observer: { model: "none" } }),
        session: () => new ClaudeSession().falseTurn(),
      },
      {
        files: [...FILE_FAULTS, ...MEANWHILE],
        "files.readFileSync": [...FILE_FAULTS, BROKEN_CONFIGURATION],
        database: DATABASE_FAULTS,
        clock: CLOCK_FAULTS,
      },
    );
    expect(troubles).toEqual([]);
  }, 180_000);

  it("at a stop of a machine in a team, whatever becomes of its report", async () => {
    const troubles = await troublesIn(
      {
        name: "a stop in a team",
        event: { last_assistant_message: FALSE_DONE },
        settings: () => ({ observer: { model: "none" } }),
        session: () => new ClaudeSession().falseTurn(),
        prepare: ({ root }) => {
          const team = teamPlace(join(root, "state", "coxswain"));
          joinTeam(team, { url: "http://127.0.0.1:1", token: "cox_any", content: true }, new Date());
          const values = { content: true, "gate.minToolCalls": 2 };
          writeFileSync(team.policy, JSON.stringify({ values, words: true }));
        },
      },
      { files: FILE_FAULTS, "files.readFileSync": [giving("broken JSON", () => '{"url":')], clock: CLOCK_FAULTS },
    );
    expect(troubles).toEqual([]);
  }, 180_000);

  it("at a stop about which a model is asked", async () => {
    const troubles = await troublesIn(
      {
        name: "a stop that a model decides",
        event: { last_assistant_message: HONEST_DONE },
        settings: asking,
        session: () => new ClaudeSession().honestTurn(),
        usedStore: used.store,
      },
      {
        files: [...FILE_FAULTS.slice(2, 3), ...MEANWHILE.slice(1, 3)],
        database: [...DATABASE_FAULTS.slice(0, 2), ...DATABASE_FAULTS.slice(-1)],
        network: NETWORK_FAULTS,
        clock: CLOCK_FAULTS,
      },
    );
    expect(troubles).toEqual([]);
  }, 180_000);

  it("between two calls, with a model beside", async () => {
    const troubles = await troublesIn(
      {
        name: "a call while the agent works",
        event: { hook_event_name: "PostToolBatch", last_assistant_message: undefined },
        settings: (seconds) => ({ ...asking(seconds), mode: "parallel", parallel: { graceMs: seconds * 500 } }),
        session: () => new ClaudeSession().user("Fix the total in src/cart.ts.").work().read("a.ts"),
        usedStore: used.store,
      },
      {
        files: FILE_FAULTS.slice(2, 3),
        database: DATABASE_FAULTS.slice(0, 1),
        network: NETWORK_FAULTS.slice(0, 4),
        beside: BESIDE_FAULTS,
      },
    );
    expect(troubles).toEqual([]);
  }, 180_000);

  /** None where after each fault the agent is free to stop and the store lacks nothing. */
  async function troublesIn(scene: HookScene, faults: Readonly<Record<string, readonly Fault[]>>): Promise<string[]> {
    const scenario = hookScenario(scene);
    // Whatever is loaded only now is loaded without being counted.
    await scenario.run((_seam, target) => target, true);
    const { peace, runs } = await runWithFaults(scenario, faults, 6000);
    const reached = runs.filter((run) => run.reached);
    covered.set(scene.name, reached.length);
    return heardIn(peace.output) === undefined
      ? ["nothing is said in peace"]
      : reached.flatMap((run) => troublesOf(run, scene));
  }

  function troublesOf(run: FaultRun<HookOutcome>, scene: HookScene): string[] {
    const where = `${run.point.seam}.${run.point.method} #${run.point.call}, ${run.fault.name}`;
    if (!run.outcome.ended) return [`${where}: ${String(run.outcome.error)}`];
    const { output, kept } = run.outcome.value;
    const { verdicts, modelCalls, raised } = kept;
    const heard = heardIn(output);
    const injected = verdicts.some((record) => record.injected === true && record.verdict.message === heard);
    const earlier = verdicts.some((record) => record.session === EARLIER) && modelCalls > 0;
    return [
      ...(ACCEPTED.test(output) ? [] : [`${where}: no host understands ${output}`]),
      ...(heard !== undefined && raised !== 1 ? [`${where}: said without leave`] : []),
      ...(heard !== undefined && !injected ? [`${where}: said, and not kept`] : []),
      ...(scene.usedStore !== undefined && !earlier ? [`${where}: what was kept before is lost`] : []),
      ...(heard === undefined && !isExplained(run, run.outcome.value, scene) ? [`${where}: silent for no reason`] : []),
    ];
  }

  /**
   * At a stop, silence has a reason that was kept, unless there was no store to keep it in or no time. Between calls
   * silence is the rule, and a transcript that was cut or replaced is that of another, shorter session.
   */
  function isExplained({ fault }: FaultRun<HookOutcome>, outcome: HookOutcome, { event }: HookScene): boolean {
    const { error, timedOut, kept } = outcome;
    if ("hook_event_name" in event || /is rotated|is cut/.test(fault.name) || timedOut) return true;
    return kept.verdicts.some((record) => record.session === "session") || isNoStore(error);
  }

  function isNoStore(error: unknown): boolean {
    return error instanceof CoxError && error.code === "store.unavailable";
  }
});

describe("the faults of the hook", () => {
  it("were many", () => {
    const total = [...covered.values()].reduce((sum, points) => sum + points, 0);
    for (const [what, points] of covered) report(`  ${String(points).padStart(4)}  ${what}`);
    report(`hook faults: ${total} points covered; after each one the agent may stop, and nothing is lost`);
    expect(total).toBeGreaterThan(500);
  });
});

/** To the byte what Claude Code takes: silence, a decision, context, or a word to the person. */
const ACCEPTED = new RegExp(
  [
    "",
    '\\{"decision":"block","reason":"[^\\n]+"\\}',
    '\\{"hookSpecificOutput":\\{"hookEventName":"PostToolBatch","additionalContext":"[^\\n]+"\\}\\}',
    '\\{"systemMessage":"[^\\n]+"\\}',
  ]
    .map((form) => `^${form}$`)
    .join("|"),
);
