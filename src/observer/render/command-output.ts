import { countOf } from "../../text/amounts.ts";
import { note } from "./untrusted.ts";

/** Looks like a check of the work. It only decides how much output is shown, and judges nothing. */
export function looksLikeCheck(command: string): boolean {
  return CHECK.test(command);
}

const CHECK =
  /\b(?:tests?|spec|e2e|vitest|jest|mocha|pytest|unittest|tox|nox|rspec|phpunit|ctest|bats|playwright|cypress|lint|eslint|oxlint|biome|ruff|flake8|mypy|pyright|tsc|typecheck|type-check|clippy|golangci-lint|vet|build|compile|check|verify|validate|fmt|format|prettier|make|gradlew?|mvn|cargo|dotnet|curl|docker|ci)\b/;

const TROUBLE =
  /^\s*(?:FAIL|✗|✘|×|not ok|-{2,3} FAIL|error(?:\[|:| TS)|Error:|ERROR|fatal:|panic:|Traceback|[A-Z]\w*(?:Error|Exception):)/;
const COUNT =
  /\b\d+ (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|pass|fail|issues?|problems?)\b|^\s*(?:Tests?:|Test Files|Test Suites:|# (?:pass|fail)|BUILD |Finished|Found \d)/;

/** How many problems and counts are shown from before the tail, so that a result far up in a long log is not lost. */
const MAX_EARLIER = 3;

/** The end of an output, with the result lines before it. Beside a runner's own count, "error" further up misleads. */
export function tailWithSummary(output: string, limit: number): string {
  const given = output.trimEnd();
  if (given.length <= limit) return given;
  const lines = foldPackageLists(given.split("\n"));
  const folded = textOf(lines);
  if (folded.length <= limit) return folded;
  const room = Math.floor(limit * 0.7);
  const start = Math.min(lines.length - 1, startOfEnd(lines, room));
  const before = lines.slice(0, start);
  const last = textOf(lines.slice(start));
  const end = last.slice(-room);
  const counted = end.split("\n").some((line) => COUNT.test(line));
  const shown = fitting(counted ? [] : telling(before.map(({ text }) => text)), limit * 0.3);
  return [...shown, note(`${amountOf(before, shown.length, last.length - end.length)} before`), end].join("\n");
}

function textOf(lines: readonly OutputLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}

function startOfEnd(lines: readonly OutputLine[], room: number): number {
  let left = room + 1;
  return lines.findLastIndex(({ text }) => (left -= text.length + 1) < 0) + 1;
}

/** The middle of a very long output was removed earlier, so only its characters can be counted. */
function amountOf(lines: readonly OutputLine[], shown: number, ofLast: number): string {
  const middle = lines.map(({ text }) => CUT.exec(text)?.[1]).find((count) => count !== undefined);
  const count = lines.reduce((sum, line) => sum + line.lines, 0) - shown - (middle === undefined ? 0 : 1);
  const characters = Number(middle ?? 0) + ofLast;
  if (characters === 0) return countOf(count, "line");
  const ofLines = count > 0 ? `${countOf(count, "line")} and ` : "";
  return `${ofLines}${countOf(characters, "character")}`;
}

const CUT = /^⟦… (\d+) characters cut …⟧$/;

/** The line that says most: the last count, else the first problem, else the last line. */
export function resultLine(output: string): string {
  const lines = output.trimEnd().split("\n");
  return lines.findLast((line) => COUNT.test(line)) ?? lines.find((line) => TROUBLE.test(line)) ?? lines.at(-1) ?? "";
}

/** The telling lines in their order: the first problems, each with the indented line below it, and the last counts. */
function telling(lines: readonly string[]): string[] {
  const short = lines.map((line) => line.slice(0, 160));
  const isTrouble = (line: string): boolean => TROUBLE.test(line) && line.trim() !== "FAIL";
  const troubles = indexesOf(short, isTrouble).slice(0, MAX_EARLIER);
  const details = troubles.map((index) => index + 1).filter((index) => /^\s+\S/.test(short[index] ?? ""));
  const counts = indexesOf(short, (line) => COUNT.test(line) && !TROUBLE.test(line)).slice(-MAX_EARLIER);
  return [...new Set([...troubles, ...details, ...counts])]
    .sort((left, right) => left - right)
    .map((index) => short[index] ?? "");
}

function indexesOf(lines: readonly string[], is: (line: string) => boolean): number[] {
  const first = new Map<string, number>();
  for (const [index, line] of lines.entries()) if (is(line) && !first.has(line)) first.set(line, index);
  return [...first.values()];
}

function fitting(lines: readonly string[], room: number): string[] {
  let used = 0;
  return lines.filter((line) => (used += line.length + 1) <= room);
}

/** A line of an output, or a note of ours that replaces several lines. */
interface OutputLine {
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
