import { note } from "./untrusted.ts";

/** A line of an output, or a note of ours that replaces several lines. */
export interface OutputLine {
  readonly text: string;
  readonly lines: number;
}

/** Go lists every package. The first few that were tested stay, and lines with coverage; the rest is counted. */
export function foldPackageLists(lines: readonly string[]): OutputLine[] {
  const folded: OutputLine[] = [];
  let list: string[] = [];
  const close = (): void => {
    folded.push(...foldedList(list));
    list = [];
  };
  for (const line of lines) {
    if (FINE.test(line)) {
      list.push(line);
      continue;
    }
    close();
    folded.push({ text: line, lines: 1 });
  }
  close();
  return folded;
}

const FINE =
  /^(?:ok {2}\t\S+\t(?:\(cached\)|[\d.]+m?s)|\? {3}\t\S+\t\[no test files\])(?:\tcoverage: \[no statements\])?$/;

/** From this many lines on, a note is shorter. */
const LONG = 4;
const MOST_TESTED = 4;

function foldedList(list: readonly string[]): OutputLine[] {
  const tested = list.filter((line) => kindOf(line) === "ok").slice(0, MOST_TESTED);
  const rest = list.filter((line) => !tested.includes(line));
  const isWorthIt = rest.length >= LONG;
  const kept = (isWorthIt ? tested : list).map((text) => ({ text, lines: 1 }));
  return isWorthIt ? [...kept, { text: note(`packages left out: ${countsOf(rest)}`), lines: rest.length }] : kept;
}

function kindOf(line: string): string {
  if (line.startsWith("?")) return "without tests";
  return line.includes("\t(cached)") ? "ok from the cache" : "ok";
}

function countsOf(list: readonly string[]): string {
  const kinds = Map.groupBy(list, kindOf);
  return Array.from(kinds, ([kind, lines]) => `${lines.length} ${kind}`).join(", ");
}
