import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { runHookProcess } from "../../test/support/hook-process.ts";
import { runCommand } from "../../test/support/run-command.ts";
import { command as doctorCommand } from "../cli/commands/doctor.ts";

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

it.each([
  ["another agent's name", "claudecode", undefined, 'called for "claudecode", which is not the name of an agent'],
  ["no name", "", undefined, "called without the name of an agent"],
  ["no input", "claude-code", "", "called without input"],
  ["an input that is no JSON", "claude-code", "garbage", "called with input that is not a JSON object"],
  ["JSON that is no object", "claude-code", "[]", "called with input that is not a JSON object"],
])("says that it was called with %s, keeps it for cox doctor, and lets the agent end", async (_, named, text, said) => {
  const own = JSON.stringify({ session_id: "s", hook_event_name: "Stop", transcript_path: place.transcript });
  const ran = await runHookProcess(place, { program: PROGRAM, named, input: text ?? own });
  expect(ran).toMatchObject({ code: 0, signal: null, out: "" });
  expect(ran.err).toMatch(/^cox-hook: nothing was checked: [^\n]*\n$/);
  expect(ran.err).toContain(said);
  expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "unchecked" } }]);
  const doctor = await runCommand(doctorCommand, ["--json"], { env: place.env, cwd: place.root });
  const { checks } = JSON.parse(doctor.out) as { checks: { about: string; detail: string; mend?: string }[] };
  const errors = checks.filter(({ about }) => about === "last errors").slice(1);
  expect(errors).toEqual([
    {
      about: "last errors",
      status: "note",
      detail: expect.stringContaining(said),
      mend: expect.stringContaining("cox install"),
    },
  ]);
});

it("says nothing about a wrong call where it is turned off", async () => {
  place.settings({ mode: "off" });
  expect(await runHookProcess(place, { program: PROGRAM, input: "garbage" })).toMatchObject({
    code: 0,
    out: "",
    err: "",
  });
});
