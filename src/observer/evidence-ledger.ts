import { endsWith, hasSign } from "../evidence/closing/closing.ts";
import { type Evidence, evidenceOf } from "../evidence/evidence.ts";
import { findingsOf } from "../evidence/judge.ts";
import { LEAD_FROM } from "../evidence/proofs/proof.ts";
import { receiptLines } from "../evidence/receipt/receipt-line.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { baseName, samePath } from "../evidence/record/paths.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { deletionLines, short } from "./deletion-lines.ts";

/** What the record holds of a turn, as lines for an observer: leads, the receipt, and how the turn ended. */
export function evidenceLedger(thread: Thread, turn: Turn): string[] {
  const evidence = evidenceOf(thread, turn);
  const leads = findingsOf(evidence).filter(({ confidence }) => confidence >= LEAD_FROM);
  return [
    ...(isStopped(turn) ? [STOPPED] : leads.slice(0, MOST_LEADS).map(leadLine)),
    ...receiptLines(receiptOf(evidence)),
    ...failedEditLines(turn),
    ...deletionLines(thread, turn),
    ...endingLines(evidence),
  ];
}

const MOST_LEADS = 4;

/** An agent that was stopped has not said that it is done, so missing work is no lead. */
const STOPPED = "stopped: the agent did not end this turn itself, so what is missing may only be unfinished";

function isStopped({ outcome }: Turn): boolean {
  return outcome !== "ended" && outcome !== "open";
}

/** Ends at which the person may have the next move: the observer is asked all the same, and told. */
function endingLines({ turn, closing, record }: Evidence): string[] {
  if (turn.outcome !== "ended") return [];
  const endings: readonly (readonly [isSo: boolean, what: string])[] = [
    [closing.text.trim() === "", "the agent said nothing at the end"],
    [endsWith(closing, "question") || endsWith(closing, "choice"), "the agent asks the user something"],
    [endsWith(closing, "waiting", 3), "the agent says that it waits for something"],
    [hasSign(closing, "blocked"), "the agent says what keeps it from going on"],
    [record.running.length > 0, "something that was started in the background still runs"],
  ];
  return endings.flatMap(([isSo, what]) => (isSo ? [`ending: ${what}`] : []));
}

function leadLine({ id, message, steps, confidence }: Finding): string {
  const where = steps.length > 0 ? `, step ${steps.join(", ")}` : "";
  return `lead (${id}, ${confidence.toFixed(2)}${where}): ${message}`;
}

const MAX_EDITS = 2;

/** Edits that failed, if no later step is seen to change or name their file. */
export function failedEditLines({ steps }: Turn): string[] {
  return steps
    .flatMap((step) => {
      const path = failedEditOf(step);
      return path !== undefined && !steps.some((later) => later.number > step.number && touches(later, path))
        ? [`edit failed in step ${step.number} and was not repeated: ${short(path)}`]
        : [];
    })
    .slice(-MAX_EDITS);
}

function failedEditOf({ action, result }: Step): string | undefined {
  if (result?.status !== "error" || (action.kind !== "edit" && action.kind !== "create")) return undefined;
  return action.paths[0];
}

function touches({ action }: Step, path: string): boolean {
  if (action.kind === "read" || action.kind === "search") return false;
  const name = baseName(path);
  return action.paths.some((other) => samePath(other, path)) || (action.command?.includes(name) ?? false);
}
