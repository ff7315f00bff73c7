import type { Facts } from "../facts.ts";
import { baseName } from "../changes/paths.ts";
import { outputOf } from "../steps.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { mayBeTest, wroteUnseen } from "../unseen/written-tests.ts";
import { buildOf, isOfPartBeside, subjectOf } from "./claim-subject.ts";
import { isOnService } from "./claimed-suites.ts";
import type { Claim } from "./claims.ts";
import { isAmongFailed } from "./what-failed.ts";

/** True when the claim is only about what did not fail: the number that passed, files or subjects no failure names. */
export function isTrueInPart(facts: Facts, claim: Claim, last: Receipt): boolean {
  const { passed, failed } = last.counts;
  const { deniesFailures } = facts.language.closing;
  if (passed !== undefined && failed !== undefined) {
    if (!claim.universal && claim.numbers.includes(passed) && !deniesFailures.test(claim.sentence.masked)) return true;
    // A number that includes the failed tests is about the whole run, whatever the claim calls its tests.
    if (claim.universal && claim.numbers.includes(passed + failed)) return false;
  }
  const output = outputOf(facts, last);
  const named = claim.abroad ? undefined : (subjectOf(facts, claim) ?? buildOf(facts, claim));
  if (named !== undefined && !last.command.toLowerCase().includes(named.toLowerCase()))
    return isAmongFailed(output, named) !== true;
  if (!claim.abroad && isOfPartBeside(facts, claim, output)) return true;
  // "All affected tests" are just what `nx affected` ran.
  if (facts.language.closing.ofAffected.test(claim.sentence.text) && /\baffected\b/.test(last.command)) return false;
  const meant = facts.language.closing.bounds.newTests.test(claim.sentence.text) && !wroteUnseen(facts);
  const touched = meant ? facts.changes.filter(mayBeTest) : facts.changes;
  return claim.partial && touched.every((change) => isAmongFailed(output, baseName(change.path)) === false);
}

/** True when the claim is about other checks or a pipeline, or the closing says that something is missing here. */
export function isNotOfHere(facts: Facts, claim: Claim): boolean {
  const { lackedHere, ofOthers, bounds } = facts.language.closing;
  const { text, index } = claim.sentence;
  return (
    ofOthers.test(text) ||
    (index > 0 && bounds.otherwise.test(text)) ||
    isOnService(facts, claim) ||
    facts.closing.prose.sentences.some(({ masked }) => lackedHere.test(masked))
  );
}
