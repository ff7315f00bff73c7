import { isBlankAt, isCapital, isDigit, isLetter } from "../../thread/letters.ts";
import { evenlySpaced } from "../../thread/squeezed.ts";
import { remembering } from "../remembering.ts";
import { withForwardSlashes } from "./forward-slashes.ts";

export type SentenceKind = "prose" | "item" | "heading" | "row";

/** One statement of a text, without its markup. */
export interface Sentence {
  readonly kind: SentenceKind;
  /** As written, emphasis marks removed. */
  readonly text: string;
  /** Code spans replaced by `‹0›`, `‹1›`, … and quoted words by `‹q›`: what a pattern may look at. */
  readonly masked: string;
  /** What stood in the code spans, in order. */
  readonly code: readonly string[];
  /** The heading or lead-in ("Not done:") it stands under. */
  readonly heading: string;
  /** The heading above its lead-in, for a sentence that comes after the list of that lead-in. */
  readonly outer?: string;
  readonly index: number;
  /** A task-list box: true when ticked, false when empty. */
  readonly ticked?: boolean;
  /** The number of a numbered list item, on its first sentence. */
  readonly number?: number;
}

/** A fenced block: quoted code or output, never a statement of the writer. */
export interface CodeBlock {
  readonly language: string;
  readonly lines: readonly string[];
  /** The last statement before it, which says what it shows. */
  readonly introduction: string;
}

export interface Prose {
  readonly sentences: readonly Sentence[];
  readonly blocks: readonly CodeBlock[];
}

/** Texts longer than this are cut at their end: nobody claims anything on page forty. */
const MAX_LENGTH = 60_000;

/** Reads markdown as statements: code, quotations and pasted logs are left out, list items and table rows are sentences. */
export function readProse(text: string): Prose {
  return recent(text, undefined);
}

const recent = remembering(8, read);

function read(text: string): Prose {
  const reader: Reader = {
    sentences: [],
    blocks: [],
    heading: "",
    outer: undefined,
    isBehindList: false,
    paragraph: [],
    inItem: false,
    inList: false,
  };
  const taken = straightened(text.slice(0, MAX_LENGTH));
  const lines = taken.split(taken.includes("\r") ? /\r?\n/ : "\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const bare = line.trim();
    const fence = bare.startsWith("```") || bare.startsWith("~~~") ? FENCE.exec(line) : null;
    if (fence) {
      index = readFence(reader, lines, index, fence);
      continue;
    }
    readLine(reader, line, bare);
  }
  endParagraph(reader);
  return { sentences: reader.sentences, blocks: reader.blocks };
}

/** A keyboard that writes "don’t" means "don't", and a system that writes `src\cart.ts` means `src/cart.ts`. */
export function straightened(text: string): string {
  const straight = text.includes("’") ? text.replaceAll(/(?<=\w)’(?=\w)/g, "'") : text;
  return withForwardSlashes(straight);
}

interface Reader {
  sentences: Sentence[];
  blocks: CodeBlock[];
  heading: string;
  /** The heading above, while a lead-in takes its place. */
  outer: string | undefined;
  /** True when the list of that lead-in has ended. */
  isBehindList: boolean;
  paragraph: string[];
  inItem: boolean;
  inList: boolean;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^\s*#{1,6}\s+(.*)$/s;
const ITEM = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/s;
const QUOTE = /^\s*>/;
const ROW = /^\s*\|(.*)\|\s*$/;
/** A line that begins with a tick is a statement of its own; one with a cross may take back what stands before it. */
const TICKED = /^(?:✅|✓|✔|☑)/;
const RULE = /^\s*(?:[-*_=]\s*){3,}$/;
/** A line made of bold text only, or a short one that ends in a colon, introduces what follows it. */
const LEAD_IN = /^\s*(?:\*\*([^*]{1,80})\*\*:?|([^.!?|`]{1,60}):)\s*$/;
/** "Tests: passing": right below another such line, a statement of its own. */
const LABELLED = /^\*{0,2}[A-Z][\w /-]{0,24}(?::\*\*|\*\*:|:) \S/;
/** Lines that come out of a program, not out of a person. */
const LOG =
  /^\s*(?:at \S.*[:(]\d|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:ok|FAIL|PASS|---)\s+\S+\s+\(?[\d.]+m?s\)?|[EWIF]\d{4} |Traceback|\$ \S)/;
const LOG_WORDS: readonly string[] = ["at ", "ok", "FAIL", "PASS", "Traceback"];

function readFence(reader: Reader, lines: readonly string[], start: number, fence: RegExpExecArray): number {
  endParagraph(reader);
  const mark = fence[1] ?? "```";
  const body: string[] = [];
  let index = start + 1;
  while (index < lines.length && !(lines[index] ?? "").trimStart().startsWith(mark)) {
    body.push(lines[index] ?? "");
    index += 1;
  }
  reader.blocks.push({ language: fence[2] ?? "", lines: body, introduction: reader.sentences.at(-1)?.text ?? "" });
  return index;
}

/** The signs at the ends of a line show what it is, so that for most lines no pattern has to be tried. */
function readLine(reader: Reader, line: string, bare: string): void {
  if (bare === "") {
    endParagraph(reader);
    return;
  }
  const begin = bare.charCodeAt(0);
  const isMarked = !isLetter(begin);
  const indented = line !== bare && /^(?: {4}|\t)/.test(line);
  const isLog = (isMarked || mayBeLog(bare)) && LOG.test(line);
  if ((isMarked && (QUOTE.test(line) || RULE.test(line))) || isLog || (indented && !reader.inList)) {
    endParagraph(reader);
    return;
  }
  if (isMarked && !reader.inItem && TICKED.test(bare)) endParagraph(reader);
  const item = isMarked ? ITEM.exec(line) : null;
  if (!indented && !item && reader.paragraph.length === 0) reader.inList = false;
  if (isMarked && readMarked(reader, line, item)) return;
  const leadIn = bare.endsWith(":") || bare.endsWith("**") ? LEAD_IN.exec(bare) : null;
  if (leadIn) {
    endParagraph(reader);
    reader.outer = leadIn[1] === undefined ? (reader.outer ?? reader.heading) : undefined;
    reader.isBehindList = false;
    reader.heading = plain(leadIn[1] ?? leadIn[2] ?? "");
    add(reader, "heading", plain(line));
    return;
  }
  endLeadIn(reader);
  if (bare.includes(":") && LABELLED.test(bare) && LABELLED.test(reader.paragraph.at(-1) ?? "")) endParagraph(reader);
  reader.paragraph.push(bare);
}

/** "I've added three things:" is about the list that follows; "To verify:" may still hold for text behind that list. */
function endLeadIn(reader: Reader): void {
  const last = reader.sentences.at(-1)?.kind;
  const isBehind = (last === "item" || last === "row") && !reader.inItem && !reader.inList;
  if (reader.outer !== undefined && isBehind && reader.paragraph.length === 0) reader.isBehindList = true;
}

/** True when a line that begins with a letter may come from a log. */
function mayBeLog(bare: string): boolean {
  const second = bare.charCodeAt(1);
  return (second >= 48 && second <= 57) || LOG_WORDS.some((word) => bare.startsWith(word));
}

/** Reads a heading, a row of a table or an item of a list. Returns whether the line was one of these. */
function readMarked(reader: Reader, line: string, item: RegExpExecArray | null): boolean {
  const heading = HEADING.exec(line);
  if (heading) {
    endParagraph(reader);
    reader.outer = undefined;
    reader.isBehindList = false;
    reader.heading = plain((heading[1] ?? "").trimEnd().replace(/(?<!#)#+$/, ""));
    add(reader, "heading", reader.heading);
    return true;
  }
  const row = ROW.exec(line);
  if (row) {
    endParagraph(reader);
    if (!/^[\s|:-]*$/.test(row[1] ?? "")) add(reader, "row", plain((row[1] ?? "").replaceAll("|", " | ")));
    return true;
  }
  if (!item) return false;
  endParagraph(reader);
  const ticked = item[2] === undefined ? undefined : item[2] !== " ";
  for (const [index, sentence] of splitSentences(plain(item[3] ?? "")).entries()) {
    add(reader, "item", sentence, {
      ticked,
      number: index === 0 && item[1] !== undefined ? Number(item[1]) : undefined,
    });
  }
  reader.inItem = true;
  reader.inList = true;
  return true;
}

function endParagraph(reader: Reader): void {
  if (reader.paragraph.length > 0) {
    const kind = reader.inItem && reader.sentences.at(-1)?.kind === "item" ? "item" : "prose";
    for (const sentence of splitSentences(plain(reader.paragraph.join(" ")))) add(reader, kind, sentence);
    reader.paragraph = [];
  }
  reader.inItem = false;
}

interface Marks {
  readonly ticked?: boolean | undefined;
  readonly number?: number | undefined;
}

function add(reader: Reader, kind: SentenceKind, text: string, { ticked, number }: Marks = {}): void {
  if (text === "") return;
  const code: string[] = [];
  const spoken = withoutCode(text, code);
  const sentence: { -readonly [Key in keyof Sentence]: Sentence[Key] } = {
    kind,
    text,
    masked: QUOTATION_MARK.test(spoken) ? spoken.replaceAll(QUOTED, "‹q›") : spoken,
    code,
    heading: reader.heading,
    index: reader.sentences.length,
  };
  if (reader.isBehindList && reader.outer !== undefined) sentence.outer = reader.outer;
  if (ticked !== undefined) sentence.ticked = ticked;
  if (number !== undefined) sentence.number = number;
  reader.sentences.push(sentence);
}

/** Puts a number in the place of each code span, and the code itself into the list. */
function withoutCode(text: string, code: string[]): string {
  let masked = "";
  let from = 0;
  for (let open = text.indexOf("`"); open >= 0; open = text.indexOf("`", from)) {
    const close = text.indexOf("`", open + 1);
    if (close < 0) break;
    masked += `${text.slice(from, open)}‹${code.push(text.slice(open + 1, close)) - 1}›`;
    from = close + 1;
  }
  return from === 0 ? text : masked + text.slice(from);
}

const QUOTATION_MARK = /["“‘']/;
const QUOTED = /"[^"\n]{3,200}"|“[^“”\n]{3,200}”|‘[^‘’\n]{3,200}’|(?<=^|[\s(:])'(?=\S)[^'\n]{3,80}(?<=\S)'(?![\w'])/g;

/** Markup that carries no meaning for us; names with underscores and stars inside code stay as they are. */
function plain(raw: string): string {
  if (!MARKUP.some((sign) => raw.includes(sign))) return evenlySpaced(raw).trim();
  if (!raw.includes("`")) return withoutMarkup(raw).trim();
  return raw
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : withoutMarkup(part)))
    .join("")
    .trim();
}

const MARKUP: readonly string[] = ["*", "_", "[", "`"];

function withoutMarkup(text: string): string {
  const unlinked = text.includes("](") ? text.replaceAll(/\[([^\][]*)\]\([^)]{0,600}\)/g, "$1") : text;
  const unmarked = /[*_]/.test(unlinked)
    ? unlinked.replaceAll(/\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, "")
    : unlinked;
  return evenlySpaced(unmarked);
}

const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|Nr|No|Fig)\.$/;
/** A small number with a full stop may count what follows; a large one, a version and an issue number do not. */
const NUMBER_OR_INITIAL = /(?:(?<![\w.#])v?\d{1,2}|\b[A-Z])\.$/;

/** Cuts at full stops, exclamation and question marks that end a word, outside code. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === "`") at = Math.max(at, text.indexOf("`", at + 1));
    if (!".!?".includes(sign) || !isBlankAt(text, at + 1)) continue;
    const end = at + 1;
    if (sign === "." && isShort(text.slice(Math.max(start, end - 12), end))) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
}

/** True when the full stop belongs to the word. */
function isShort(word: string): boolean {
  const last = word.charCodeAt(word.length - 2);
  return ABBREVIATION.test(word) || ((isDigit(last) || isCapital(last)) && NUMBER_OR_INITIAL.test(word));
}
