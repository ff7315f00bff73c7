import { neutralise } from "../text/strings.ts";

/** How many characters of a case's texts are kept. */
export const LONGEST = {
  /** For a request and a closing text. */
  words: 6000,
  line: 400,
  /** For the output and the changed lines of a step that is part of the proof. */
  proof: 2000,
  /** Of the changed lines of such a step, so many characters are looked at for those that prove most. */
  diff: 40_000,
  /** For the output of any other step that failed; successful ones show none. */
  failure: 300,
  /** For the beginning of a request in the list. */
  opening: 160,
} as const;

/** A secret cut in half is not recognised, nor one with an escape sequence: cut with this much extra first. */
const EDGE = 500;

export function roughStart(text: string, length: number): string {
  return neutralise(text).slice(0, length + EDGE);
}

export function roughEnd(text: string, length: number): string {
  return neutralise(text).slice(-(length + EDGE));
}

export function cleanStart(rough: string, length: number, redact: (text: string) => string): string {
  const clean = redact(rough);
  if (rough.length <= length) return clean;
  return `${clean.slice(0, Math.min(length - 1, clean.length - edgeOf(rough, length))).toWellFormed()}…`;
}

/** The end of a text that was cut roughly, without secrets: the end tells how it ended. */
export function cleanEnd(rough: string, length: number, redact: (text: string) => string): string {
  const clean = redact(rough);
  if (rough.length <= length) return clean;
  return `…${clean.slice(Math.max(clean.length + 1 - length, edgeOf(rough, length))).toWellFormed()}`;
}

function edgeOf(rough: string, length: number): number {
  return rough.length < length + EDGE ? 0 : EDGE;
}
