import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace, unlabelled } from "../../test/support/hook-place.ts";

let place: HookPlace;
beforeEach(() => {
  place = new HookPlace();
});
afterEach(() => place.remove());

const BATCH = { hook_event_name: "PostToolBatch", last_assistant_message: undefined };
const BUSY = () => new ClaudeSession().user("Fix the total in src/cart.ts. Do not edit package.json.").work();

/** A model that finds something wrong: in time, or long after the grace. */
function observed(when: "in time" | "late", answer: object = OBJECTION, inputTokens = TOKENS): void {
  const late = when === "late";
  const usage = { inputTokens, outputTokens: 0, cachedInputTokens: 0 };
  const decisions = [{ input: answer, delayMs: late ? 400 : 0, usage }];
  writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
  const parallel = { graceMs: late ? 20 : 20_000 };
  place.settings({ mode: "parallel", observer: { model: "scripted/script.json" }, parallel });
}

const TOKENS = 10;
const OBJECTION = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1] };

/** The way the program starts itself again beside the agent. */
function beside() {
  const running: Promise<string>[] = [];
  return {
    ended: () => Promise.all(running),
    startBeside: async (): Promise<void> => {
      const run = place.hook(BATCH, { beside: true });
      running.push(run);
      await run;
    },
  };
}

function contextIn(output: string): string | undefined {
  if (output === "") return undefined;
  const said = JSON.parse(output) as { hookSpecificOutput: { additionalContext: string } };
  return unlabelled(said.hookSpecificOutput.additionalContext);
}

describe("while the agent works", () => {
  it("says at once what the record proves, once", async () => {
    place.settings({ mode: "parallel" });
    const session = BUSY().edit("package.json", "1.0.0", "1.1.0");
    place.write(session.text());
    const output = await place.hook(BATCH);
    expect(output).toMatch(
      /^\{"hookSpecificOutput":\{"hookEventName":"PostToolBatch","additionalContext":"[^\n]+"\}\}$/,
    );
    expect(contextIn(output)).toContain("package.json");
    place.write(session.read("src/cart.ts").text());
    expect(await place.hook(BATCH)).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: true }, { injected: false }]);
  });

  it("leaves what it may not say again to the stop, where the person is told once", async () => {
    place.settings({ mode: "parallel" });
    const session = BUSY().edit("package.json", "1.0.0", "1.1.0");
    await place.write(session.text()).hook(BATCH);
    expect(await place.write(session.read("src/cart.ts").text()).hook(BATCH)).toBe("");
    const stop = { last_assistant_message: "I changed the total." };
    place.write(session.read("b.ts").say("I changed the total.").text());
    expect(JSON.parse(await place.hook(stop))).toMatchObject({
      systemMessage: expect.stringContaining(
        "Still open, but not said because nothing changed since the last correction",
      ),
    });
  });

  it("judges at the stop all of a turn in which something was not said again", async () => {
    place.settings({ mode: "parallel" });
    const session = BUSY().edit("package.json", "1.0.0", "1.1.0");
    await place.write(session.text()).hook(BATCH);
    await place.write(session.read("src/cart.ts").text()).hook(BATCH);
    place.write(session.failing().say("Done. All tests pass now.").text());
    expect(await place.stop("Done. All tests pass now.")).toContain("tests");
  });

  it("does not hold an unfinished turn against the agent", async () => {
    place.settings({ mode: "parallel" }).write(BUSY().failing().text());
    expect(await place.hook(BATCH)).toBe("");
  });

  it("says what a model finds within the grace", async () => {
    observed("in time");
    const { startBeside } = beside();
    place.write(BUSY().read("a.ts").text());
    expect(contextIn(await place.hook(BATCH, { startBeside }))).toBe("the currency is missing");
    expect(await place.verdicts()).toMatchObject([{ injected: true, verdict: { judge: "model" } }]);
    expect(await place.tokensSpent()).toBe(TOKENS);
  });

  it("goes on without a model that is slow, and says at the next call what it found", async () => {
    observed("late");
    const { startBeside, ended } = beside();
    const session = BUSY().read("a.ts");
    place.write(session.text());
    expect(await place.hook(BATCH, { startBeside })).toBe("");
    expect(await ended()).toEqual([""]);
    place.write(session.read("b.ts").text());
    expect(contextIn(await place.hook(BATCH, { startBeside }))).toBe("the currency is missing");
    expect(await place.tokensSpent()).toBe(TOKENS);
  });

  it("drops what a model found about work that has changed since", async () => {
    observed("late");
    const { startBeside, ended } = beside();
    const session = BUSY().read("a.ts");
    place.write(session.text());
    await place.hook(BATCH, { startBeside });
    await ended();
    place.write(session.edit("src/cart.ts", "total", "total + currency").text());
    expect(await place.hook(BATCH, { startBeside })).toBe("");
    expect(await place.tokensSpent()).toBe(TOKENS);
  });

  it("starts nothing beside the agent while there is nobody to ask", async () => {
    place.settings({ mode: "parallel" }).write(BUSY().read("a.ts").text());
    let started = 0;
    const startBeside = async () => {
      started += 1;
    };
    expect(await place.hook(BATCH, { startBeside })).toBe("");
    expect(started).toBe(0);
  });

  it.each([
    ["after more calls", TOKENS, 2],
    ["while that costs little beside the agent", 9_000_000, 1],
  ])("asks again only %s, and keeps what it cost", async (_, tokens, times) => {
    observed("in time", { needsCorrection: false, message: null, confidence: 0.9, steps: [] }, tokens);
    let asked = 0;
    const { startBeside } = beside();
    const counted = async () => {
      asked += 1;
      await startBeside();
    };
    const session = BUSY();
    for (let call = 0; call < 6; call += 1) {
      place.write(session.read(`file-${call}.ts`).text());
      await place.hook(BATCH, { startBeside: counted });
    }
    expect(asked).toBe(times);
    expect(await place.tokensSpent()).toBe(times * tokens);
    expect((await place.verdicts()).map(({ verdict }) => verdict.judge)).toEqual(Array(times).fill("model"));
  });
});
