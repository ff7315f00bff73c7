import type { CheckCounts, CheckOutcome } from "../receipts/receipt.ts";

/** What a runner's own summary says. */
export interface Outcome {
  /** `unknown`: the summary is there and does not settle it. Then not even an exit code makes it a failure. */
  readonly status: CheckOutcome;
  readonly counts?: CheckCounts;
  /** Everything came from a cache. */
  readonly cached?: true;
  /** Told in words that other programs use too, or of a part only: an exit code that says otherwise wins. */
  readonly plain?: true;
}

/** Reads a runner's summary out of its output; nothing when there is none. */
export type OutcomeReader = (text: string) => Outcome | undefined;

export const PASSED: Outcome = { status: "passed" };
/** The build is done, which says nothing yet about tests. */
export const BUILT: Outcome = { status: "passed" };
export const FAILED: Outcome = { status: "failed" };
export const NOTHING_RAN: Outcome = { status: "nothing-ran" };

/** The status that follows from counts: a failure fails, and with nothing passed, nothing ran. */
function fromCounts(counts: { passed?: number; failed?: number; skipped?: number }): Outcome {
  const { passed = 0, failed = 0 } = counts;
  return { status: failed > 0 ? "failed" : passed > 0 ? "passed" : "nothing-ran", counts };
}

/** Of several outcomes, the status that counts for all: the first of this list that one of them has. */
const RANKED: readonly Outcome["status"][] = ["failed", "passed", "nothing-ran", "unknown"];

/** Several readers may know the same line, so they are not added up: a failure first, then what has numbers. */
export function strongest(outcomes: readonly Outcome[]): Outcome | undefined {
  const ranked = RANKED.flatMap((status) => outcomes.filter((outcome) => outcome.status === status));
  const numbered = ranked.find((outcome) => outcome.counts !== undefined && Object.keys(outcome.counts).length > 0);
  return numbered ?? ranked[0];
}

/** Several summaries of one output as one: the counts add up, one failure fails. */
export function together(outcomes: readonly Outcome[]): Outcome | undefined {
  const [first, ...others] = outcomes;
  if (!first || others.length === 0) return first;
  const sum = (key: keyof CheckCounts): number | undefined => {
    const numbers = outcomes.flatMap((outcome) => outcome.counts?.[key] ?? []);
    return numbers.length === 0 ? undefined : numbers.reduce((total, number) => total + number, 0);
  };
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  const has = (status: Outcome["status"]): boolean => outcomes.some((outcome) => outcome.status === status);
  return {
    status: RANKED.find(has) ?? "nothing-ran",
    counts: {
      ...(passed !== undefined && { passed }),
      ...(failed !== undefined && { failed }),
      ...(skipped !== undefined && { skipped }),
    },
    ...(outcomes.every((outcome) => outcome.cached) && { cached: true as const }),
  };
}

/** Adds up every `<number> <word>` of a summary line whose word is in the list. */
export function countOf(text: string, words: string): number | undefined {
  if (!mayHold(text.toLowerCase(), words)) return undefined;
  const found = [...text.matchAll(new RegExp(`(\\d(?:[\\d,]*\\d)?)\\s+(?:${words})\\b`, "gi"))];
  if (found.length === 0) return undefined;
  return found.reduce((sum, match) => sum + number(match[1]), 0);
}

/** False when the text has none of the words, as most summaries do: this is cheaper than the expression. */
function mayHold(text: string, words: string): boolean {
  return words.includes("?") || words.split("|").some((word) => text.includes(word));
}

export function number(text: string | undefined): number {
  return Number((text ?? "0").replaceAll(",", ""));
}

/** The counts with the unknown ones left out. */
export function counted(passed: number | undefined, failed: number | undefined, skipped?: number): Outcome {
  return fromCounts({
    ...(passed !== undefined && { passed }),
    ...(failed !== undefined && { failed }),
    ...(skipped !== undefined && skipped > 0 && { skipped }),
  });
}

/** True for a pass in words that other programs also print: an exit code that says otherwise wins. */
export function isPlainPass({ plain, status }: Outcome): boolean {
  return plain === true && status === "passed";
}
