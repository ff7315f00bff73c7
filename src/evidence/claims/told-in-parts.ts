import { claimsOf } from "./claimed-checks.ts";
import { type Claim, fallsShort } from "./claims.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { baseName } from "../changes/paths.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { failedWords } from "./what-failed.ts";
import { LISTED, longUncamelledWords, singular } from "./word-forms.ts";

/**
 * Set when the closing reports in parts, and says that the failed part is open, or anything but that it is done:
 * "Lexer: tests pass. Parser: one to go." "open" takes plain words and a claim about a part that did not fail.
 */
export function toldInParts(
  facts: Facts,
  kind: CheckKind,
  claim: Claim,
  output: string,
): "open" | "otherwise" | undefined {
  if (claim.abroad) return undefined;
  const all = failedParts(facts, output);
  const failed = withoutShared(facts, all);
  if (failed.size === 0) return undefined;
  const { unfinished, troubled, goesWell } = facts.language.closing;
  const claims = claimsOf(facts, kind).flatMap(({ sentence }) => piecesOf(facts, sentence));
  const telling = withoutAsked(facts, failed);
  if (claims.some(({ text }) => goesWell.test(text) && names(telling, text))) return undefined;
  const pieces = facts.closing.prose.sentences.flatMap((sentence) => piecesOf(facts, sentence));
  const about = pieces.filter(({ text, label }) => !goesWell.test(text) && speaksOf(failed, `${label} ${text}`));
  const isOpen = ({ text, sentence }: Piece): boolean =>
    sentence.ticked === false || unfinished.test(text) || fallsShort(facts.language.closing.share.exec(text));
  // "Tests pass." names no part: then only plain words that something is open count.
  if (!isOfOtherPart(facts, claim, all)) return !claim.universal && about.some(isOpen) ? "otherwise" : undefined;
  if (about.some(isOpen)) return "open";
  return about.some((piece) => troubled.test(piece.text) || isNotDone(facts, piece, failed)) ? "otherwise" : undefined;
}

/** Words of the failure lines, and words of changed files that stand in a line about an error or right under one. */
function failedParts({ changes, language }: Facts, output: string): ReadonlySet<string> {
  const lines = output.split("\n").map((line) => line.slice(0, LONGEST_LINE));
  const bad = lines.filter((line, index) => TELLS_BAD.test(line) || TELLS_BAD.test(lines[index - 1] ?? ""));
  const said = new Set(bad.flatMap(singularWords));
  const changed = changes.flatMap(({ path }) => singularWords(baseName(path))).filter((word) => said.has(word));
  const words = [...Array.from(failedWords(output), singular), ...changed];
  return new Set(words.filter((word) => !language.closing.namesNoPart.test(word)));
}

const LONGEST_LINE = 400;
const TELLS_BAD = /fail|error|not ok|[✗✘×✖●]|\[E\]|panicked|^\s*\d+\) /i;

/** A word that several of the changed files share tells none of them apart. */
function withoutShared({ changes }: Facts, words: ReadonlySet<string>): ReadonlySet<string> {
  const paths = [...new Set(changes.map(({ path }) => path))].map((path) => new Set(singularWords(path)));
  return new Set([...words].filter((word) => paths.filter((path) => path.has(word)).length < 2));
}

/** Without words of the request that are in no file name: they name no part, as in "use tokens". */
function withoutAsked({ request, changes }: Facts, words: ReadonlySet<string>): ReadonlySet<string> {
  const asked = new Set(singularWords(request));
  const files = new Set(changes.flatMap(({ path }) => singularWords(path)));
  return new Set([...words].filter((word) => files.has(word) || !asked.has(word)));
}

/** True when the claim's label names a part that did not fail, or its sentence does and several files were changed. */
function isOfOtherPart(facts: Facts, { sentence }: Claim, failed: ReadonlySet<string>): boolean {
  const { namesNoPart, anyWork } = facts.language.closing;
  const isPart = (word: string): boolean =>
    word.length > 2 && !failed.has(word) && !namesNoPart.test(word) && !anyWork.test(word);
  const label = `${partAbove(facts, sentence)} ${LABEL.exec(sentence.text)?.[1] ?? ""}`;
  if (singularWords(label).some(isPart)) return true;
  const files = new Set(facts.changes.filter(({ role }) => role === "code").map(({ path }) => path));
  if (files.size < 2) return false;
  const work = new Set(singularWords([facts.request, ...facts.changes.map(({ path }) => path)].join(" ")));
  return singularWords(sentence.text).some((word) => work.has(word) && isPart(word));
}

/** True when the piece says more than a name, and not that the part is done or goes well. */
function isNotDone(
  { language, changes }: Facts,
  { text, label, sentence }: Piece,
  failed: ReadonlySet<string>,
): boolean {
  const { partDone, aroundNames } = language.closing;
  if (
    LISTED.test(text) ||
    partDone.test(text) ||
    language.claims.some(({ type, pattern }) => type !== "ran" && pattern.test(text))
  )
    return false;
  const words = singularWords(text);
  // A piece that also names other changed parts says nothing about this part alone.
  const changed = new Set(changes.flatMap(({ path }) => singularWords(baseName(path).replace(/\.\w+$/, ""))));
  if (words.some((word) => changed.has(word) && !failed.has(word))) return false;
  // "- Vouchers – midnight": a name, and what is open about it.
  if ((sentence.kind === "item" || sentence.text.includes("→")) && words.length > 0 && names(failed, label))
    return true;
  return words.some((word) => !failed.has(word) && !aroundNames.test(word));
}

/** One clause of a sentence, with the label or heading that it stands under. */
interface Piece {
  readonly sentence: Sentence;
  readonly label: string;
  readonly text: string;
}

function piecesOf(facts: Facts, sentence: Sentence): Piece[] {
  if (sentence.kind === "heading") return [];
  const texts = sentence.text.split(SEPARATOR).reduce<string[]>(joinSigns, []);
  const above = partAbove(facts, sentence);
  // The name may stand alone before what is said of it: "| parser | 8 of 9 |".
  const label = (index: number): string => labelling(texts[index] ?? "");
  return texts.map((text, index) => ({
    sentence,
    label: index === 0 ? above : `${above} ${label(0)} ${label(index - 1)}`,
    text,
  }));
}

/** What stands above and names the part: the outer heading, or the nearest if it tells of trouble or is alone. */
function partAbove({ language: { closing } }: Facts, { heading, outer }: Sentence): string {
  const isOfTrouble = [closing.admission, closing.unfinished, closing.troubled].some((words) => words.test(heading));
  return outer === undefined || isOfTrouble ? heading : outer;
}

/** Joins a text without letters, such as a sign, with the text that comes after it. */
function joinSigns(texts: string[], text: string): string[] {
  const last = texts.at(-1);
  if (last !== undefined && !LETTER.test(last)) return [...texts.slice(0, -1), `${last} ${text}`];
  return text.trim() === "" ? texts : [...texts, text];
}

const LETTER = /[a-z]/i;

function labelling(text: string): string {
  return text.trim().split(/\s+/).length <= LONGEST_LABEL ? text : "";
}

const LONGEST_LABEL = 3;
/** A sign of trouble belongs to what follows it. */
const SEPARATOR = /[,;()|·]| [–—/-] |→|[✔✓✅]|🟢|(?=[✖✘✗❌⚠⏳⛔]|🔴|🟡|🟠|🚧)/;
const LABEL = /^[^\w`]*([^:|–—→]{2,40}?)\s*(?::|\||–|—|→| - )/;

function names(failed: ReadonlySet<string>, text: string): boolean {
  return singularWords(text).some((word) => failed.has(word));
}

/** True when the text has a word of what failed, or one that begins alike: "rounding" for `RoundsTotals`. */
function speaksOf(failed: ReadonlySet<string>, text: string): boolean {
  const begins = new Set(
    [...failed].filter((word) => word.length >= BEGINNING).map((word) => word.slice(0, BEGINNING)),
  );
  return singularWords(text).some((word) => failed.has(word) || begins.has(word.slice(0, BEGINNING)));
}

const BEGINNING = 4;

function singularWords(text: string): string[] {
  return longUncamelledWords(text).map(singular);
}
