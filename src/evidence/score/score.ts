import { gateVerdict, type Judge } from "../../verdict.ts";
import { type Evidence, evidenceOf } from "../evidence.ts";
import { FEATURES } from "./features.ts";
import weights from "./weights.json" with { type: "json" };

/** How much a turn is worth a look, from 0 to 1, and why. It orders what people look at, and never corrects. */
export interface Suspicion {
  readonly p: number;
  readonly reasons: readonly string[];
}

/** What the training found: for each feature where it usually lies, how far it spreads, and what it weighs. */
export interface Weights {
  readonly bias: number;
  readonly slope: number;
  readonly features: Readonly<{
    [name: string]: { readonly mean: number; readonly spread: number; readonly weight: number };
  }>;
}

/** From here on a turn is listed for people to look at; most lie below. */
export const WORTH_A_LOOK = 0.3;

const MOST_REASONS = 5;
/** A value far outside of what is usual counts as much as one at this distance. */
const FARTHEST = 3;

/** Scores a turn with the weights of the package. */
export function suspicionOf(evidence: Evidence, { bias, slope, features }: Weights = weights): Suspicion {
  const parts = FEATURES.flatMap((feature) => {
    const known = features[feature.name];
    if (!known || known.weight === 0) return [];
    return { feature, adds: known.weight * distance(feature.of(evidence), known) };
  });
  const sum = parts.reduce((total, { adds }) => total + adds, 0);
  const reasons = parts
    .filter(({ adds, feature }) => adds > 0.1 && feature.sign !== "less")
    .toSorted((left, right) => right.adds - left.adds)
    .map(({ feature }) => feature.why(evidence));
  return {
    p: 1 / (1 + Math.exp(-(slope * sum + bias))),
    reasons: eachOnce([...new Set(reasons)]).slice(0, MOST_REASONS),
  };
}

/** A proof and a feature may say the same, one of them in more words. */
function eachOnce(reasons: readonly string[]): readonly string[] {
  return reasons.filter((reason, at) => !reasons.some((other, place) => place !== at && other.includes(reason)));
}

/** How far a value lies from what is usual, in units of its spread. */
export function distance(value: number, { mean, spread }: { readonly mean: number; readonly spread: number }): number {
  return spread === 0 ? 0 : Math.max(-FARTHEST, Math.min(FARTHEST, (value - mean) / spread));
}

/** A turn whose score is lower is not asked about where the person chose `observer.when: suspicious`. */
const ASKED_FROM = 0.25;

/** A judge that is asked only about ended turns whose record looks suspicious: cheaper, and it sees less. */
export function whenSuspicious(judge: Judge): Judge {
  return {
    ...judge,
    async assess(assessment) {
      const { thread, turn, trigger } = assessment;
      const { p } = suspicionOf(evidenceOf(thread, turn));
      if (trigger === "parallel" || p >= ASKED_FROM) return judge.assess(assessment);
      const looks = `the record does not look suspicious (${p.toFixed(2)} of ${ASKED_FROM})`;
      return gateVerdict("ok", `no model was asked: ${looks}, and observer.when is suspicious`);
    },
  };
}
