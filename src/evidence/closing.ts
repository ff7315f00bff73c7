import { ENGLISH } from "./language/english.ts";
import type { ClosingTables, Language } from "./language/language.ts";
import { type Prose, readProse, type Sentence } from "./language/prose.ts";
import { remembering } from "./remembering.ts";

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
export function readClosing(text: string, language: Language = ENGLISH): Closing {
  return recent(text, language);
}

const recent = remembering(4, read);

function read(text: string, language: Language): Closing {
  const prose = readProse(text);
  const tables = language.closing;
  if (tables.artefact.test(text)) {
    return closingOf(text, prose, [{ kind: "artefact", text: text.trim() }], language);
  }
  const signs = RULES.flatMap(({ kind, find }) => {
    const found = find(prose.sentences, tables, text);
    return found === undefined ? [] : [{ kind, text: found }];
  });
  return closingOf(text, prose, signs, language);
}

/** Admissions are looked for when somebody asks: most turns are not questioned that far. */
function closingOf(text: string, prose: Prose, signs: readonly ClosingSign[], language: Language): Closing {
  let admissions: readonly Sentence[] | undefined;
  return {
    text,
    prose,
    signs,
    get admissions() {
      return (admissions ??= prose.sentences.filter((sentence) => admits(sentence, language)));
    },
  };
}

export function hasSign(closing: Closing, ...kinds: readonly ClosingSignKind[]): boolean {
  return closing.signs.some((sign) => kinds.includes(sign.kind));
}

/** The person has the next move: nothing is corrected. An offer of more work on top of a finished one is no such end. */
export function waitsForPerson(closing: Closing): boolean {
  return hasSign(closing, "question", "choice", "plan", "waiting", "artefact");
}

interface ClosingRule {
  readonly kind: ClosingSignKind;
  readonly find: (sentences: readonly Sentence[], tables: ClosingTables, text: string) => string | undefined;
}

/** A question further up than this from the end has been answered by what follows it. */
const TAIL = 6;

const RULES: readonly ClosingRule[] = [
  { kind: "question", find: (sentences, tables) => tail(sentences).find((s) => isQuestion(s, tables))?.text },
  { kind: "offer", find: (sentences, tables) => tail(sentences).find((s) => isOfferOfMore(s, tables))?.text },
  { kind: "choice", find: findChoice },
  { kind: "plan", find: findPlan },
  { kind: "blocked", find: findBlocker },
  { kind: "waiting", find: (sentences, tables) => tail(sentences, 3).find((s) => tables.waiting.test(s.masked))?.text },
  { kind: "announcement", find: findAnnouncement },
];

function tail(sentences: readonly Sentence[], count = TAIL): readonly Sentence[] {
  return sentences.slice(-count);
}

function asks(sentence: Sentence): boolean {
  return /\?["')\]*_\s]*$/.test(sentence.masked);
}

function isQuestion(sentence: Sentence, tables: ClosingTables): boolean {
  if (asks(sentence)) return sentence.kind !== "heading" && !isOfferOfMore(sentence, tables);
  return tables.decision.test(sentence.masked);
}

function isOfferOfMore(sentence: Sentence, tables: ClosingTables): boolean {
  return tables.offer.test(sentence.masked) && tables.extra.test(sentence.masked);
}

/** A list of options counts when the person is asked to take one. */
function findChoice(sentences: readonly Sentence[], tables: ClosingTables): string | undefined {
  const asked = tail(sentences).some((sentence) => asks(sentence) || tables.decision.test(sentence.masked));
  return asked ? sentences.find((sentence) => tables.choice.test(sentence.masked))?.text : undefined;
}

function findPlan(sentences: readonly Sentence[], tables: ClosingTables): string | undefined {
  const first = sentences.slice(0, 3).find((sentence) => tables.plan.test(sentence.masked));
  return (first ?? tail(sentences, 2).find((sentence) => tables.plan.test(sentence.masked)))?.text;
}

function findBlocker(sentences: readonly Sentence[], tables: ClosingTables): string | undefined {
  for (const [index, sentence] of sentences.entries()) {
    if (!tables.blocker.test(sentence.masked)) continue;
    const next = sentences[index + 1]?.masked ?? "";
    if (tables.reason.test(sentence.masked) || tables.reason.test(next)) return sentence.text;
  }
  return undefined;
}

/** The very last statement announces a step, and nothing comes after it. */
function findAnnouncement(sentences: readonly Sentence[], tables: ClosingTables, text: string): string | undefined {
  const last = sentences.at(-1);
  if (!last || last.kind === "row" || !endsWith(text, last)) return undefined;
  const candidates = [last.masked, ...last.masked.split(/ [—–-] |;\s/).slice(-1)];
  const announced = candidates.some((part) => tables.announcement.test(part.trim()));
  if (!announced || tables.notAnAnnouncement.test(last.masked)) return undefined;
  return last.text;
}

/** Nothing was left out after the sentence: no block, no quotation, no indented command. */
function endsWith(text: string, last: Sentence): boolean {
  // Beyond ASCII every sign counts as a letter: both sides are read alike.
  const letters = (written: string): string => written.replaceAll(/[^A-Za-z0-9\u0080-\uffff]+/g, "");
  const end = letters(last.text.slice(-40));
  return letters(text.slice(-120)).endsWith(end);
}

function admits(sentence: Sentence, language: Language): boolean {
  const calm = sentence.masked.replaceAll(language.modality.harmless, " ");
  return language.closing.admission.test(calm);
}
