import { isCapital } from "../../thread/letters.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import { readProse } from "../language/prose.ts";

/**
 * True when the words before an ask or a ban ask for something themselves, and tell no condition and no report.
 * `ofCode`: the ask can only be meant for the agent, so they may also tell what the code does ("Return null and …").
 */
export function isOutright(before: string, language: Language, ofCode = false): boolean {
  const clauses = before.split(/[,;!()—–]|[.:](?=\s|$)|\s-\s/).map((clause) => clause.trim());
  if (clauses.some((clause) => language.requests.reserve.test(clause))) return false;
  // Words in brackets only explain.
  if (before.lastIndexOf("(") > before.lastIndexOf(")")) return false;
  const own = withoutCourtesy(clauses.at(-1) ?? "", language);
  if (language.requests.aim.test(own) || isSpokenToOthers(before, language)) return false;
  return (
    own === "" || tellsToDo(own, language) || forbids(own, language) || (ofCode && language.requests.codeDoes.test(own))
  );
}

function isSpokenToOthers(before: string, { requests }: Language): boolean {
  if (!isCapital(before.charCodeAt(0)) || requests.imperative.test(before)) return false;
  return requests.spokenTo.test(before.replace(requests.courtesy, ""));
}

/** True when the text is short and has no lists or quotes: there, a line that asks may only describe how to do it. */
export function isSaidBriefly(text: string): boolean {
  return text.length <= LONGEST && !LISTED.test(text);
}

const LONGEST = 600;
const LISTED = /^[ \t]*(?:[-*#>|]|\d+[.)]|```)/m;

/** A sentence with an ask in it, cut at the ask. */
export interface CutSentence {
  /** The sentences before it. */
  readonly earlier: readonly string[];
  readonly masked: string;
  readonly before: string;
  readonly after: string;
}

/** What is looked for in a person's text: what a pattern finds, in a sentence that also fits. */
interface LookedFor {
  readonly pattern: Pattern;
  readonly fits: (sentence: CutSentence) => boolean;
  /** As for `isOutright`. */
  readonly ofCode?: boolean;
}

/** True when some sentence of the text asks outright for what the pattern finds. */
export function asksOutright(text: string, language: Language, { pattern, fits, ofCode }: LookedFor): boolean {
  return readProse(text).sentences.some(({ masked }, index, all) => {
    const match = pattern.exec(masked);
    if (!match) return false;
    const before = masked.slice(0, match.index);
    if (language.requests.unwanted.test(before) || !isOutright(before, language, ofCode)) return false;
    const earlier = all.slice(0, index).map((sentence) => sentence.masked);
    return fits({ earlier, masked, before, after: masked.slice(match.index + match[0].length) });
  });
}

/** True when the ask opens its sentence, or follows only on other work that the agent is asked for. */
function followsWork(before: string, language: Language): boolean {
  const { codeDoes, workAndThen } = language.requests;
  const isWork = (clause: string): boolean => clause === "" || tellsToDo(clause, language) || codeDoes.test(clause);
  const clauses = before.split(";").map((clause) => withoutCourtesy(clause, language).trim());
  return clauses.every(isWork) && (clauses.at(-1) === "" || workAndThen.test(withoutCourtesy(before, language)));
}

/** True when the ask has no condition, and stands beside nothing but work. */
export function isOwnAsk(sentence: CutSentence, language: Language): boolean {
  if (language.requests.depends.test(sentence.masked)) return false;
  return followsWork(sentence.before, language) && isAmongWork(sentence, language);
}

/**
 * True when all that the person asks for up to there is work on the code. Otherwise the ask may be a part of what the
 * code does ("insert the row and commit") or of how to reproduce something ("run the build. It prints 0.").
 */
function isAmongWork({ earlier, before, after }: CutSentence, language: Language): boolean {
  const { ownWork } = language.deeds;
  const own = clausesOf(before, language);
  const asked = earlier
    .flatMap((sentence) => clausesOf(sentence, language))
    .filter((each) => tellsToDo(each, language));
  if (own.length + asked.length === 0) return ownWork.test(clausesOf(after, language)[0] ?? "");
  const isWork = (clause: string, index: number): boolean =>
    ownWork.test(clause) || (index > 0 && continues(clause, language));
  return own.every(isWork) && asked.every((clause) => ownWork.test(clause));
}

/** True when the clause continues the one before: "Fix the cart and wishlist totals". One word may be a function. */
function continues(clause: string, language: Language): boolean {
  return clause.includes(" ") && !tellsToDo(clause, language);
}

function clausesOf(text: string, language: Language): string[] {
  const clauses = withoutCourtesy(text, language).split(
    /[,;!?—–&]|\((?!\))|(?<!\()\)|[.:](?=\s|$)|\s-\s|\b(?:and|then)\b/,
  );
  return clauses.map((clause) => withoutCourtesy(clause, language).trim()).filter((clause) => clause !== "");
}

/** True when a ban is outright like an ask. After an ask and a colon stands text to write: "Add a rule: don't push." */
export function isBanOutright(before: string, ban: string, language: Language, ofCode = false): boolean {
  if ((ban.startsWith(":") || before.trimEnd().endsWith(":")) && withoutCourtesy(before, language) !== "") return false;
  return isOutright(before, language, ofCode);
}

export function withoutCourtesy(clause: string, { requests }: Language): string {
  return clause.replace(requests.courtesy, "");
}

/** True when the clause opens with a verb: one we know, or one that the words after it show to be a verb. */
export function tellsToDo(clause: string, { requests }: Language): boolean {
  return requests.imperative.test(clause) || requests.verbAndObject.test(clause);
}

/** True when the clause opens with a ban. */
export function forbids(clause: string, { requests }: Language): boolean {
  return requests.forbid[0]?.exec(clause)?.index === 0;
}

/** True when, after what is forbidden, the sentence goes on with something else to be done or not to be done. */
export function goesOn(rest: string, language: Language): boolean {
  if (!/^[`"')\s]*(?:[,;.—–(-]|\b(?:and|but|then|just|only)\b)/.test(rest)) return false;
  if (language.requests.backReference.test(rest)) return false;
  const more = withoutCourtesy(rest.replace(/^[`"'\s,;]*/, ""), language);
  return tellsToDo(more, language) || forbids(more, language);
}
