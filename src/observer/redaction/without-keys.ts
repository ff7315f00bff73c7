import type { Placeholder } from "./placeholder.ts";

export type KeyLine = readonly [start: number, end: number];

/** The text without the lines of these keys, each key replaced at its first line: breaks and marks between them stay. */
export function withoutKeys(text: string, keys: Iterable<readonly KeyLine[]>, placeholder: Placeholder): string {
  let result = "";
  let done = 0;
  for (const lines of keys) {
    const body = lines.map(([start, end]) => text.slice(start, end)).join("");
    for (const [index, [start, end]] of lines.entries()) {
      result += text.slice(done, start) + (index === 0 ? placeholder("private-key", body) : "");
      done = end;
    }
  }
  return result + text.slice(done);
}

export function linesOf(text: string): readonly KeyLine[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const range = [start, start + line.length] as const;
    start += line.length + 1;
    return range;
  });
}
