import { literally } from "../../text/strings.ts";
import { linesBesideMarker } from "./key-margins.ts";
import { type Placeholder, type KeyLine, linesOf, withoutKeys } from "./placeholder.ts";

/** Keys in PEM and PuTTY format, also without an end. Only the body goes, so that JSON and lines stay whole. */
export function redactKeyBlocks(text: string, placeholder: Placeholder): string {
  if (!text.includes("PRIVATE KEY") && !text.includes("Private-Lines: ")) return text;
  return withoutKeys(text, keyBodies(text), placeholder);
}

const MARKER = /-----(?:BEGIN|END) [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|Private-Lines: \d{1,3}/g;

/** The lines of every key, without what surrounds them. Code that only names the markers has none. */
function* keyBodies(text: string): Generator<readonly KeyLine[]> {
  let free = 0;
  let isBehindKey = false;
  const lines = linesOf(text);
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    const file = fileInFront(text, index);
    const isEnd = marker.startsWith("-----END");
    const known = isEnd ? linesBefore(text, free, index, file) : linesAfter(text, index + marker.length, file);
    // Not where a key that is known ends at its other marker: its lines would be looked for twice.
    const foreign: readonly KeyLine[] =
      isEnd && isBehindKey ? [] : linesBesideMarker(text, lines, [index, index + marker.length], isEnd ? -1 : 1);
    const body: readonly KeyLine[] =
      lengthOf(foreign) > 2 * lengthOf(known) ? foreign.filter(([start]) => start >= free) : known;
    isBehindKey = !isEnd && body.length > 0;
    if (body.length > 0) yield body;
    free = Math.max(index + marker.length, body.at(-1)?.[1] ?? 0);
  }
}

function lengthOf(lines: readonly KeyLine[]): number {
  return lines.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** The file name in front of the line, as search tools print it: `certs/key.pem:12:`, `key.pem-13-`. */
function fileInFront(text: string, marker: number): string {
  const before = text.slice(Math.max(0, marker - 2 * WIDEST_MARGIN), marker);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /(?:^|[\s"'`>|])([^\s"'`>|:\\]+?)[:-](?:\d{1,6}[:-])?$/.exec(line)?.[1] ?? "";
}

const BETWEEN = String.raw`(?:[\s"'\x60,+>|│┃║]|\$(?![\w{(])|\\{1,4}[nrt"']|-(?=-----END|[^-])){1,120}`;
const NUMBER = String.raw`(?:\d{1,6}[ \t]?[→:|\t-](?:${BETWEEN})?)?`;
const HEADER = String.raw`(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset): [^\n\\"]{0,200}`;
const MAX_LINES = 400;

/** One line of a key. Its last line may be short, but only before the end marker; a mark there is no key line. */
function lineOf(file: string): RegExp {
  const margin = `(?:${BETWEEN}${file === "" ? "" : `(?:${literally(file)}[:-])?`}${NUMBER})?`;
  const body = String.raw`([A-Za-z0-9+/=]{16,})|(?!\+(?:${BETWEEN})?-----END|\d{1,6}[ \t]?[→:|\t-])([A-Za-z0-9+/=]{1,15})(?=${margin}(?:-----END|Private-(?:MAC|Hash)))`;
  return new RegExp(`${margin}(?:${HEADER}|${body})`, "dy");
}

function linesAfter(text: string, from: number, file: string): KeyLine[] {
  const lines: KeyLine[] = [];
  const nextLine = lineOf(file);
  nextLine.lastIndex = from;
  while (lines.length < MAX_LINES) {
    const match = nextLine.exec(text);
    if (!match) break;
    const range = match.indices?.[1] ?? match.indices?.[2];
    if (range) lines.push(range);
  }
  return lines;
}

function linesBefore(text: string, floor: number, marker: number, file: string): KeyLine[] {
  const lines: KeyLine[] = [];
  let position = marker;
  while (lines.length < MAX_LINES) {
    const end = backOverMargin(text, floor, position, file);
    const start = behindEscape(text, backWhile(text, floor, end, /[A-Za-z0-9+/=]/));
    const isWhole = end - start >= 16;
    if (end === start || (!isWhole && lines.length > 0)) break;
    lines.unshift([start, end]);
    position = start;
  }
  return lines.some(([start, end]) => end - start >= 16) ? lines : [];
}

/** The start of the key's line, without the letter of an escaped break: the text must stay valid JSON. */
function behindEscape(text: string, start: number): number {
  return text.charAt(start - 1) === "\\" && /[nrt]/.test(text.charAt(start)) ? start + 1 : start;
}

const WIDEST_MARGIN = 120;

function backOverMargin(text: string, floor: number, from: number, file: string): number {
  let index = from;
  while (index > floor && from - index < WIDEST_MARGIN) {
    if (/[nrt]/.test(text.charAt(index - 1)) && text.charAt(index - 2) === "\\") index -= 2;
    else if (/[\s"'`,+>|│┃║$→:\\-]/.test(text.charAt(index - 1))) index -= 1;
    else break;
  }
  const named = file === "" ? 0 : lengthOfName(text.slice(Math.max(floor, index - file.length - 8), index), file);
  if (named > 0 && /[:-]/.test(text.charAt(index))) return backOverMargin(text, floor, index - named, "");
  const number = /(?:^|[\n ]|\\n)(\d{1,6}[ \t]?)$/.exec(text.slice(Math.max(floor, index - 8), index))?.[1];
  const isNumbered = number !== undefined && /[→:|\t\\-]/.test(text.charAt(index));
  return isNumbered ? backOverMargin(text, floor, index - number.length, "") : Math.max(floor, index);
}

/** The length of the file's name at the end of a text, including the line number after it. */
function lengthOfName(text: string, file: string): number {
  const number = /[:-]\d{1,6}$/.exec(text)?.[0] ?? "";
  const found = [file + number, file].find((name) => text.endsWith(name));
  return found?.length ?? 0;
}

function backWhile(text: string, floor: number, from: number, wanted: RegExp): number {
  let index = from;
  while (index > floor && wanted.test(text.charAt(index - 1))) index -= 1;
  return index;
}
