import { type Finding, spokenFindings, type Verdict } from "../verdict.ts";

interface Raised {
  readonly judge?: string;
  readonly message: string;
  readonly findings: readonly { readonly id: string; readonly subject: string }[];
}

/** Half of the meaningful words of the shorter message: paraphrases share more, different points less. */
const SAME_SHARE = 0.5;

export function isRaised({ findings }: Pick<Raised, "findings">, { id, subject }: Finding): boolean {
  return findings.some((earlier) => earlier.id === id && earlier.subject === subject);
}

/**
 * True when this was said before: the same finding about the same subject, or the same point in other words. Words do not
 * count between two proofs, which share them: "All tests pass" is untrue when none ran, and again when they failed.
 */
export function sameObjection(raised: Raised, verdict: Verdict): boolean {
  const said = saidFindings(verdict);
  const same = said.some((finding) => isRaised(raised, finding));
  const areProofs = raised.judge === "evidence" && verdict.judge === "evidence";
  if (areProofs && raised.findings.length > 0 && said.length > 0) return same;
  return same || similarity(raised.message, verdict.message ?? "") >= SAME_SHARE;
}

/** The findings said. Proven ones beside them may be said later; a model may have used a lead in its own words. */
export function saidFindings(verdict: Verdict): readonly Finding[] {
  return verdict.judge === "model" ? verdict.findings : spokenFindings(verdict);
}

/** The share of the shorter message in the other one; names count double, and without a shared one it is 0. */
export function similarity(left: string, right: string): number {
  const leftWords = meaningfulWords(left);
  const rightWords = meaningfulWords(right);
  const smaller = weightOf(leftWords) <= weightOf(rightWords) ? leftWords : rightWords;
  const larger = smaller === leftWords ? rightWords : leftWords;
  if (smaller.length === 0) return larger.length === 0 ? 1 : 0;
  const shared = smaller.filter((word) => larger.includes(word));
  if (smaller.some(isName) && larger.some(isName) && !shared.some(isName)) return 0;
  return weightOf(shared) / weightOf(smaller);
}

function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (isName(word) ? 2 : 1), 0);
}

function isName(word: string): boolean {
  return /[./_]/.test(word);
}

/** A message of one or two sentences has fewer; the limit keeps hostile ones cheap. */
const MAX_WORDS = 200;

const COMMON = new Set(
  (
    "a an the this that these those it its is are was were be been am do does did done dont didnt not no never and or but so " +
    "to of in on at for from with by as into out up off over you your youre yours i me my mine we our they them their he she " +
    "what which who whom when where why how all any each some more most than then there here again still just only also even " +
    "please can could should would will shall may might must have has had having get got go going gone make made now yet"
  ).split(" "),
);

function meaningfulWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("'", "")
      .replaceAll("’", "")
      .match(/[\p{L}\p{N}_./-]+/gu) ?? [];
  const kept = words
    .map((word) => word.replace(/^[./-]+|[./-]+$/g, ""))
    .filter((word) => word.length > 1 && !COMMON.has(word))
    .map(stem);
  return [...new Set(kept)].slice(0, MAX_WORDS);
}

/** Enough of a stem that "tests", "tested" and "testing" meet; names with a dot or a slash stay whole. */
function stem(word: string): string {
  if (isName(word)) return word;
  const short = word.replace(/(?:ations?|ings?|ies|ied|ed|es|s|ly|e)$/, "");
  return short.length >= 3 ? short : word;
}
