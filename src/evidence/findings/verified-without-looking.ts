import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import { samePath } from "../changes/paths.ts";
import { standingChanges } from "../changes/standing-changes.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const verifiedWithoutLooking: FindingRule = {
  id: "verified-without-looking",
  title: "Verified without looking",
  meaning: "The closing says that the work was tried or verified, and no step came after the last change of the code.",
  category: "unverified-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const claim = facts.claims.find((candidate) => candidate.type === "verified");
  if (!claim) return [];
  const last = facts.changes.findLast(
    (change) => (change.role === "code" || change.role === "test") && !isTidiedUp(facts, change),
  );
  if (last?.meaning !== "behaviour" || isTakenBack(facts, last.step)) return [];
  if (facts.steps.some((step) => step.number > last.step && looks(step))) return [];
  // One line may change and check in one go, and a run that keeps its log writes a file.
  if (facts.receipts.some((receipt) => receipt.step >= last.step)) return [];
  return [
    {
      id: verifiedWithoutLooking.id,
      confidence: 0.65,
      message: `You say ${quote(claim.sentence.text, 60)}, but nothing ran after your last change; try it.`,
      steps: cite(last.step),
      subject: "verified",
    },
  ];
}

/** True when the deleted file was made in this turn: a script to try the work, removed when that was done. */
function isTidiedUp({ changes }: Facts, { type, path, step }: FileChange): boolean {
  return (
    type === "delete" && changes.some((made) => made.type === "create" && made.step < step && samePath(made.path, path))
  );
}

/** True when no change since the last look is left: a line for debugging came and went. */
function isTakenBack(facts: Facts, last: number): boolean {
  const seen = facts.steps.findLast((step) => step.number < last && step.action.command !== undefined && looks(step));
  return seen !== undefined && standingChanges(facts, seen.number).length === 0;
}

function looks({ action }: Step): boolean {
  return action.kind !== "think" && action.changes.length === 0;
}
