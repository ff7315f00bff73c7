import type { Spot } from "../change-note.ts";
import { nearestCandidate } from "./nearest-candidate.ts";
import { lineStarts } from "./splice.ts";

export interface Edit {
  readonly ok: true;
  readonly text: string;
  readonly spots: readonly Spot[];
  /** False when line ends were adapted, so that the file may differ from what the call says. */
  readonly literal: boolean;
}

interface Wanted {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
}

/** The new text, or why there is none: not found (with the nearest place), or ambiguous. */
export function findEdit(text: string, wanted: Wanted): Edit | { readonly ok: false; readonly reason: string } {
  const hasCrlf = text.includes("\r\n");
  const found = hasCrlf ? matchesAcrossLineEnds(text, wanted.oldText) : matchesOf(text, wanted.oldText);
  if (found.length === 0) return { ok: false, reason: describeMiss(text, wanted.oldText) };
  if (found.length > 1 && wanted.replaceAll !== true) return { ok: false, reason: describeAmbiguity(text, found) };
  return replace(text, found, wanted, hasCrlf);
}

interface Match {
  readonly start: number;
  readonly end: number;
}

function matchesOf(text: string, wanted: string): Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length))
    matches.push({ start, end: start + wanted.length });
  return matches;
}

/** Finds matches as if every line end, in the file and in the wanted text, were LF. */
function matchesAcrossLineEnds(text: string, wanted: string): Match[] {
  const origins: number[] = [];
  for (let index = 0; index < text.length; index++)
    if (!(text[index] === "\r" && text[index + 1] === "\n")) origins.push(index);
  const matches = matchesOf(text.replaceAll("\r\n", "\n"), wanted.replaceAll("\r\n", "\n"));
  return matches.map(({ start, end }) => ({
    start: lineEndStart(text, origins[start] ?? text.length),
    end: end === 0 ? 0 : (origins[end - 1] ?? text.length) + 1,
  }));
}

function lineEndStart(text: string, index: number): number {
  return text[index] === "\n" && text[index - 1] === "\r" ? index - 1 : index;
}

function replace(text: string, matches: readonly Match[], wanted: Wanted, hasCrlf: boolean): Edit {
  const pieces: string[] = [];
  const offsets: number[] = [];
  let end = 0;
  let length = 0;
  for (const match of matches) {
    const before = text.slice(end, match.start);
    const inserted = hasCrlf ? withLineEnd(wanted.newText, lineEndAt(text, match)) : wanted.newText;
    offsets.push(length + before.length);
    pieces.push(before, inserted);
    length += before.length + inserted.length;
    end = match.end;
  }
  pieces.push(text.slice(end));
  const result = pieces.join("");
  return { ok: true, text: result, spots: spotsAt(result, offsets), literal: !hasCrlf };
}

/** The line end to use for a match: that inside it, else that at the end of its line, else the one before. */
function lineEndAt(text: string, match: Match): string {
  const inside = text.slice(match.start, match.end);
  const lineFeed = inside.includes("\n")
    ? match.start + inside.indexOf("\n")
    : text.includes("\n", match.end)
      ? text.indexOf("\n", match.end)
      : text.lastIndexOf("\n", match.start);
  return text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

function withLineEnd(text: string, lineEnd: string): string {
  return text.replaceAll(/\r?\n/g, lineEnd);
}

function spotsAt(text: string, offsets: readonly number[]): Spot[] {
  const starts = lineStarts(text);
  let line = 0;
  return offsets.map((offset) => {
    while ((starts[line + 1] ?? Infinity) <= offset) line++;
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  });
}

function describeAmbiguity(text: string, matches: readonly Match[]): string {
  const lines = spotsAt(
    text,
    matches.slice(0, 10).map((match) => match.start),
  ).map((spot) => spot.line);
  const list = `${lines.join(", ")}${matches.length > 10 ? ", …" : ""}`;
  return `oldText occurs ${matches.length} times (lines ${list}). Add lines around it to make it unique, or set replaceAll.`;
}

function describeMiss(text: string, wanted: string): string {
  const candidate = nearestCandidate(text, wanted);
  if (candidate === undefined) return "oldText occurs 0 times, and nothing like it is there. Read the file again.";
  const why = candidate.onlySpaces ? "differs from it only in spaces" : "comes nearest";
  return `oldText occurs 0 times. This ${why}:\n${candidate.rows.join("\n")}`;
}
