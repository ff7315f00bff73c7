import { isDigit, isLetter } from "../../thread/letters.ts";
import type { ClaimType, Language } from "../language/language.ts";
import { type Modality, stillTells, tellsUnmended } from "../language/modality.ts";
import type { Prose, Sentence } from "../language/prose.ts";
import { pathsIn } from "../changes/paths.ts";
import { isCountedBeside, isPartOfSomething } from "./listed-claims.ts";
import { rememberingEach } from "../remembering.ts";

/** Something the agent says is so. */
export interface Claim {
  readonly type: ClaimType;
  readonly sentence: Sentence;
  /** Files the sentence names. */
  readonly paths: readonly string[];
  /** Code spans that look like commands. */
  readonly commands: readonly string[];
  /** Whole numbers in the clause that makes the claim. */
  readonly numbers: readonly number[];
  /** "all tests", "everything": no exception is left. */
  readonly universal: boolean;
  /** "the new tests", "these tests": only some. */
  readonly partial: boolean;
  /** Hinted at by a tick or a list rather than said. */
  readonly weak: boolean;
  /** Only a failed run contradicts the claim; a missing run does not. */
  readonly ofRun?: true;
  /** Said in another language, in a text without a word of doubt. */
  readonly abroad?: true;
}

/** Finds what a closing text claims. Hedged, negated, conditional, planned, advised, quoted and attributed sentences claim nothing. */
export function readClaims(prose: Prose, language: Language): readonly Claim[] {
  return claimsIn(prose, language);
}

/** Remembered, because both the gate and the judge ask for the claims of a text. */
const claimsIn = rememberingEach((prose: Prose, language: Language): readonly Claim[] => {
  const claims: Claim[] = [];
  for (const sentence of prose.sentences) {
    if (claims.length >= MOST_CLAIMS) break;
    if (cannotClaim(sentence)) continue;
    if (isNoStatement(sentence, language) || isPartOfSomething(sentence, prose, language)) continue;
    const seen = new Set<ClaimType>();
    if (listsCommand(sentence, language)) {
      seen.add("ran");
      claims.push(toClaim("ran", sentence, sentence.masked, language, !language.saysRan.test(sentence.heading)));
    }
    for (const { type, pattern, weak = false, ofRun, unless } of language.claims) {
      if (seen.has(type)) continue;
      const match = pattern.exec(sentence.masked);
      if (!match) continue;
      const clause = clauseAround(sentence.masked, match.index, match[0].length);
      if (!isAsserted(clause, type, language) || unless?.test(clause)) continue;
      if (weak && isCountedBeside(sentence, prose, language)) continue;
      if (CHECKED.has(type) && (turns(sentence, language) || isConditional(sentence, match, language))) continue;
      if (SEEN_TO_BE.has(type) && isOnlyWished(sentence, match, prose, language)) continue;
      seen.add(type);
      const claim = toClaim(type, sentence, clause, language, weak || isLoose(type, sentence, prose, language));
      claims.push(ofRun ? { ...claim, ofRun } : claim);
    }
  }
  const abroad = claims.some(({ type }) => type === "tests-pass") ? undefined : claimAbroad(prose, language);
  return abroad ? [...claims, abroad] : claims;
});

/** Each claim is compared with every step: a closing with more claims is written to keep us busy. */
const MOST_CLAIMS = 200;

/** The claim that all tests pass, in a language of which we can read little more than that. */
function claimAbroad({ sentences }: Prose, language: Language): Claim | undefined {
  const { mayClaim, allPass, result, orders, doubt } = language.closing.abroad;
  const sentence = sentences.find((each) => {
    if (!mayClaim.test(each.masked) || each.number !== undefined || cannotClaim(each)) return false;
    const said = each.masked.replace(result, "");
    // Words after a colon may be a product text, a commit message or an aim, unless they are called a result.
    return !/[:：]/.test(said.slice(0, allPass.exec(said)?.index)) && allPass.test(said) && !orders.test(said);
  });
  if (!sentence || sentences.some(({ masked, ticked }) => ticked === false || doubt.test(masked))) return undefined;
  return { ...toClaim("tests-pass", sentence, sentence.masked, language, false), universal: true, abroad: true };
}

/** Sentences longer than this are pasted text, not statements. */
const MAX_SENTENCE = 1200;

function cannotClaim({ ticked, masked }: Sentence): boolean {
  if (ticked === false || masked.length > MAX_SENTENCE || masked.trimEnd().endsWith("?")) return true;
  const told = masked.trimStart();
  return OPEN_BOXES.some((box) => told.startsWith(box));
}

/** Signs that begin an open item: an empty box, or a mark for something that is not done yet. */
const OPEN_BOXES = ["[ ]", "[]", "☐", "⬜", "🔲", "⏳", "⌛", "⚪", "🚧", "⏸", "🔜"];

/** True when the sentence is an instruction, or stands under a heading for open work and is not ticked off. */
function isNoStatement({ kind, heading, masked, ticked }: Sentence, { modality }: Language): boolean {
  const isDone = ticked === true && !modality.exampleHeading.test(heading);
  const isOpen = kind !== "heading" && !isDone && modality.openHeading.test(heading);
  return isOpen || modality.instruction.test(masked);
}

function isBareCommand({ kind, masked }: Sentence): boolean {
  return kind === "item" && masked.startsWith("‹0›");
}

/** True when the sentence is a bare command in a list of what was run. */
function listsCommand(sentence: Sentence, language: Language): boolean {
  if (!isBareCommand(sentence) || !language.ranHeading.test(sentence.heading)) return false;
  const rest = sentence.masked.slice("‹0›".length);
  return !language.modality.negation.test(rest.replaceAll(language.modality.harmless, " "));
}

const CHECKED = new Set<ClaimType>([
  "tests-pass",
  "lint-clean",
  "types-clean",
  "build-clean",
  "format-clean",
  "checks-pass",
  "verified",
  "ran",
]);

/** Claims that may be only a wish, or become true only after something else is done. */
const SEEN_TO_BE = new Set<ClaimType>([
  ...CHECKED,
  "committed",
  "pushed",
  "opened-pull-request",
  "git-history",
  "deployed",
  "migrated",
]);

function isAsserted(clause: string, type: ClaimType, language: Language): boolean {
  const { modality } = language;
  const calm = clause.replaceAll(modality.harmless, " ");
  if (modality.hedge.test(calm) || tellsUnmended(modality.negation, calm, modality)) return false;
  if (modality.conditional.test(calm) || modality.attribution.test(calm)) return false;
  return !(CHECKED.has(type) ? modality.future : modality.intention).test(calm);
}

/** True when the sentence takes something back: "12 pass, but …", "12 pass, 1 fails", "7 of 8 pass". */
function turns(sentence: Sentence, { modality, closing }: Language): boolean {
  if (fallsShort(closing.share.exec(sentence.masked))) return true;
  return stillTells(modality.contrast, sentence.masked, modality);
}

/** True when a share is less than the whole: "7 of 8". */
export function fallsShort(share: RegExpExecArray | null): boolean {
  return share !== null && Number(share[1]) < Number(share[2]);
}

/** True when the matched words are a condition of something else, or somebody else's statement. */
function isConditional({ masked }: Sentence, match: RegExpExecArray, { modality }: Language): boolean {
  const before = masked.slice(0, match.index);
  if (modality.attributed.test(masked) || modality.conditionBefore.test(before) || modality.listsWanted.test(before))
    return true;
  return modality.conditionOver.test(before + match[0]);
}

/**
 * True when the claim holds only after something else is done ("Go online and it's pushed", "If you set it, all tests
 * pass"), when it is about one of several options, or when a joke follows it in the same or the next sentence.
 */
export function isOnlyWished(
  { masked, index }: Sentence,
  match: RegExpExecArray,
  { sentences }: Prose,
  { modality }: Language,
): boolean {
  if (masked.length > MAX_SENTENCE) return false;
  const before = masked.slice(0, match.index);
  const rest = masked.slice(match.index + match[0].length);
  const [last, next] = [sentences[index - 1], sentences[index + 1]];
  return (
    modality.conditionOpens.test(before) ||
    modality.doneFirst.test(before) ||
    (last !== undefined && modality.thenOpens.test(before) && modality.asksToDo.test(last.masked)) ||
    modality.conditionFollows.test(rest) ||
    modality.joke.test(rest) ||
    (next !== undefined && modality.jokeNext.test(next.masked)) ||
    isOfOption(sentences, index, modality)
  );
}

/** True when the sentence, or one shortly before it, opens one of several options. */
function isOfOption(sentences: readonly Sentence[], index: number, { optionOpens }: Modality): boolean {
  const option = sentences
    .slice(Math.max(0, index - LONGEST_OPTION), index + 1)
    .find(({ masked }) => optionOpens.test(masked));
  return option !== undefined && sentences.some((other) => other !== option && optionOpens.test(other.masked));
}

/** How many sentences after its first one may belong to an option. */
const LONGEST_OPTION = 3;

/** True when the text never speaks of tests: "480 passed" or "no failures" may be about anything that is counted. */
function isLoose(type: ClaimType, { masked }: Sentence, { sentences }: Prose, language: Language): boolean {
  if (type !== "tests-pass") return false;
  if (sentences.some(({ text }) => language.topics.tests.test(text) || language.modality.testRunner.test(text)))
    return false;
  return !language.modality.bareCount.test(masked);
}

function toClaim(type: ClaimType, sentence: Sentence, clause: string, language: Language, weak: boolean): Claim {
  // A code span of one word may be anything, but one that is said to pass is a program: "`pytest` passes".
  const well = type === "ran" ? language.closing.wentWell.exec(sentence.masked)?.[1] : undefined;
  const universal = language.universal.test(clause);
  return {
    type,
    sentence,
    paths: pathsIn(sentence.text),
    commands: sentence.code.filter(
      (code, index) => isInClause(clause, index) && (/^[\w./-]+\s+\S/.test(code) || `${index}` === well),
    ),
    numbers: numbersIn(clause),
    universal,
    // "All tests pass (including the new ones)" is narrowed to nothing.
    partial: language.partial.test(universal ? clause.replaceAll(language.countedIn, " ") : clause),
    weak,
  };
}

/** True for a code span of the clause; one without any is about those of its sentence. */
function isInClause(clause: string, index: number): boolean {
  return !clause.includes("‹") || clause.includes(`‹${index}›`);
}

function numbersIn(clause: string): number[] {
  if (!hasNumber(clause)) return [];
  const written = clause.matchAll(/(?<![\w.‹#-])(\d{1,3}(?:,\d{3})+|\d+)(?![\w.›%])/g);
  return Array.from(written, (match) => Number((match[1] ?? "").replaceAll(",", "")));
}

/** A digit right after one of these belongs to a name, a version, a code span, an issue or a negative number. */
const BEFORE_DIGITS: ReadonlySet<number> = new Set(["_", ".", "‹", "#", "-"].map((sign) => sign.charCodeAt(0)));

/** True when some number stands on its own: no letter, digit or sign of a longer name comes right before it. */
function hasNumber(clause: string): boolean {
  for (let at = 0, before = 0; at < clause.length; at += 1) {
    const code = clause.charCodeAt(at);
    if (isDigit(code) && !isDigit(before) && !isLetter(before) && !BEFORE_DIGITS.has(before)) return true;
    before = code;
  }
  return false;
}

/** The clause a match stands in: up to the next dash, semicolon, or comma that is not part of a list of nouns. */
function clauseAround(text: string, start: number, length: number): string {
  const before = text.slice(0, start);
  let from = 0;
  for (const mark of CLAUSE_STARTS) {
    const at = before.lastIndexOf(mark);
    if (at >= 0) from = Math.max(from, at + mark.length);
  }
  let to = text.length;
  for (const mark of CLAUSE_ENDS) {
    const at = text.indexOf(mark, start + length);
    if (at >= 0) to = Math.min(to, at);
  }
  return text.slice(from, to);
}

const CLAUSE_ENDS = [";", " — ", " – ", " - ", ", "];
const CLAUSE_STARTS = [...CLAUSE_ENDS, ": "];
