import type { KeyLine } from "./placeholder.ts";
import { isRandom } from "./random-strings.ts";

/** As long as a whole line of a key, or nearly. */
const LONG = 40;
const STRETCH = /[A-Za-z0-9+/]{16,}={0,2}/g;
/** The last line of a key may be as short as that. */
const ANY_STRETCH = /[A-Za-z0-9+/]{1,15}={0,2}/g;
const MOST_LINES = 400;
/** Lines of another program, or the headers of the key, that stand between two of its lines. */
const WIDEST_GAP = 4;
/** No line of a key is longer, whatever is written in front of it. */
const LONGEST_LINE = 1000;
const OFF_COLUMN = 12;

export function linesBesideMarker(
  text: string,
  lines: readonly KeyLine[],
  marker: KeyLine,
  step: 1 | -1,
): readonly KeyLine[] {
  const own = lineAt(lines, marker[0]);
  const [lineStart, lineEnd] = lines[own] ?? marker;
  let column = marker[0] - lineStart;
  const found = step === 1 ? behindMarker(text, marker[1], lineEnd) : [];
  if (found.length > 0) return found;
  const shown = (line: KeyLine | undefined) => line && text.slice(line[0], Math.min(line[1], line[0] + LONGEST_LINE));
  let gap = 0;
  let here = shown(lines[own + step]);
  for (let count = 1; here !== undefined && count < MOST_LINES && gap <= WIDEST_GAP; count += 1) {
    if (MARKER.test(here)) break;
    const next = shown(lines[own + (count + 1) * step]);
    const afterNext = shown(lines[own + (count + 2) * step]) ?? "";
    const isEnd = next === undefined || MARKER.test(next) || MARKER.test(afterNext);
    const isLast = step === -1 ? count === 1 : found.length > 0 && isEnd;
    const body = bodyOf(here, column, isLast);
    const start = lines[own + count * step]?.[0] ?? 0;
    if (body) found.push([start + body[0], start + body[1]]);
    // A text around the first line may have put its marker into another column.
    if (body) column = body[0];
    gap = body ? 0 : gap + 1;
    here = next;
  }
  const inOrder = step === 1 ? found : found.toReversed();
  return inOrder.some((each) => isLine(text.slice(...each))) ? inOrder : [];
}

const MARKER = /-----(?:BEGIN|END) |Private-MAC|Private-Hash/;

function lineAt(lines: readonly KeyLine[], place: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.[0] ?? Infinity) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What stands between two markers on one line, with `<br>` or blanks for breaks; escaped ones are read when real. */
function behindMarker(text: string, from: number, lineEnd: number): KeyLine[] {
  const whole = text.slice(from, Math.min(lineEnd, from + MOST_LINES * 80));
  const end = whole.indexOf("-----");
  const part = end === -1 ? whole : whole.slice(0, end);
  if (part.includes("\\n")) return [];
  const stretches = placesOf(part, STRETCH).filter((each) => isMixed(part.slice(...each)));
  if (!stretches.some((each) => isLine(part.slice(...each)))) return [];
  const behind = stretches.at(-1)?.[1] ?? 0;
  const last = placesOf(part, ANY_STRETCH).findLast((each) => each[0] >= behind && part.slice(...each) !== "br");
  const found = end === -1 || !last ? stretches : [...stretches, last];
  return found.map(([start, stop]) => [from + start, from + stop]);
}

function placesOf(part: string, pattern: RegExp): readonly KeyLine[] {
  return [...part.matchAll(pattern)].map(({ 0: stretch, index }) => [index, index + stretch.length] as const);
}

/** The part of a line that is of the key: that which begins nearest to the column of the marker. */
function bodyOf(line: string, column: number, mayBeShort: boolean): KeyLine | undefined {
  const long = nearest(line, STRETCH, column, (stretch) => isLine(stretch));
  if (long || !mayBeShort) return long;
  return (
    nearest(line, STRETCH, column, (stretch) => isMixed(stretch)) ??
    nearest(line, ANY_STRETCH, column, (stretch, off) => off <= 2 || stretch.endsWith("="))
  );
}

function nearest(
  line: string,
  pattern: RegExp,
  column: number,
  isWanted: (stretch: string, off: number) => boolean,
): KeyLine | undefined {
  let found: KeyLine | undefined;
  let least = OFF_COLUMN + 1;
  for (const { 0: stretch, index } of line.matchAll(pattern)) {
    const off = Math.abs(index - column);
    if (off >= least || !isWanted(stretch, off)) continue;
    least = off;
    found = [index, index + stretch.length];
  }
  return found;
}

/** True for a whole line of a key. Paths are as long, and consist of words. */
export function isLine(stretch: string): boolean {
  return stretch.length >= LONG && isRandom(stretch);
}

export function isMixed(stretch: string): boolean {
  return /[a-z]/.test(stretch) && /[A-Z]/.test(stretch) && /[\d+/]/.test(stretch);
}
