import { countOf, seconds } from "../amounts.ts";
import { evidenceLedger } from "../observer/evidence-ledger.ts";
import { renderEvidenceStep } from "../observer/render/render-step.ts";
import type { Quoter } from "../observer/render/untrusted.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { messagesOf } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";
import { isHeartbeat } from "./trigger.ts";

/** How the answer came about, in our own lines: what was run, what the record proves, and the last steps in short. */
export function runLines(input: { thread: Thread; turn: Turn; run?: RunFacts }, quoter: Quoter): string[] {
  const { thread, turn, run = {} } = input;
  const last = messagesOf(thread, turn).findLast((message) => message.role === "assistant");
  const facts = [
    ...(last?.role === "assistant" ? [`stop reason: ${last.stopReason}`] : []),
    ...(run.durationMs === undefined ? [] : [`duration: ${seconds(run.durationMs)}`]),
    `${countOf(turn.toolCalls, "tool call")}, ${countOf(turn.edits, "file edit")}`,
    ...(isHeartbeat(thread, run) ? ["this is a heartbeat: nobody is waiting"] : []),
    ...(run.subagent ? ["the answer is a subagent's: the message was written by the agent that started it"] : []),
    ...(turn.toolCalls === 0 ? [] : evidenceLedger(thread, turn).map((line) => quoter.line(line, 400))),
  ];
  const steps = turn.steps.slice(-STEPS).map((step) => renderEvidenceStep(step, quoter).brief());
  const left = turn.steps.length - steps.length;
  return [
    ...facts.map((fact) => `- ${fact}`),
    ...(steps.length > 0 ? ["## STEPS"] : []),
    ...(left > 0 ? [`(${countOf(left, "earlier step")} not shown)`] : []),
    ...steps,
  ];
}

/** More steps than this tell little about an answer. */
const STEPS = 30;
