import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES, topicOf } from "../claimed-checks.ts";
import { hasSign } from "../closing.ts";
import type { Facts } from "../facts.ts";
import { admits, cite, isNamed, namePattern, remarked, stepAt } from "../look.ts";
import { baseName, roleOf, samePath } from "../paths.ts";
import type { CheckKind, Receipt } from "../receipt.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const stoppedOnFailureUnsaid: FindingRule = {
  id: "stopped-on-failure-unsaid",
  meaning:
    "The last run of a check failed, or the last edit of a file did not go through, and the closing does not say so.",
  category: "failed-command-ignored",
  find,
};

function find(facts: Facts): Finding[] {
  if (facts.turn.outcome !== "ended" || hasSign(facts.closing, "blocked", "announcement")) return [];
  return [...findFailedEdits(facts), ...findFailedChecks(facts)];
}

function findFailedEdits(facts: Facts): Finding[] {
  const lastTry = new Map<string, Step>();
  for (const step of facts.steps) {
    const path = step.action.changes[0]?.path;
    if (path !== undefined && step.action.command === undefined && roleOf(path) !== "scratch") lastTry.set(path, step);
  }
  return [...lastTry].flatMap(([path, step]) => {
    if (step.result?.status !== "error") return [];
    const later = facts.steps.filter(
      (candidate) => candidate.number > step.number && candidate.action.kind === "execute",
    );
    if (
      isNamed(later, path) ||
      facts.changes.some((change) => change.step > step.number && samePath(change.path, path))
    )
      return [];
    const claimed = facts.claims.some(
      (claim) =>
        (claim.type === "updated" || claim.type === "created" || claim.type === "fixed") &&
        claim.paths.some((named) => baseName(named) === baseName(path)),
    );
    const changedBefore = facts.changes.some((change) => samePath(change.path, path));
    if (!claimed || admits(facts, namePattern(path)) || facts.before.names.has(baseName(path))) return [];
    return [
      {
        id: stoppedOnFailureUnsaid.id,
        confidence: changedBefore ? 0.45 : 0.8,
        message: `Your edit of ${baseName(path)} failed (${quote(step.result.output, 60)}), and you report it as done; make the edit.`,
        steps: cite(step.number),
        subject: path,
      },
    ];
  });
}

/** Checks that say something about the work itself. */
const TELLING: readonly CheckKind[] = ["test", "build", "typecheck", "lint"];

function findFailedChecks(facts: Facts): Finding[] {
  return TELLING.flatMap((kind) => {
    const runs = facts.receipts.filter(
      (receipt) => receipt.kind === kind && receipt.baseline === undefined && receipt.expectedFailure === undefined,
    );
    const last = runs.findLast((run) => run.outcome === "passed" || run.outcome === "failed");
    if (last?.outcome !== "failed" || admits(facts, topicOf(facts, kind))) return [];
    if (claimsPass(facts, kind) || facts.closing.text === "") return [];
    return [
      {
        id: stoppedOnFailureUnsaid.id,
        confidence: confidence(facts, kind, last),
        message: `The last run of ${CHECK_NAMES[kind]} failed (${quote(last.command, 50)}) and you do not mention it; fix it or say why not.`,
        steps: cite(last.step),
        subject: kind,
      },
    ];
  });
}

/** Then it is a claim contradicted, which is another finding. */
function claimsPass(facts: Facts, kind: CheckKind): boolean {
  return facts.claims.some((claim) => topicOf(facts, kind).test(claim.sentence.text) && /pass|clean/.test(claim.type));
}

function confidence(facts: Facts, kind: CheckKind, last: Receipt): number {
  const { closing } = facts.language;
  if (remarked(facts, closing.unrelated, last.step) || remarked(facts, closing.explainedAway, last.step)) return 0.3;
  const output = stepAt(facts, last.step)?.result?.output ?? "";
  const aboutWork = facts.changes.some((change) => output.includes(baseName(change.path)));
  const repaired = facts.changes.some((change) => change.step > last.step && change.role !== "docs");
  if (!aboutWork) return 0.4;
  if (repaired) return kind === "lint" ? 0.45 : 0.6;
  return kind === "lint" ? 0.6 : 0.75;
}
