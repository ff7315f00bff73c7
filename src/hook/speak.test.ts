import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { PiSession } from "../../test/support/pi-session.ts";
import { hasNotEnded } from "../decisions/asked-account.ts";
import { hasTyped } from "../hosts/codex/hook.ts";
import { hasTyped as typedInCopilot } from "../hosts/copilot/hook.ts";

let place: HookPlace;
beforeEach(() => {
  place = new HookPlace();
});
afterEach(() => place.remove());

const CLOSING = "Fixed.";

/** A stop whose observer objects, and takes its time. */
function objecting(writes = true): ClaudeSession {
  const input = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1], wants: [] };
  const usage = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 0 };
  const decisions = [{ input, usage, delayMs: 600, times: 9 }];
  writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
  place.settings({ observer: { model: "scripted/script.json" } });
  const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().passing();
  if (writes) session.say(CLOSING);
  place.write(session.text());
  return session;
}

async function untilAsked(): Promise<void> {
  await expect.poll(() => place.verdicts(), { interval: 20, timeout: 10_000 }).toHaveLength(1);
}

describe("while a model is asked at a stop", () => {
  it("that is on record, for the case that nobody is there any more when it answers", async () => {
    objecting();
    const heard = place.stop(CLOSING);
    await untilAsked();
    expect((await place.verdicts()).map(hasNotEnded)).toEqual([true]);
    expect(await heard).toContain("currency");
    expect(await place.verdicts()).toMatchObject([{ injected: true, verdict: { judge: "model" } }]);
  });

  it.each<[string, (session: ClaudeSession) => ClaudeSession, string]>([
    ["the person writes", (session) => session.enqueued("also add tests"), "the person has written meanwhile"],
    ["the person presses Esc", (session) => session.interrupted(), "the turn was cancelled meanwhile"],
  ])("and %s, nothing is said, and the decision says why", async (_, happens, why) => {
    const session = objecting();
    const heard = place.hook({ last_assistant_message: CLOSING });
    await untilAsked();
    place.write(happens(session).text());
    expect(await heard).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: false, verdict: { verdict: "correct" } }]);
    expect((await place.verdicts())[0]?.gateReasons).toContain(`✗ guard: ${why}`);
    expect(await place.leavesFor("line_5f0c2a9e_1")).toBe(0);
  });

  it("and Esc ends a turn whose last words only the host has told, nothing is said", async () => {
    const session = objecting(false);
    const heard = place.hook({ last_assistant_message: CLOSING });
    await untilAsked();
    place.write(session.interrupted().text());
    expect(await heard).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: false, verdict: { verdict: "correct" } }]);
  });

  it("and the host ends the turn once more, the first end is left, and what cannot be read hides nothing", async () => {
    objecting();
    const first = place.hook({ last_assistant_message: CLOSING });
    await untilAsked();
    const again = place.hook({ transcript_path: join(place.root, "no-such-file.jsonl") }, { withinMs: 900 });
    expect(await again).toBe("");
    expect(await first).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: false, verdict: { verdict: "correct" } }]);
  });
});

it("what a plugin did not pass on was never said: it counts neither for the request nor as sent", async () => {
  const closing = "Done. All tests pass now.";
  const session = new PiSession().user("Fix the total.");
  const told = (name: string, more: object) => {
    place.write(session.text());
    const input = { coxswain_plugin: "pi", hook_event_name: name, session_id: "s", transcript_path: place.transcript };
    return place.hook({}, { named: "pi", input: JSON.stringify({ ...input, cwd: place.root, ...more }) });
  };
  const stop = () => {
    session.edit("src/cart.ts").bash("npx vitest run", " Tests  1 failed | 11 passed (12)", true).say(closing);
    return told("Stop", { last_assistant_message: closing });
  };
  for (const count of [1, 2, 3]) {
    expect(await stop()).toContain("block");
    await told("Dropped", { why: "the person has written meanwhile" });
    const records = await place.verdicts();
    expect(records.map(({ injected }) => injected)).toEqual(Array.from({ length: count }, () => false));
    expect(records.at(-1)?.gateReasons).toContain("✗ guard: the person has written meanwhile");
  }
});

describe("what a person types in Codex", () => {
  const since = new Date("2026-11-02T09:00:10.500Z");
  const at = (seconds: number) => since.getTime() / 1000 + seconds;
  const typed = (...lines: readonly object[]) => {
    const sessions = join(place.root, "sessions", "2026", "11", "02");
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(place.root, "history.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const event = { kind: "stop", name: "Stop", session: "c-1", cwd: place.root } as const;
    return hasTyped({ ...event, transcript: join(sessions, "rollout.jsonl") }, since, (text) => text === "Fix it.");
  };

  it.each<[string, object, boolean]>([
    ["meanwhile", { session_id: "c-1", ts: Math.floor(at(3)), text: "and the docs" }, true],
    ["in the same second", { session_id: "c-1", ts: Math.floor(at(0)), text: "and the docs" }, true],
    ["before", { session_id: "c-1", ts: Math.floor(at(-30)), text: "and the docs" }, false],
    ["elsewhere", { session_id: "c-2", ts: Math.floor(at(3)), text: "and the docs" }, false],
    ["and the agent has", { session_id: "c-1", ts: Math.floor(at(0)), text: "Fix it." }, false],
  ])("%s", (_, line, expected) => {
    expect(typed(line)).toBe(expected);
  });
});

describe("what a person types in Copilot CLI", () => {
  const typed = (newest: string, since: Date) => {
    const transcript = join(place.root, "session-state", "p-1", "events.jsonl");
    writeFileSync(
      join(place.root, "command-history-state.json"),
      JSON.stringify({ commandHistory: [newest, "Fix it."] }),
    );
    return typedInCopilot({ transcript }, since, (text) => text === "Fix it.");
  };
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

  it.each<[string, string, number, boolean]>([
    ["meanwhile", "and the docs", 10, true],
    ["before", "and the docs", -10, false],
    ["and the agent has", "Fix it.", 10, false],
    ["as a command", "/help", 10, false],
  ])("%s", (_, newest, ago, expected) => {
    expect(typed(newest, secondsAgo(ago))).toBe(expected);
  });
});
