import { countOf } from "../../amounts.ts";
import { foldPackageLists, type OutputLine } from "./package-lists.ts";
import { expression } from "../../patterns/expression.ts";
import { note } from "./untrusted.ts";

/** A command whose result says whether the work is right. A hint for how much to show, never a judgement. */
export function looksLikeCheck(command: string): boolean {
  return CHECK.test(command);
}

const CHECK = expression()`
  \b(?:
    tests?|spec|e2e|vitest|jest|mocha|pytest|unittest|tox|nox|rspec|phpunit|ctest|bats|playwright|cypress|lint
    |eslint|oxlint|biome|ruff|flake8|mypy|pyright|tsc|typecheck|type-check|clippy|golangci-lint|vet|build|compile
    |check|verify|validate|fmt|format|prettier|make|gradlew?|mvn|cargo|dotnet|curl|docker|ci
  )\b
`;

/** Lines that say something went wrong, and lines that count. Both in the common runners' words. */
const TROUBLE =
  /^\s*(?:FAIL|✗|✘|×|not ok|-{2,3} FAIL|error(?:\[|:| TS)|Error:|ERROR|fatal:|panic:|Traceback|[A-Z]\w*(?:Error|Exception):)/;
const COUNT = expression()`
  \b\d+ (?:tests? )?
  (?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|pass|fail|issues?|problems?)\b
  |^\s*(?:Tests?:|Test Files|Test Suites:|# (?:pass|fail)|BUILD |Finished|Found \d)
`;

/** Troubles and counts shown from before the tail, so that a result far up in a long log is not lost. */
const MAX_EARLIER = 3;

/**
 * The end of an output, with the result lines that stand before it. Where the end holds the runner's own count, words like
 * "error" further up are log lines, and showing them would mislead.
 */
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

/** Where the last lines begin that fit together. */
function startOfEnd(lines: readonly OutputLine[], room: number): number {
  let left = room + 1;
  return lines.findLastIndex(({ text }) => (left -= text.length + 1) < 0) + 1;
}

/**
 * Of a very long output the middle was taken out before: how many lines that were, nobody counted. So it is with what of
 * one line is too long for the room.
 */
function amountOf(lines: readonly OutputLine[], shown: number, ofLast: number): string {
  const middle = lines.map(({ text }) => CUT.exec(text)?.[1]).find((count) => count !== undefined);
  const count = lines.reduce((sum, line) => sum + line.lines, 0) - shown - (middle === undefined ? 0 : 1);
  const characters = Number(middle ?? 0) + ofLast;
  if (characters === 0) return countOf(count, "line");
  const ofLines = count > 0 ? `${countOf(count, "line")} and ` : "";
  return `${ofLines}${countOf(characters, "character")}`;
}

const CUT = /^⟦… (\d+) characters cut …⟧$/;

/** The one line that says most: the last count, else the first trouble, else the last line. */
export function resultLine(output: string): string {
  const lines = output.trimEnd().split("\n");
  return lines.findLast((line) => COUNT.test(line)) ?? lines.find((line) => TROUBLE.test(line)) ?? lines.at(-1) ?? "";
}

/** In their own order: the first troubles, each with what it says of itself in the line below, and the last counts. */
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

/** Where such a line stands for the first time. */
function indexesOf(lines: readonly string[], is: (line: string) => boolean): number[] {
  const first = new Map<string, number>();
  for (const [index, line] of lines.entries()) if (is(line) && !first.has(line)) first.set(line, index);
  return [...first.values()];
}

function fitting(lines: readonly string[], room: number): string[] {
  let used = 0;
  return lines.filter((line) => (used += line.length + 1) <= room);
}
