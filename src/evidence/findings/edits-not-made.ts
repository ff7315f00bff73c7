import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import { baseName, namePattern, placedPath, roleOf, samePath, withoutPaths } from "../changes/paths.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { admits, isNamed } from "../look.ts";
import { cite } from "../steps.ts";
import { mayHaveBeenMendedAfter, mayHaveBeenWrittenAfter } from "../unseen/unseen-writes.ts";
import { PROVEN, WEAK_LEAD } from "../confidence.ts";
import { quote, shownFile } from "../quote.ts";

/** Findings about edits that did not go through although the closing tells of them as made. */
export function editsNotMade(facts: Facts): Omit<Finding, "id">[] {
  const lastTry = new Map<string, Step>();
  for (const step of facts.steps) {
    const given = step.action.changes[0]?.path;
    if (given === undefined || step.action.command !== undefined) continue;
    const path = placedPath(given, facts.thread.cwd);
    if (roleOf(path) !== "scratch") lastTry.set(path, step);
  }
  return [...lastTry].flatMap(([path, step]) => {
    if (!wasNotMade(step) || stoodThereAfter(facts, step, path)) return [];
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
        claim.paths.some((named) => baseName(named) === baseName(path) && isChanged(facts, claim, named)),
    );
    const changedBefore = facts.changes.some((change) => samePath(change.path, path));
    if (!claimed || admits(facts, namePattern(path)) || facts.before.names.has(baseName(path))) return [];
    return [
      {
        confidence: changedBefore || mayBeEditedOtherwise(facts, step, path) ? WEAK_LEAD : PROVEN,
        message: `Your edit of ${shownFile(baseName(path))} ${notMade(step)}`,
        steps: cite(step.number),
        subject: path,
      },
    ];
  });
}

/** True when the sentence says that this file was changed, and does not only name it beside something else. */
function isChanged(facts: Facts, { sentence }: Claim, path: string): boolean {
  const before = withoutPaths(sentence.text.slice(0, sentence.text.indexOf(path)));
  const { changedBefore, namedAside } = facts.language.closing;
  return changedBefore.test(before) && !namedAside.test(before);
}

/** True when the edit failed or the host blocked it. A person who refuses with a reason may have made it instead. */
function wasNotMade({ result }: Step): boolean {
  if (result?.status === "rejected") return REFUSED.test(result.output) && !result.output.includes("the user said");
  return result?.status === "error" && !NOTHING_TO_DO.test(result.output.slice(0, 300));
}

const REFUSED = /\bnot written\b|n't granted|\bblocked\b|\bdenied\b|\bread-only\b/i;

function notMade({ result }: Step): string {
  const told = quote(result?.output ?? "", 60);
  if (result?.status === "rejected")
    return `was refused (${told}), and you report it as done; say that it was not made.`;
  return `failed (${told}), and you report it as done; make the edit.`;
}

/** Errors that say the file already was as the edit wanted it. */
const NOTHING_TO_DO = /no changes? to make|exactly the same|\bidentical\b|already (?:contains|applied|up.to.date)/i;

/** True when a command may have made this edit: an earlier one that names no files, or somebody unseen afterwards. */
function mayBeEditedOtherwise(facts: Facts, failed: Step, path: string): boolean {
  const before = facts.steps.some(
    (step) => step.number < failed.number && step.action.changes.some((change) => change.path === undefined),
  );
  return (
    before || mayHaveBeenMendedAfter(facts, path, failed.number) || mayHaveBeenWrittenAfter(facts, path, failed.number)
  );
}

/** True when a later read shows what the edit was to bring: the person, an editor or a hook wrote it. */
function stoodThereAfter({ steps, thread }: Facts, { number, action }: Step, path: string): boolean {
  const text = action.changes[0]?.newText?.split("\n").find((line) => line.trim().length > 2);
  if (text === undefined) return false;
  return steps.some(
    (step) =>
      step.number > number &&
      step.action.kind === "read" &&
      step.action.paths.some((read) => samePath(placedPath(read, thread.cwd), path)) &&
      step.result?.output.includes(text.trim()) === true,
  );
}
