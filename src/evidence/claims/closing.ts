import type { ClosingTables } from "../language/closing-tables.ts";
import type { Language } from "../language/language.ts";
import { stillTells } from "../language/modality.ts";
import { type Prose, readProse, type Sentence } from "../language/prose.ts";
import { remembering } from "../remembering.ts";

export type ClosingSignKind =
  | "question"
  | "offer"
  | "choice"
  | "plan"
  | "blocked"
  | "waiting"
  | "artefact"
  | "announcement";

/** Something in the last words that says how the turn really ended. */
export interface ClosingSign {
  readonly kind: ClosingSignKind;
  readonly text: string;
}

/** The agent's last words, read. */
export interface Closing {
  readonly text: string;
  readonly prose: Prose;
  readonly signs: readonly ClosingSign[];
  /** Sentences that admit something: not done, not run, failed, left out. */
  readonly admissions: readonly Sentence[];
}

/** Reads how a turn ends: with a question, an offer, a plan, a blocker, a wait, or in the middle of a step. */
export function readClosing(text: string, language: Language): Closing {
  return recent(text, language);
}

const recent = remembering(4, read);

function read(text: string, language: Language): Closing {
  const prose = readProse(text);
  return new ReadClosing(text, prose, signsOf(text, prose, language.closing), language);
}

/** A class, because making an object literal with a getter takes longer than reading the text. */
class ReadClosing implements Closing {
  readonly text: string;
  readonly prose: Prose;
  readonly signs: readonly ClosingSign[];
  readonly #language: Language;
  #admissions: readonly Sentence[] | undefined;

  constructor(text: string, prose: Prose, signs: readonly ClosingSign[], language: Language) {
    this.text = text;
    this.prose = prose;
    this.signs = signs;
    this.#language = language;
  }

  /** Computed on first use: for most turns nobody asks for it. */
  get admissions(): readonly Sentence[] {
    return (this.#admissions ??= this.prose.sentences.filter((sentence) => admits(sentence, this.#language)));
  }
}

function signsOf(text: string, { sentences }: Prose, tables: ClosingTables): readonly ClosingSign[] {
  const isNone = text.trim() === "" || tables.artefact.test(text) || tables.limitReached.test(text);
  if (isNone) return [{ kind: "artefact", text: text.trim() }];
  return signsIn({ text, sentences, tables });
}

export function hasSign(closing: Closing, ...kinds: readonly ClosingSignKind[]): boolean {
  return closing.signs.some((sign) => kinds.includes(sign.kind));
}

/** True when the person has the next move, so nothing is corrected. An offer of more work is no such end. */
export function waitsForPerson(closing: Closing): boolean {
  return hasSign(closing, "question", "choice", "plan", "waiting", "artefact");
}

/** What the rules look at. */
interface LastWords {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly tables: ClosingTables;
}

/** How many sentences from the end are read: an earlier question has been answered by what follows it. */
const TAIL = 6;

function signsIn(words: LastWords): ClosingSign[] {
  const signs: ClosingSign[] = [];
  for (const [kind, find] of RULES) {
    const found = find(words);
    if (found !== undefined) signs.push({ kind, text: found });
  }
  return signs;
}

type FindSign = (words: LastWords) => string | undefined;

const RULES: readonly (readonly [ClosingSignKind, FindSign])[] = [
  ["question", (words) => tail(words).find((sentence) => isQuestion(words, sentence))?.text],
  ["offer", (words) => tail(words).find((sentence) => isOfferOfMore(words, sentence))?.text],
  ["choice", findChoice],
  ["plan", findPlan],
  ["blocked", findBlocker],
  ["waiting", (words) => tail(words, 3).find(({ masked }) => words.tables.waiting.test(masked))?.text],
  ["announcement", findAnnouncement],
];

function tail({ sentences }: LastWords, count = TAIL): readonly Sentence[] {
  return sentences.slice(-count);
}

function asks({ masked }: Sentence): boolean {
  return masked.includes("?") && /\?["')\]*_\s]*$/.test(masked);
}

function isQuestion(words: LastWords, sentence: Sentence): boolean {
  if (asks(sentence)) return sentence.kind !== "heading" && !isOfferOfMore(words, sentence);
  return words.tables.decision.test(sentence.masked);
}

function isOfferOfMore({ tables }: LastWords, { masked }: Sentence): boolean {
  return tables.offer.test(masked) && tables.extra.test(masked);
}

/** A list of options counts when the person is asked to take one. */
function findChoice(words: LastWords): string | undefined {
  const { sentences, tables } = words;
  const asked = tail(words).some((sentence) => asks(sentence) || tables.decision.test(sentence.masked));
  return asked ? sentences.find(({ masked }) => tables.choice.test(masked))?.text : undefined;
}

function findPlan(words: LastWords): string | undefined {
  const isPlan = ({ masked }: Sentence): boolean => words.tables.plan.test(masked);
  return (words.sentences.slice(0, 3).find(isPlan) ?? tail(words, 2).find(isPlan))?.text;
}

function findBlocker({ sentences, tables }: LastWords): string | undefined {
  for (const sentence of sentences) {
    if (!tables.blocker.test(sentence.masked)) continue;
    // List items may end without a full stop, so one is put between the two sentences.
    if (tables.reason.test(`${sentence.masked}. ${sentences[sentence.index + 1]?.masked ?? ""}`)) return sentence.text;
  }
  return undefined;
}

/** The very last statement announces a step, and nothing comes after it. */
function findAnnouncement({ sentences, tables, text }: LastWords): string | undefined {
  const last = sentences.at(-1);
  if (!last || last.kind === "row") return undefined;
  if (!tables.announcement.test(last.masked.trim()) && !tables.announcement.test(lastPart(last.masked)))
    return undefined;
  return tables.notAnAnnouncement.test(last.masked) || !endsWith(text, last) ? undefined : last.text;
}

const MARKS_BETWEEN_PARTS = [";", "- ", "— ", "– "];

function lastPart(masked: string): string {
  if (!MARKS_BETWEEN_PARTS.some((mark) => masked.includes(mark))) return "";
  return (masked.split(/ [—–-] |;\s/).at(-1) ?? "").trim();
}

/** True when the text ends with this sentence: no code block, quotation or indented command comes after it. */
function endsWith(text: string, last: Sentence): boolean {
  // Beyond ASCII every sign counts as a letter, on both sides of the comparison.
  const letters = (written: string): string => written.replaceAll(/[^A-Za-z0-9\u0080-\uffff]+/g, "");
  const end = letters(last.text.slice(-40));
  return letters(text.slice(-120)).endsWith(end);
}

function admits({ masked }: Sentence, { closing, modality }: Language): boolean {
  return stillTells(closing.admission, masked, modality);
}
