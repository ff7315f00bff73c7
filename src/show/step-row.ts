import { neutralise } from "../neutralise.ts";
import { describeOutcome, describeStep } from "../thread/describe-step.ts";
import type { Step } from "../thread/thread.ts";
import type { Style } from "./style.ts";
import { fit } from "./wrap.ts";

const NARROWEST = 8;

/** A tool call in one row: what it did and how it ended. */
export function stepRow(step: Step, columns: number, style: Style): string {
  const outcome = fit(describeOutcome(step), columns - NARROWEST - 3);
  const room = columns - outcome.length - 3;
  return `${markOf(step, style)} ${fit(neutralise(describeStep(step)), room)} ${style.dim(outcome)}`.trimEnd();
}

function markOf(step: Step, style: Style): string {
  switch (step.result?.status) {
    case undefined:
    case "running":
    case "background":
      return style.yellow("▸");
    case "done":
      return style.green("▸");
    case "error":
    case "rejected":
    case "interrupted":
    case "timed-out":
      return style.red("▸");
  }
}
