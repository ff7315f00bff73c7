import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HookPlace } from "../../test/support/hook-place.ts";
import type { Received, Reply } from "../../test/support/provider-server/reply.ts";
import { type ProviderServer, startProviderServer } from "../../test/support/provider-server/server.ts";

/** OpenClaw's plugin asks the hook before an answer goes out, and hands the session over. */
let verifier: ProviderServer;
let place: HookPlace;
beforeAll(async () => {
  verifier = await startProviderServer(() => ({ type: "silence" }));
});
afterAll(() => verifier.close());
beforeEach(() => {
  place = new HookPlace().settings({
    verification: { enabled: true, model: "watcher/some-model" },
    providers: { watcher: { baseURL: `${verifier.url}/v1` } },
  });
  verifier.reply(unlessItSays("yellow"));
});
afterEach(() => place.remove());

const NAMES = "Name the primary colours.";
const FEEDBACK = "Your answer was checked before it went out, and sent back [incomplete]: Yellow is missing.";

function verdict(fail: boolean): Reply {
  const [goal, completeness, rules] = ["g", "c", "r"];
  const said = fail
    ? { verdict: "FAIL", category: "incomplete", feedback: "Yellow is missing." }
    : { verdict: "PASS", category: null, feedback: null };
  return { type: "answer", calls: [{ name: "verify", input: { goal, completeness, rules, ...said } }] };
}

function unlessItSays(word: string) {
  return (asked: Received): Reply => verdict(!shownTo(asked).split("# ANSWER")[1]?.includes(word));
}

function shownTo(asked: Received | undefined): string {
  return asked?.said.at(-1)?.text ?? "";
}

interface Turn {
  readonly asked?: string;
  readonly since?: readonly object[];
  readonly earlier?: readonly string[];
  readonly more?: object;
}

/** One request after the other, each in a run of its own, and what OpenClaw does with the answer. */
async function finalize(run: string, answer: string, { asked = NAMES, since = [], earlier = [], more }: Turn = {}) {
  const text = (words: string) => [{ type: "text", text: words }];
  const said = (words: string) => ({
    role: "assistant",
    content: text(words),
    model: "claude-sonnet-5",
    stopReason: "stop",
  });
  const attempts = earlier.flatMap((feedback) => [
    said("Red and blue. Done."),
    { role: "custom", customType: "coxswain", content: feedback },
  ]);
  const context = { role: "custom", customType: "openclaw.runtime-context", content: "Active subagents: none" };
  const messages = [context, { role: "user", content: text(asked) }, ...attempts, ...since, said(answer)];
  const output = await hook("Stop", {
    last_assistant_message: answer,
    workspace: place.root,
    heartbeat: false,
    subagent: false,
    earlier_feedback: earlier,
    messages: { openclaw: { session: "s", cwd: place.root, run }, messages },
    ...more,
  });
  const { reason, systemMessage, objection } = JSON.parse(output || "{}") as Record<string, string>;
  return { feedback: reason, told: reason === undefined ? systemMessage : undefined, objection };
}

function hook(hook_event_name: string, input: object): Promise<string> {
  const plugin = { coxswain_plugin: "openclaw", session_id: "s", transcript_path: undefined, model: "claude-sonnet-5" };
  return place.hook({ ...plugin, hook_event_name, ...input }, { named: "openclaw" });
}

describe("an answer before it goes out", () => {
  it("goes back with what is missing, and out once it is there", async () => {
    const first = await finalize("run", "Red and blue. Done.");
    expect(first).toMatchObject({ objection: "incomplete: Yellow is missing." });
    expect(first.feedback).toContain(FEEDBACK);
    const second = await finalize("run", "Red, blue and yellow.", { earlier: [first.feedback ?? ""] });
    expect(second).toEqual({ feedback: undefined, told: undefined, objection: undefined });
    expect((await place.verdicts()).map((each) => [each.verdict.verdict, each.injected, each.arrived])).toEqual([
      ["correct", true, true],
      ["ok", false, undefined],
    ]);
  });

  it("goes out after three attempts, and the person hears what is open", async () => {
    verifier.reply(() => verdict(true));
    const earlier: string[] = [];
    for (const answer of ["Red. Done.", "Red and blue."])
      earlier.push((await finalize("run", answer, { earlier })).feedback ?? "");
    const last = await finalize("run", "Red, blue and green.", { earlier });
    expect(last.feedback).toBeUndefined();
    expect(last.told).toMatch(/^Coxswain: Still open, .*Yellow is missing\./);
    expect(shownTo(verifier.received.at(-1))).toContain("on attempt 2");
  });

  it("goes back three times at most, whatever is set: OpenClaw takes no more", async () => {
    verifier.reply(() => verdict(true));
    const more = { verification: { maxAttempts: 9 } };
    const earlier = [FEEDBACK, `${FEEDBACK} `];
    expect((await finalize("one", "Red. Done.", { more })).feedback).toBeDefined();
    expect((await finalize("one", "Blue. Done.", { more, earlier: [FEEDBACK] })).feedback).toBeDefined();
    expect((await finalize("one", "Green. Done.", { more, earlier })).feedback).toBeUndefined();
  });

  it("is judged by the rules as they are now, and by nothing that OpenClaw says itself", async () => {
    writeFileSync(join(place.root, "AGENTS.md"), "Always name three.");
    writeFileSync(join(place.root, "SOUL.md"), "You like yellow.");
    await finalize("run", "Red and blue. Done.");
    const shown = shownTo(verifier.received.at(-1));
    expect(shown).toContain("Always name three.");
    expect(shown).toContain("You like yellow.");
    expect(shown.split("# USER'S RULES")[0]).not.toContain("Active subagents");
    writeFileSync(join(place.root, "AGENTS.md"), "Always name four.");
    await finalize("other", "Red and green. Done.");
    expect(shownTo(verifier.received.at(-1))).toContain("Always name four.");
  });

  it("is compared with the record first: what was done is proof, in OpenClaw's words too", async () => {
    const asked = verifier.received.length;
    const call = (id: string, name: string, input: object, details: object, output: string) => [
      { role: "assistant", content: [{ type: "toolCall", id, name, arguments: input }], stopReason: "toolUse" },
      {
        role: "toolResult",
        toolCallId: id,
        toolName: name,
        content: [{ type: "text", text: output }],
        details,
        isError: false,
      },
    ];
    const since = [
      ...call("1", "edit", { path: "a.js", edits: [{ oldText: "a", newText: "b" }] }, {}, "Updated."),
      ...call(
        "2",
        "exec",
        { command: "npm test" },
        { status: "completed", exitCode: 1 },
        "1 failed\n\n(Command exited with code 1)",
      ),
    ];
    expect((await finalize("run", "Done. All tests pass.", { asked: "Mend a.js.", since })).feedback).toMatch(/test/);
    expect(verifier.received.length).toBe(asked);
  });
});

describe("which answers are verified", () => {
  it.each([
    ["nothing is set", {}, {}, 0],
    ["Coxswain's settings say so", { enabled: true }, {}, 1],
    ["OpenClaw's settings say so", {}, { enabled: true }, 1],
    ["OpenClaw's settings say no", { enabled: true }, { enabled: false }, 0],
    ["it has no keyword", {}, { enabled: true, triggerKeywords: ["ready"] }, 0],
    ["every answer counts", {}, { enabled: true, triggerKeywords: ["ready"], verifyAll: true }, 1],
    ["a setting is none: no answer is held up", { enabled: true }, { verifyAll: "perhaps" }, 0],
  ])("where %s", async (_, own, verification, asked) => {
    const before = verifier.received.length;
    place.settings({
      verification: { model: "watcher/some-model", ...own },
      providers: { watcher: { baseURL: `${verifier.url}/v1` } },
    });
    const { feedback } = await finalize("run", "Red and blue. Done.", { more: { verification } });
    expect(verifier.received.length - before).toBe(asked);
    expect(feedback === undefined).toBe(asked === 0);
  });

  it("a heartbeat's only where that is wanted, and then whatever it says", async () => {
    const list = "[OpenClaw heartbeat poll]\n\nHEARTBEAT.md:\n- look at the mail";
    const beat = (verification: object) =>
      finalize("beat", "HEARTBEAT_OK", { asked: list, more: { heartbeat: true, verification } });
    expect((await beat({ verifyAll: true })).feedback).toBeUndefined();
    expect((await beat({ verifyHeartbeat: true })).feedback).toContain(FEEDBACK);
    expect(shownTo(verifier.received.at(-1))).toContain("look at the mail");
    expect(shownTo(verifier.received.at(-1))).toContain("this is a heartbeat");
  });

  it("a subagent's, too", async () => {
    expect((await finalize("sub", "Red and blue. Done.", { more: { subagent: true } })).feedback).toContain(FEEDBACK);
  });
});

it.each<[string, Reply]>([
  ["is dead", { type: "error", status: 500, message: "no" }],
  ["says garbage", { type: "raw", body: "<html>", contentType: "text/html" }],
  ["says nothing", { type: "silence" }],
])("goes out as it is where the verifier %s, and the person hears it", async (_, reply) => {
  verifier.reply(() => reply);
  const more = { verification: { timeoutSeconds: 1 } };
  const { feedback, told } = await finalize("run", "Red and blue. Done.", { more });
  expect(feedback).toBeUndefined();
  expect(told).toMatch(/^Coxswain could not check: /);
  expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "unchecked" } }]);
});

it("counts as never sent back where OpenClaw refuses", async () => {
  await finalize("run", "Red and blue. Done.");
  const why = "OpenClaw revises no answer of a turn that has already acted";
  await hook("Dropped", { why });
  expect(await place.verdicts()).toMatchObject([
    { injected: false, gateReasons: expect.arrayContaining([`✗ guard: ${why}`]) },
  ]);
  expect((await finalize("run", "Red and green. Done.")).feedback).toContain(FEEDBACK);
});
