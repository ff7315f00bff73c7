import { seconds } from "../text/amounts.ts";
import type { CheckRun, FileMismatch } from "../thread/witnessed.ts";

type RunOfCheck = Pick<CheckRun, "command" | "outcome" | "before" | "comparedWith" | "reason" | "durationMs">;

export function checkLine({ command, outcome, before, comparedWith, reason, durationMs }: RunOfCheck): string {
  const took = seconds(durationMs);
  const then = comparedWith === "commit" ? "with its files as they were committed" : "before this turn";
  const older = before === "failed" ? `, as it did ${then}` : before === "passed" ? `, and passed ${then}` : "";
  switch (outcome) {
    case "passed":
      return `Coxswain ran ${command}: passed (${took})`;
    case "failed":
      return `Coxswain ran ${command}: failed${older} (${took})`;
    case "nothing-ran":
      return `Coxswain could not check ${command}: ${reason ?? "it checked nothing"}`;
    case "unknown":
      return `Coxswain could not check ${command}: ${reason ?? "its result is not clear"}`;
    default:
      return outcome satisfies never;
  }
}

/** One line for a person about a file that differs from what the agent says. */
export function mismatchLine({ path, kind, missing }: FileMismatch): string {
  switch (kind) {
    case "text":
      return `Coxswain read ${path}: “${missing.trim().slice(0, 80)}” is missing`;
    case "gone":
      return `Coxswain looked for ${path}: it is not there`;
    case "left":
      return `Coxswain looked for ${path}: it is still there`;
    default:
      return kind satisfies never;
  }
}
