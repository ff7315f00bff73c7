import { note } from "./untrusted.ts";

/** A command whose result says whether the work is right. A hint for how much to show, never a judgement. */
export function looksLikeCheck(command: string): boolean {
  return CHECK.test(command);
}

const CHECK =
  /\b(?:tests?|spec|e2e|vitest|jest|mocha|pytest|unittest|tox|nox|rspec|phpunit|ctest|bats|playwright|cypress|lint|eslint|oxlint|biome|ruff|flake8|mypy|pyright|tsc|typecheck|type-check|clippy|golangci-lint|vet|build|compile|check|verify|validate|fmt|format|prettier|make|gradlew?|mvn|cargo|dotnet|curl|docker|ci)\b/;

/** The lines that carry the result of the common runners. */
const SUMMARY =
  /\b\d+ (?:tests? )?(?:passed|passing|failed|failing|failures?|errors?|warnings?|skipped|pass|fail|issues?|problems?)\b|^\s*(?:ok|FAIL|PASS|---? FAIL|Tests?:|Test Files|Test Suites:|# (?:pass|fail)|BUILD |Finished|Found \d|error(?:\[|:| TS)|Error:|ERROR|fatal:|panic:|Traceback|[A-Z]\w*Error:)/;

/** Lines shown from before the tail, so that a result far up in a long log is not lost. */
const MAX_EARLIER = 6;

/** The end of an output, with the result lines that stand before it. */
export function tailWithSummary(output: string, limit: number): string {
  const text = output.trimEnd();
  if (text.length <= limit) return text;
  const cutAt = text.length - Math.floor(limit * 0.7);
  const start = text.indexOf("\n", cutAt) + 1 || cutAt;
  const before = text.slice(0, start).split("\n");
  const earlier = before.filter((line) => SUMMARY.test(line.slice(0, 400))).map((line) => line.slice(0, 160));
  const chosen = earlier.length <= MAX_EARLIER ? earlier : [...earlier.slice(0, 2), ...earlier.slice(2 - MAX_EARLIER)];
  return [...fitting(chosen, limit * 0.3), note(`${before.length} lines before`), text.slice(start)].join("\n");
}

/** The one line that says most: the last result line, else the last line. */
export function resultLine(output: string): string {
  const lines = output.slice(-4000).trimEnd().split("\n");
  return lines.findLast((line) => SUMMARY.test(line.slice(0, 400))) ?? lines.at(-1) ?? "";
}

function fitting(lines: readonly string[], room: number): string[] {
  let used = 0;
  return lines.filter((line) => (used += line.length + 1) <= room);
}
