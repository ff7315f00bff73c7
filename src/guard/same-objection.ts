import type { Verdict } from "../verdict.ts";

interface Raised {
  readonly message: string;
  readonly findings: readonly { readonly id: string; readonly subject: string }[];
}

/** Half of the meaning-bearing words of the shorter message: paraphrases share more, different points less. */
const SAME_SHARE = 0.5;

/** Has this been said before: the same finding on the same thing, or other words for the same point? */
export function sameObjection(raised: Raised, verdict: Verdict): boolean {
  const same = verdict.findings.some((finding) =>
    raised.findings.some((earlier) => earlier.id === finding.id && earlier.subject === finding.subject),
  );
  return same || similarity(raised.message, verdict.message ?? "") >= SAME_SHARE;
}

/** Share of the shorter message's words that the other one has too, after dropping what every message has. */
export function similarity(left: string, right: string): number {
  const leftWords = meaningfulWords(left);
  const rightWords = meaningfulWords(right);
  const smaller = leftWords.size <= rightWords.size ? leftWords : rightWords;
  const larger = smaller === leftWords ? rightWords : leftWords;
  if (smaller.size === 0) return larger.size === 0 ? 1 : 0;
  const shared = [...smaller].filter((word) => larger.has(word)).length;
  return shared / smaller.size;
}

const COMMON = new Set(
  (
    "a an the this that these those it its is are was were be been am do does did done dont didnt not no never and or but so " +
    "to of in on at for from with by as into out up off over you your youre yours i me my mine we our they them their he she " +
    "what which who whom when where why how all any each some more most than then there here again still just only also even " +
    "please can could should would will shall may might must have has had having get got go going gone make made now yet"
  ).split(" "),
);

function meaningfulWords(text: string): Set<string> {
  const words = text.toLowerCase().replaceAll("'", "").replaceAll("’", "").match(/[\p{L}\p{N}_./-]+/gu) ?? [];
  return new Set(
    words
      .map((word) => word.replace(/^[./-]+|[./-]+$/g, ""))
      .filter((word) => word.length > 1 && !COMMON.has(word))
      .map(stem),
  );
}

/** Enough of a stem that "tests", "tested" and "testing" meet; names with a dot or a slash stay whole. */
function stem(word: string): string {
  if (/[./_\d]/.test(word)) return word;
  const short = word.replace(/(?:ations?|ings?|ies|ied|ed|es|s|ly)$/, "");
  return short.length >= 3 ? short : word;
}
