import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { runHookProcess } from "../../test/support/hook-process.ts";

let place: HookPlace;
beforeEach(() => {
  place = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(place.env, BARE_ENVIRONMENT);
});
afterEach(() => place.remove());

const PROGRAM = resolve(import.meta.dirname, "entry.ts");

it.each(["20", "99999999", "Infinity", "0", "soon"])("answers within %s seconds", async (within) => {
  const input = place.input({ last_assistant_message: "Done. All tests pass now." });
  const ran = await runHookProcess(place, { program: PROGRAM, input, within });
  expect(ran).toMatchObject({ code: 0, signal: null });
  expect(ran.out).toContain('"decision":"block"');
});

it.each([
  ["", 8_000_000, false],
  [", also where the host leaves its end open", 1_000_000, true],
])("hands all of its input to the run beside it, though it waits for nothing%s", async (_, length, leaveOpen) => {
  const usage = { inputTokens: 7, outputTokens: 1 };
  const decisions = [{ input: { needsCorrection: false, message: null, confidence: 0, steps: [] }, usage }];
  writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
  place.settings({ mode: "parallel", observer: { model: "scripted/script.json" }, parallel: { graceMs: 0 } });
  place.write(new ClaudeSession().user("Fix the total in src/cart.ts.").work().passing().text());
  const input = place.input({ hook_event_name: "PostToolBatch", tool_response: "x".repeat(length) });
  const ran = await runHookProcess(place, { program: PROGRAM, input, leaveOpen });
  expect(ran).toMatchObject({ code: 0, signal: null, out: "" });
  await vi.waitFor(async () => expect(await place.tokensSpent()).toBe(7), { timeout: 10_000, interval: 50 });
});
