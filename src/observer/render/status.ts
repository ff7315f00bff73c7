import type { ActionKind } from "../../thread/action.ts";
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

/** Steps that are not shown one by one, as counts. Contains no text from the transcript. */
export function summariseSteps(steps: readonly Step[]): string {
  const first = steps[0]?.number ?? 0;
  const last = steps.at(-1)?.number ?? first;
  const failures = steps.filter(failed).length;
  const kinds = Map.groupBy(steps, ({ action }) => NAMES[action.kind]);
  const parts = Array.from(kinds, ([name, some]) => `${some.length} × ${name}`);
  const range = first === last ? `step ${first}` : `steps ${first} to ${last}`;
  return `(${range}, not shown: ${parts.join(", ")}${failures > 0 ? `; ${failures} failed` : ""})`;
}

const NAMES: Record<ActionKind, string> = {
  read: "read or search",
  search: "read or search",
  edit: "edit",
  create: "create",
  delete: "delete",
  move: "move",
  execute: "run",
  fetch: "fetch",
  think: "plan",
  subagent: "subagent",
  other: "other",
};
