import { readFileSync } from "node:fs";

/** The comparison for readers: parses every line of a file and does nothing with it. Gives the number of lines. */
export function parseLines(file: string): number {
  const bytes = readFileSync(file);
  let lines = 0;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    if (end > start) {
      JSON.parse(bytes.toString("utf8", start, end));
      lines += 1;
    }
    start = end + 1;
  }
  return lines;
}
