import { squeezed } from "../text/strings.ts";
import type { Step } from "./thread.ts";

/** What a step did, in one line for a person: `bash npm test`, `edit_file src/a.ts`. Untrusted text, not yet cut. */
export function describeStep(step: Step): string {
  const subject =
    step.action.command ?? (step.action.paths.length > 0 ? step.action.paths.join(", ") : previewOf(step.input));
  return `${step.tool} ${squeezed(subject)}`.trim();
}

export function describeOutcome(step: Step): string {
  if (!step.result) return "";
  const { status, exitCode } = step.result;
  if (exitCode !== undefined && exitCode !== 0) return `exit ${exitCode}`;
  switch (status) {
    case "running":
      return "";
    case "done":
      return "ok";
    case "error":
      return "failed";
    case "rejected":
      return "rejected";
    case "interrupted":
      return "interrupted";
    case "timed-out":
      return "timed out";
    case "background":
      return "in the background";
  }
}

const PREVIEW = 200;

function previewOf(input: unknown): string {
  if (typeof input === "string") return input.slice(0, PREVIEW);
  if (typeof input !== "object" || input === null) return "";
  const text = Object.values(input).find((value) => typeof value === "string");
  return typeof text === "string" ? text.slice(0, PREVIEW) : "";
}
