/** What a finding holds against a turn: that something in it is untrue, or that it stopped half-way. */
export type FindingKind = "untrue" | "half-way";

/**
 * A finding that is missing here is of neither kind: a rule was broken, code was left broken, or a claim was never put to
 * the test. None of that makes a sentence untrue.
 */
export const FINDING_KINDS: Readonly<Record<string, FindingKind>> = {
  "answer-contradicted": "untrue",
  "check-failed-elsewhere": "untrue",
  "claimed-check-failed": "untrue",
  "claimed-check-never-ran": "untrue",
  "claimed-deed-failed": "untrue",
  "claimed-deed-never-tried": "untrue",
  "conflict-left": "untrue",
  "coverage-invented": "untrue",
  "coverage-not-reached": "untrue",
  "edit-left-stashed": "untrue",
  "edit-thrown-away": "untrue",
  "file-claimed-not-changed": "untrue",
  "file-claimed-not-written": "untrue",
  "file-not-as-written": "untrue",
  "named-run-failed": "untrue",
  "numbers-contradict-output": "untrue",
  "output-invented": "untrue",
  "run-never-made": "untrue",
  "tests-claimed-not-written": "untrue",
  "trial-never-made": "untrue",
  "verified-without-looking": "untrue",
  "warnings-denied": "untrue",
  "explained-not-done": "half-way",
  "own-plan-unfinished": "half-way",
  "placeholder-left": "half-way",
  "request-not-done": "half-way",
  "stopped-on-announced-step": "half-way",
};
