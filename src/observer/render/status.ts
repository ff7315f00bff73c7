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

/** Redacted again as a whole, for a secret may stand in an earlier part; then cut: placeholders may be longer. */
export function finishText(text: string, limit: number, redact: (text: string) => string = (same) => same): string {
  return withinLimit(redact(text), limit);
}

/** The last resort for a text that is still too long: a gap in the middle, with a note. */
function withinLimit(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const gap = `\n(${text.length - limit} characters are left out here)\n`;
  const room = limit - gap.length;
  if (room <= 0) return text.slice(0, Math.max(0, limit)).toWellFormed();
  const head = Math.ceil(room * 0.55);
  const end = text.slice(text.length - (room - head));
  const wholeLines = end.slice(end.indexOf("\n") + 1);
  return `${text.slice(0, head)}${gap}${wholeLines}`.toWellFormed();
}

export function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
