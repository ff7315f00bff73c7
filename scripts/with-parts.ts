/** A range of a source, and its replacement. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

export function withParts(code: string, parts: readonly Part[]): string {
  let text = "";
  let at = 0;
  for (const { start, end, by } of parts.toSorted((left, right) => left.start - right.start)) {
    text += code.slice(at, start) + by;
    at = end;
  }
  return text + code.slice(at);
}
