import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { decisionIn } from "./older-decision.ts";

const REFUSED = /^The user denied this operation\b/;
const FAILED =
  /^(?:The tool execution failed with the following error|Tool \[\w+\] was not executed|\{"status":"error")/;
const STILL_RUNNING = /^Command is still running in /;
const ENDED = /^Command executed in terminal\b[^\n]*?(?:\n|\. )Exit code: (-?\d{1,10})\nOutput:\n/;
const RAN = /^Command executed\.(?:\nOutput:\n|$)/;

/** What a tool of those tasks gave. Of a command Cline says only that it ran; Roo Code says how it ended. */
export function olderOutcome(text: string, isError: boolean): ToolOutcome {
  const decision = decisionIn(text);
  if (decision?.isDenied || REFUSED.test(text)) return { status: "rejected", output: text };
  return given(decision?.given ?? text, isError);
}

function given(text: string, isError: boolean): ToolOutcome {
  if (isError || FAILED.test(text)) return failed(text);
  if (isStillRunning(text)) return { status: "background", output: text };
  const ended = ENDED.exec(text);
  const exitCode = exitCodeFrom(ended?.[1]);
  if (ended && exitCode !== undefined) return exited(text.slice(ended[0].length), exitCode);
  const ran = RAN.exec(text);
  return done(ran ? text.slice(ran[0].length) : text);
}

export function isStillRunning(text: string): boolean {
  return STILL_RUNNING.test(text);
}
