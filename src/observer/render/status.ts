import type { Step } from "../../thread/thread.ts";

/** How a step ended, in our words. It stands before the transcript's text, so that this cannot imitate it. */
export function statusOf(step: Step): string {
  const { result } = step;
  if (!result) return "NO RESULT";
  switch (result.status) {
    case "running":
      return "STILL RUNNING";
    case "done":
      return result.exitCode === undefined || result.exitCode === 0 ? "ok" : `ok, exit ${result.exitCode}`;
    case "error":
      return result.exitCode === undefined ? "FAILED" : `FAILED, exit ${result.exitCode}`;
    case "rejected":
      return "REJECTED BY THE USER";
    case "interrupted":
      return "INTERRUPTED";
    case "timed-out":
      return "TIMED OUT";
    case "background":
      return "STARTED IN THE BACKGROUND, end not seen";
    default:
      return result.status satisfies never;
  }
}

export function failed(step: Step): boolean {
  const status = step.result?.status;
  return status === "error" || status === "timed-out" || status === "interrupted" || status === "rejected";
}
