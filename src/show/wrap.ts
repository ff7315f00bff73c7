import { styleText } from "node:util";
/** Wraps text at spaces so that no row is wider than `width`; wider words are broken, too. */
export function wrap(text: string, width: number): string[] {
  return wrapLines(text, width, broken);
}

/** Wraps text only at spaces: a path or argument in it can still be copied, however long it is. */
export function wrapAtSpaces(text: string, width: number): string[] {
  return wrapLines(text, width, (word) => [word]);
}

/** Like `wrapAtSpaces`, for a printed message; one with terminal control (a redrawn row, colours) stays unchanged. */
export function wrapMessage(text: string, width: number): string {
  return STEERS.test(text) ? text : wrapAtSpaces(text, width).join("\n");
}

const STEERS = /[\r\u001b]/;

/** Facts in a row, wrapped only between them: "turn" and its number stay together. */
export function wrapFacts(facts: readonly string[], width: number): string[] {
  const whole = facts.map((fact) => fact.replaceAll(" ", TIE)).join(`${TIE}· `);
  return wrapAtSpaces(whole, width).map((row) => row.replaceAll(TIE, " "));
}

/** Stands for a space at which no line is broken; printed text never contains it. */
const TIE = "\u001f";

/** Rows to be copied, such as a path: never broken, however long. */
export function unbroken(text: string): string[] {
  return wrap(text, Number.POSITIVE_INFINITY);
}

export function fit(text: string, width: number): string {
  const line = withoutTabs(text).replaceAll("\n", " ");
  return visibleWidth(line) <= width ? line : `${take(line, Math.max(0, width - 1))}…`;
}

/** Shortens in the middle: of names that begin alike the end tells them apart. */
export function fitMiddle(text: string, width: number): string {
  const line = withoutTabs(text).replaceAll("\n", " ");
  if (visibleWidth(line) <= width) return line;
  const start = take(line, Math.ceil((width - 1) / 2));
  const end = takeEnd(line, width - 1 - visibleWidth(start));
  return `${start}…${end}`;
}

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

/** How many terminal columns a text without control characters takes. */
export function visibleWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (PLAIN.test(character)) return 1;
  if (WIDTHLESS.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const PLAIN = /^[ -~]*$/;

/** Accents and skin tones are drawn onto the character before them. */
const WIDTHLESS = /^[\p{Mn}\p{Me}\p{Cf}\p{Emoji_Modifier}]$/u;

/** East Asian wide characters and emoji take two columns; a flag is two letters of one column each. */
const WIDE =
  /^(?!\p{Regional_Indicator})[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** How a word that is wider than a row is cut. */
type Cut = (text: string, width: number) => string[];

function wrapLines(text: string, width: number, cut: Cut): string[] {
  const room = Math.max(2, width);
  return withoutTabs(text)
    .split("\n")
    .flatMap((line) => (visibleWidth(line) <= room ? [line.trimEnd()] : wrapLine(line, room, cut)));
}

function wrapLine(line: string, width: number, cut: Cut): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of words(line)) {
    if (visibleWidth(row) + visibleWidth(word.trimEnd()) > width && row !== "") {
      rows.push(row.trimEnd());
      row = "";
    }
    const pieces = cut(row + word, width);
    row = pieces.pop() ?? "";
    for (const piece of pieces) rows.push(piece);
  }
  return [...rows, row.trimEnd()];
}

/** A word cut into pieces that fit, in one pass: a word may be as long as a file. */
export function broken(text: string, width: number): string[] {
  if (text.length <= width && visibleWidth(text) <= width) return [text];
  const end = text.trimEnd().length;
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  let used = 0;
  for (const character of text) {
    const more = widthOf(character);
    if (used + more > width && at > start && at < end) {
      pieces.push(text.slice(start, at));
      start = at;
      used = 0;
    }
    used += more;
    at += character.length;
  }
  return [...pieces, text.slice(start)];
}

/** Each word with the spaces after it; the indentation belongs to the first word. */
function words(line: string): string[] {
  return line.match(/^ *[^ ]+ *|[^ ]+ */g) ?? [];
}

/** As much of the start as fits, but at least one character, so that cutting always makes progress. */
function take(text: string, width: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += widthOf(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function takeEnd(text: string, width: number): string {
  let used = 0;
  let start = text.length;
  for (const character of [...text].toReversed()) {
    used += widthOf(character);
    if (used > width) break;
    start -= character.length;
  }
  return text.slice(start);
}

function withoutTabs(text: string): string {
  return text.replaceAll("\t", "    ");
}

type Format = Parameters<typeof styleText>[0];

export type Style = ReturnType<typeof styleFor>;

export function styleFor(color: boolean) {
  const with_ = (format: Format) => (text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  return {
    dim: with_("dim"),
    bold: with_("bold"),
    green: with_("green"),
    red: with_("red"),
    yellow: with_("yellow"),
    orange: (text: string) => (color ? `\u001b[38;5;208m${text}\u001b[39m` : text),
  };
}
