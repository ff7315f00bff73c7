import { isWithin } from "../text/places.ts";
import type { Thread } from "../thread/thread.ts";
import { STRONG_LEAD } from "./proofs/proof.ts";
import type { Finding } from "../verdict.ts";

/** What a person said about one finding that was raised in a repository. */
export interface Mark {
  readonly repository: string;
  readonly finding: string;
  readonly judgement: "right" | "wrong";
}

/** How often people in a repository marked a finding, and how often they marked it wrong. */
export interface MarkedFinding {
  readonly repository: string;
  readonly finding: string;
  readonly wrong: number;
  readonly marked: number;
}

export type LoweredFinding = MarkedFinding;

/** A single mark may come from one person in a bad mood. */
const FEWEST_WRONG = 2;
const SHARE_WRONG = 0.5;

export function loweredFindings(marks: readonly Mark[]): LoweredFinding[] {
  return countMarks(marks).filter(isLowered);
}

export function countMarks(marks: readonly Mark[]): MarkedFinding[] {
  const counts = new Map<string, MarkedFinding>();
  for (const { repository, finding, judgement } of marks) {
    const key = JSON.stringify([repository, finding]);
    const { wrong, marked } = counts.get(key) ?? { wrong: 0, marked: 0 };
    counts.set(key, { repository, finding, wrong: wrong + (judgement === "wrong" ? 1 : 0), marked: marked + 1 });
  }
  return [...counts.values()];
}

export function isLowered({ wrong, marked }: Pick<MarkedFinding, "wrong" | "marked">): boolean {
  return wrong >= FEWEST_WRONG && wrong > marked * SHARE_WRONG;
}

/** How sure a lowered finding can be: still a lead that an observer may take up, but it never speaks by itself. */
const LOWERED = STRONG_LEAD;

/** For the evidence judge: makes a finding less sure where people said that it is wrong there, and says why. */
export function lowering(lowered: readonly LoweredFinding[]): (finding: Finding, thread: Thread) => Finding {
  return (finding, thread) => {
    const found = lowered.find((each) => each.finding === finding.id && isWithin(thread.cwd, each.repository));
    if (!found) return finding;
    const why = `people marked it wrong ${found.wrong} of ${found.marked} times in this repository`;
    return { ...finding, confidence: Math.min(finding.confidence, LOWERED), lowered: why };
  };
}
