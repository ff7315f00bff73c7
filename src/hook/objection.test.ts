import { expect, it } from "vitest";
import { claudeCode } from "../hosts/claude-code/claude-code.ts";
import type { HookEvent } from "../hosts/hook.ts";
import { createMemoryStore } from "../store/memory.ts";
import { gateVerdict } from "../verdict.ts";
import { leaveObjection, noteAssessment, takeObjection } from "./steer.ts";

const event: HookEvent = { kind: "post-tool", name: "PostToolUse", session: "s", cwd: undefined };
const session = () => ({ event, host: claudeCode, store: createMemoryStore() });
const gate = { open: true, evidenceOpen: true, reasons: [] };

it("is given once, however often it is asked for", async () => {
  const here = session();
  const left = { judgement: { turn: 1, gate, verdict: gateVerdict("ok", "") }, requestId: "r", stepCount: 3 };
  await leaveObjection(here, left);
  expect(await takeObjection(here)).toEqual(left);
  expect(await takeObjection(here)).toBeUndefined();
});

it("is asked for anew where the agent's steps begin again", async () => {
  const here = session();
  const hasFive = (step: number) => noteAssessment(here, step, (last) => step - last >= 5);
  expect([await hasFive(6), await hasFive(8), await hasFive(2), await hasFive(7)]).toEqual([true, false, true, true]);
});
