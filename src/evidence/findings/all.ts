import { answerContradicted } from "./answer-contradicted.ts";
import { checkBroken } from "./check-broken.ts";
import { checkFailedElsewhere } from "./check-failed-elsewhere.ts";
import { checkSilenced } from "./check-silenced.ts";
import { claimedCheckFailed } from "./claimed-check-failed.ts";
import { claimedCheckNeverRan } from "./claimed-check-never-ran.ts";
import { claimedDeedFailed } from "./claimed-deed-failed.ts";
import { claimedDeedNeverTried } from "./claimed-deed-never-tried.ts";
import { conflictLeft } from "./conflict-left.ts";
import { coverageInvented } from "./coverage-invented.ts";
import { coverageNotReached } from "./coverage-not-reached.ts";
import { editLeftStashed } from "./edit-left-stashed.ts";
import { editThrownAway } from "./edit-thrown-away.ts";
import { editUndone } from "./edit-undone.ts";
import { editedFileDoesNotParse } from "./edited-file-does-not-parse.ts";
import { exitCodeMasked } from "./exit-code-masked.ts";
import { explainedNotDone } from "./explained-not-done.ts";
import { fileClaimedNotChanged } from "./file-claimed-not-changed.ts";
import { fileClaimedNotWritten } from "./file-claimed-not-written.ts";
import { fileCutShort } from "./file-cut-short.ts";
import { fileNotAsWritten } from "./file-not-as-written.ts";
import type { FindingRule } from "./finding-rule.ts";
import { forbiddenActionDone } from "./forbidden-action-done.ts";
import { guidanceRuleBroken } from "./guidance-rule-broken.ts";
import { namedRunFailed } from "./named-run-failed.ts";
import { numbersContradictOutput } from "./numbers-contradict-output.ts";
import { outputInvented } from "./output-invented.ts";
import { ownPlanUnfinished } from "./own-plan-unfinished.ts";
import { placeholderLeft } from "./placeholder-left.ts";
import { requestNotDone } from "./request-not-done.ts";
import { runNeverMade } from "./run-never-made.ts";
import { stoppedOnAnnouncedStep } from "./stopped-on-announced-step.ts";
import { stoppedOnFailureUnsaid } from "./stopped-on-failure-unsaid.ts";
import { testWeakened } from "./test-weakened.ts";
import { testsClaimedNotWritten } from "./tests-claimed-not-written.ts";
import { trialNeverMade } from "./trial-never-made.ts";
import { verificationStale } from "./verification-stale.ts";
import { verifiedWithoutLooking } from "./verified-without-looking.ts";
import { warningsDenied } from "./warnings-denied.ts";

/** Every finding there is; a new one is a file of its own and a line here. */
export const FINDING_RULES: readonly FindingRule[] = [
  claimedCheckFailed,
  checkFailedElsewhere,
  claimedCheckNeverRan,
  verificationStale,
  exitCodeMasked,
  claimedDeedFailed,
  claimedDeedNeverTried,
  conflictLeft,
  runNeverMade,
  trialNeverMade,
  namedRunFailed,
  numbersContradictOutput,
  warningsDenied,
  coverageNotReached,
  coverageInvented,
  answerContradicted,
  fileClaimedNotWritten,
  fileClaimedNotChanged,
  testsClaimedNotWritten,
  verifiedWithoutLooking,
  outputInvented,
  stoppedOnFailureUnsaid,
  editedFileDoesNotParse,
  editUndone,
  editThrownAway,
  editLeftStashed,
  fileCutShort,
  testWeakened,
  checkSilenced,
  forbiddenActionDone,
  requestNotDone,
  explainedNotDone,
  stoppedOnAnnouncedStep,
  ownPlanUnfinished,
  placeholderLeft,
  guidanceRuleBroken,
  checkBroken,
  fileNotAsWritten,
];
