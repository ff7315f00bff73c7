import { WORTH_A_LOOK } from "../evidence/score/score.ts";
import type { TurnAccount } from "../session/record.ts";
import { wasLeftAlone } from "../verdict.ts";

/** What `--fail-on` takes, the gravest first: each takes in those before it. */
export const LEVELS = ["proof", "objection", "worth-a-look"] as const;
export type Level = (typeof LEVELS)[number];

/** What came of looking. Only `well` is a success, and only something that the record shows makes it one. */
export type Outcome = Level | "not-checked" | "blocked" | "see-what-failed" | "nothing-found" | "well";

/** From the gravest to the best: of several the first one stands for all. */
const ORDER: readonly Outcome[] = [...LEVELS, "not-checked", "blocked", "see-what-failed", "nothing-found", "well"];

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  proof: "the record speaks against it",
  objection: "the observer objects",
  "worth-a-look": "worth a look, not proven",
  "not-checked": "not checked",
  blocked: "unfinished, and says so",
  "see-what-failed": "nothing claimed that is not so; see what failed",
  "nothing-found": "nothing speaks against it, and nothing shows it",
  well: "nothing speaks against it",
};

export function outcomeOf({ verdict, receipt, worth }: Pick<TurnAccount, "verdict" | "receipt" | "worth">): Outcome {
  if (verdict.verdict === "correct") return verdict.judge === "model" ? "objection" : "proof";
  if (verdict.verdict === "unchecked" || wasLeftAlone(verdict)) return "not-checked";
  const isDoubtful = receipt.some(({ part, tone }) => part === "claims" && tone === "bad");
  if (verdict.findings.length > 0 || worth.p >= WORTH_A_LOOK || isDoubtful) return "worth-a-look";
  if (verdict.verdict === "blocked") return "blocked";
  if (receipt.some(({ tone }) => tone === "bad")) return "see-what-failed";
  return receipt.some(({ tone }) => tone === "good") ? "well" : "nothing-found";
}

/** The gravest; nothing that was looked at was not checked. */
export function worstOf(outcomes: readonly Outcome[]): Outcome {
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? "not-checked";
}

export function isGraver(left: Outcome, right: Outcome): number {
  return ORDER.indexOf(left) - ORDER.indexOf(right);
}

/** True where one of them is what the person wants to fail on, or graver. */
export function reaches(outcomes: readonly Outcome[], failOn: Level | undefined): boolean {
  const wanted: readonly Outcome[] = failOn === undefined ? [] : LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
  return outcomes.some((outcome) => wanted.includes(outcome));
}

/** As a check run ends. What nobody could look at is never a success. */
export type Conclusion = "success" | "neutral" | "failure";

export function conclusionOf(outcomes: readonly Outcome[], failOn: Level | undefined): Conclusion {
  if (reaches(outcomes, failOn)) return "failure";
  return worstOf(outcomes) === "well" ? "success" : "neutral";
}
