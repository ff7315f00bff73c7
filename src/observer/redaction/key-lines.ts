import { isLine, isMixed } from "./key-margins.ts";
import { type Placeholder, type KeyLine, linesOf, withoutKeys } from "./placeholder.ts";

/** The widths that keys are wrapped at: PEM and PGP, and OpenSSH. */
const WIDE = /[A-Za-z0-9+/]{64}/;
/** The marks around a line of a file, as programs show it: numbers, file names, diffs, quotes, tables. */
const FRONT = String.raw`[\s>|│┃║+-]{0,12}(?:[\w./][\w./-]{0,119}[:-])?(?:\d{1,6}[ \t]?[→:|\t-])?[\s>|│┃║+-]{0,12}["'\x60]?`;
const BACK = String.raw`(?:[\s"'\x60,+;)|│┃║$]|\\{1,4}[nrt"']){0,60}`;
const WHOLE_LINE = new RegExp(`^${FRONT}([A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})${BACK}$`, "d");
/** The first and the last line may be cut, and share their line with the text around them (`{"out":"…`, `…"}`). */
const FIRST_LINE = new RegExp(`(?<![A-Za-z0-9+/=])([A-Za-z0-9+/]{16,70}={0,2})${BACK}$`, "d");
const LAST_LINE = new RegExp(`^${FRONT}([A-Za-z0-9+/]{16,70}={0,2})(?:${BACK}$|[^A-Za-z0-9+/=\\s])`, "d");
const FOREIGN_LINE =
  /(?<![A-Za-z0-9+/=]|sha-?\d{3}[-:="']{1,3})(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})(?![A-Za-z0-9+/=])/dg;
const OFF_COLUMN = 2;
/** No line of a key with its marks is longer. */
const LONGEST_LINE = 400;
const LEAST_LINES = 3;

/** Beginnings of images, archives and documents in base64. */
const FILES = /^(?:iVBORw|\/9j\/|R0lGOD|JVBERi|UEsDB|H4sI|PHN2Zy|PD94bW|PCFET0|UklGR|d09G|AAEAAA)/;
/** The markers of what is public: certificates, requests, signatures, public keys. */
const BEGIN_PUBLIC = /---- ?BEGIN (?![A-Z0-9 ]{0,30}PRIVATE)|Public-Lines: /;
const END_PUBLIC = /---- ?END (?![A-Z0-9 ]{0,30}PRIVATE)/;
/** Between a marker and the first line: `Version: …`, `Comment: …`, and an empty line. */
const MOST_HEADERS = 4;

/** The middle of a private key without its markers: three or more lines of base64, as wide as a key's. */
export function redactKeyLines(text: string, placeholder: Placeholder): string {
  if (!WIDE.test(text)) return text;
  return withoutKeys(text, runs(text), placeholder);
}

function* runs(text: string): Generator<readonly KeyLine[]> {
  const lines = linesOf(text);
  let free = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const plain = wholeLines(text, lines, index);
    const foreign = plain.length < LEAST_LINES ? foreignLines(text, lines, index) : [];
    const whole = foreign.length < LEAST_LINES ? plain : foreign;
    if (whole.length === 0) continue;
    const next = index + whole.length;
    const first = index > free ? bodyOf(text, endOf(lines[index - 1]), FIRST_LINE) : undefined;
    const last = bodyOf(text, startOf(lines[next]), LAST_LINE);
    const found = [...(first ? [first] : []), ...whole, ...(last ? [last] : [])];
    if (isKey(text, found, widthOf(whole)) && !isPublic(text, lines, index, next)) yield found;
    free = last ? next + 1 : next;
    index = free - 1;
  }
}

/** The lines from here on that hold nothing but base64 of the same width. */
function wholeLines(text: string, lines: readonly KeyLine[], from: number): readonly KeyLine[] {
  const found: KeyLine[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index];
    const body = line && width(line) <= LONGEST_LINE ? bodyOf(text, line, WHOLE_LINE) : undefined;
    if (!body || (found.length > 0 && width(body) !== widthOf(found))) break;
    found.push(body);
  }
  return found;
}

/** The same for lines in front of which a program wrote more: there they begin in the same column. */
function foreignLines(text: string, lines: readonly KeyLine[], from: number): readonly KeyLine[] {
  const found: KeyLine[] = [];
  let column: number | undefined;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index];
    const body = line && width(line) <= 2 * LONGEST_LINE ? nearColumn(text, line, column) : undefined;
    if (!line || !body || (found.length > 0 && width(body) !== widthOf(found))) break;
    column = body[0] - line[0];
    found.push(body);
  }
  return found;
}

function nearColumn(text: string, line: KeyLine, column: number | undefined): KeyLine | undefined {
  for (const { 0: shown, index } of text.slice(...line).matchAll(FOREIGN_LINE)) {
    const isThere = column === undefined ? index > 0 : Math.abs(index - column) <= OFF_COLUMN;
    if (isThere && isLine(shown)) return [line[0] + index, line[0] + index + shown.length];
  }
  return undefined;
}

function startOf(line: KeyLine | undefined): KeyLine | undefined {
  return line && [line[0], Math.min(line[1], line[0] + LONGEST_LINE)];
}

function endOf(line: KeyLine | undefined): KeyLine | undefined {
  return line && [Math.max(line[0], line[1] - LONGEST_LINE), line[1]];
}

function isKey(text: string, found: readonly KeyLine[], wide: number): boolean {
  const [start, end] = found[0] ?? [0, 0];
  return found.filter((line) => width(line) === wide).length >= LEAST_LINES && !FILES.test(text.slice(start, end));
}

function widthOf([first]: readonly KeyLine[]): number {
  return first ? width(first) : 0;
}

function width([start, end]: KeyLine): number {
  return end - start;
}

/** Where the base64 of a line is: as random as a key, and neither a word nor a hash. */
function bodyOf(text: string, line: KeyLine | undefined, pattern: RegExp): KeyLine | undefined {
  if (!line || width(line) < 16) return undefined;
  const [from, to] = pattern.exec(text.slice(...line))?.indices?.[1] ?? [0, 0];
  const body = [line[0] + from, line[0] + to] as const;
  const shown = text.slice(...body);
  return isMixed(shown) && new Set(shown).size >= 12 ? body : undefined;
}

function isPublic(text: string, lines: readonly KeyLine[], first: number, next: number): boolean {
  const shown = (from: number, to: number) => lines.slice(Math.max(0, from), to).map((line) => text.slice(...line));
  return (
    shown(first - MOST_HEADERS, first).some((line) => BEGIN_PUBLIC.test(line)) ||
    shown(next, next + MOST_HEADERS).some((line) => END_PUBLIC.test(line))
  );
}
