import type { StopReason } from "../thread/message.ts";

/** Why a model stopped early, if it said so. */
export function stopLine(stopReason: StopReason): string | undefined {
  switch (stopReason) {
    case "max_tokens":
      return "The model stopped at its output limit.";
    case "refusal":
      return "The model refused to answer.";
    case "end_turn":
    case "tool_use":
    case "aborted":
    case "error":
      return undefined;
  }
}

/** The reason for a cancellation, as a sentence. */
export function cancelLine(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
