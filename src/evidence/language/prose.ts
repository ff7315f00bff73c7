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
  readonly index: number;
  /** A task-list box: true when ticked, false when empty. */
  readonly ticked?: boolean;
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
  const reader: Reader = { sentences: [], blocks: [], heading: "", paragraph: [], inItem: false, inList: false };
  const lines = text.slice(0, MAX_LENGTH).split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const fence = FENCE.exec(line);
    if (fence) {
      index = readFence(reader, lines, index, fence);
      continue;
    }
    readLine(reader, line);
  }
  endParagraph(reader);
  return { sentences: reader.sentences, blocks: reader.blocks };
}

interface Reader {
  sentences: Sentence[];
  blocks: CodeBlock[];
  heading: string;
  paragraph: string[];
  inItem: boolean;
  inList: boolean;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^\s*#{1,6}\s+(.*?)\s*#*\s*$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const QUOTE = /^\s*>/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*(?:[-*_=]\s*){3,}$/;
/** A line made of bold text only, or a short one that ends in a colon, introduces what follows it. */
const LEAD_IN = /^\s*(?:\*\*([^*]{1,80})\*\*:?|([^.!?|`]{1,60}):)\s*$/;
/** Lines that come out of a program, not out of a person. */
const LOG =
  /^\s*(?:at \S+.*[:(]\d+|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:ok|FAIL|PASS|---)\s+\S+\s+\(?[\d.]+m?s\)?|[EWIF]\d{4} |Traceback|\$ \S)/;

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

function readLine(reader: Reader, line: string): void {
  if (line.trim() === "") {
    endParagraph(reader);
    return;
  }
  const indented = /^(?: {4}|\t)/.test(line);
  if (QUOTE.test(line) || RULE.test(line) || LOG.test(line) || (indented && !reader.inList)) {
    endParagraph(reader);
    return;
  }
  if (!indented && !ITEM.test(line) && reader.paragraph.length === 0) reader.inList = false;
  const heading = HEADING.exec(line);
  if (heading) {
    endParagraph(reader);
    reader.heading = plain(heading[1] ?? "");
    add(reader, "heading", heading[1] ?? "");
    return;
  }
  const row = ROW.exec(line);
  if (row) {
    endParagraph(reader);
    if (!/^[\s|:-]*$/.test(row[1] ?? "")) add(reader, "row", (row[1] ?? "").replaceAll("|", " | "));
    return;
  }
  const item = ITEM.exec(line);
  if (item) {
    endParagraph(reader);
    const ticked = item[1] === undefined ? undefined : item[1] !== " ";
    for (const sentence of splitSentences(item[2] ?? "")) add(reader, "item", sentence, ticked);
    reader.inItem = true;
    reader.inList = true;
    return;
  }
  const leadIn = LEAD_IN.exec(line);
  if (leadIn) {
    endParagraph(reader);
    reader.heading = plain(leadIn[1] ?? leadIn[2] ?? "");
    add(reader, "heading", line);
    return;
  }
  reader.paragraph.push(line.trim());
}

function endParagraph(reader: Reader): void {
  if (reader.paragraph.length > 0) {
    const kind = reader.inItem && reader.sentences.at(-1)?.kind === "item" ? "item" : "prose";
    for (const sentence of splitSentences(reader.paragraph.join(" "))) add(reader, kind, sentence);
    reader.paragraph = [];
  }
  reader.inItem = false;
}

function add(reader: Reader, kind: SentenceKind, raw: string, ticked?: boolean): void {
  const text = plain(raw);
  if (text === "") return;
  const code: string[] = [];
  const masked = text
    .replaceAll(/`([^`]*)`/g, (_, inner: string) => `‹${code.push(inner) - 1}›`)
    .replaceAll(/"[^"\n]{3,200}"|“[^”\n]{3,200}”|‘[^’\n]{3,200}’/g, "‹q›");
  reader.sentences.push({
    kind,
    text,
    masked,
    code,
    heading: reader.heading,
    index: reader.sentences.length,
    ...(ticked === undefined ? {} : { ticked }),
  });
}

/** Markup that carries no meaning for us; names with underscores and stars inside code stay as they are. */
function plain(raw: string): string {
  return raw
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? part
        : part
            .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
            .replaceAll(/\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, "")
            .replaceAll(/\s+/g, " "),
    )
    .join("")
    .trim();
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|Nr|No|Fig|v?\d+)|\b[A-Z])\.$/;

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "`") inCode = !inCode;
    if (inCode || (character !== "." && character !== "!" && character !== "?")) continue;
    const next = text[index + 1];
    if (next !== undefined && !/\s/.test(next)) continue;
    if (character === "." && ABBREVIATION.test(text.slice(Math.max(start, index - 11), index + 1))) continue;
    sentences.push(text.slice(start, index + 1).trim());
    start = index + 1;
  }
  const rest = text.slice(start).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
}
