import { announcedStep } from "./announced-step.ts";
import { brokenFile } from "./broken-file.ts";
import { checkCouldNotFail } from "./check-could-not-fail.ts";
import { claimedCheckFailed } from "./claimed-check-failed.ts";
import { claimedCheckNeverRan } from "./claimed-check-never-ran.ts";
import { claimedCheckOutdated } from "./claimed-check-outdated.ts";
import { editUndone } from "./edit-undone.ts";
import { failureNotMentioned } from "./failure-not-mentioned.ts";
import { fileCutShort } from "./file-cut-short.ts";
import { fileNotThere } from "./file-not-there.ts";
import { forbiddenDone } from "./forbidden-done.ts";
import type { Proof } from "./proof.ts";
import { testWeakened } from "./test-weakened.ts";

/** Every proof there is, and no more than twelve: what they cannot say is a feature of the score, or the observer's. */
export const PROOFS: readonly Proof[] = [
  claimedCheckFailed,
  claimedCheckNeverRan,
  claimedCheckOutdated,
  checkCouldNotFail,
  failureNotMentioned,
  announcedStep,
  testWeakened,
  editUndone,
  brokenFile,
  fileCutShort,
  fileNotThere,
  forbiddenDone,
];
