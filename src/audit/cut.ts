/** How much is kept of the texts of a case. */
export const LONGEST = {
  /** Of a request and a closing. */
  words: 6000,
  line: 400,
  /** Of the output of a step that is part of the proof. */
  proof: 2000,
  /** Of a step that is not, only a failure shows its end. */
  failure: 300,
  /** Of how a request begins. */
  opening: 160,
} as const;

/** Half a secret is not known as one: a text is first cut with this much more, which nobody is shown. */
const EDGE = 500;

export function roughStart(text: string, length: number): string {
  return text.slice(0, length + EDGE);
}

export function roughEnd(text: string, length: number): string {
  return text.slice(-(length + EDGE));
}

/** What a text that was cut roughly begins with, without its secrets. */
export function cleanStart(rough: string, length: number, redact: (text: string) => string): string {
  const clean = redact(rough);
  if (rough.length <= length) return clean;
  return `${clean.slice(0, Math.min(length - 1, clean.length - edgeOf(rough, length))).toWellFormed()}…`;
}

/** What comes last says how it ended. */
export function cleanEnd(rough: string, length: number, redact: (text: string) => string): string {
  const clean = redact(rough);
  if (rough.length <= length) return clean;
  return `…${clean.slice(Math.max(clean.length + 1 - length, edgeOf(rough, length))).toWellFormed()}`;
}

function edgeOf(rough: string, length: number): number {
  return rough.length < length + EDGE ? 0 : EDGE;
}
