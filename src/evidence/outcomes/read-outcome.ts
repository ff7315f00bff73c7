import type { CheckKind } from "../receipts/receipt.ts";
import { curl, docker, make, nx, partsIn, task, turbo, webBuild } from "./builds.ts";
import { bazel, cargo, ctest, forge, go, gtest, swift, zig } from "./compiled-tests.ts";
import { isOfOthers, ranInPart } from "./parts.ts";
import { ava, bun, cypress, deno, jest, mocha, nodeTest, playwright, tap, vitest } from "./javascript-tests.ts";
import {
  cucumber,
  dotnet,
  flutter,
  gradle,
  maven,
  minitest,
  pester,
  phpunit,
  plainTests,
  prove,
  rspec,
  sbt,
} from "./managed-tests.ts";
import { oneLine } from "./one-line.ts";
import { BUILT, type Outcome, type OutcomeReader, strongest, together } from "./outcome.ts";
import { dbt, pytest, tox, unittest } from "./python-tests.ts";
import { packageCheck, platformio, scripted, testthat } from "./script-tests.ts";
import {
  biome,
  black,
  dartFormat,
  elixirLint,
  eslint,
  golangci,
  helm,
  lines,
  lintStaged,
  mypy,
  ocaml,
  oxlint,
  phpstan,
  preCommit,
  prettier,
  pylint,
  pyright,
  rubocop,
  ruff,
  ruffFormat,
  svelteCheck,
  terraform,
  tsc,
  ty,
} from "./static-checks.ts";
import { mayTell } from "./telltales.ts";

const READERS: ReadonlyMap<string, OutcomeReader> = new Map<string, OutcomeReader>([
  ["vitest", vitest],
  ["jest", jest],
  ["mocha", mocha],
  ["node-test", nodeTest],
  ["bun", bun],
  ["deno", deno],
  ["playwright", playwright],
  ["cypress", cypress],
  ["ava", ava],
  ["pytest", pytest],
  ["unittest", unittest],
  ["tox", tox],
  ["nox", tox],
  ["dbt", dbt],
  ["go", go],
  ["cargo", cargo],
  ["ctest", ctest],
  ["gtest", gtest],
  ["swift", swift],
  ["bazel", bazel],
  ["forge", forge],
  ["maven", maven],
  ["gradle", gradle],
  ["dotnet", dotnet],
  ["sbt", sbt],
  ["rspec", rspec],
  ["minitest", minitest],
  ["cucumber", cucumber],
  ["phpunit", phpunit],
  ["flutter", flutter],
  ["bats", (text) => plainTests(text) ?? tap(text)],
  ["mix", plainTests],
  ["prove", prove],
  ["pester", pester],
  ["testthat", testthat],
  ["r-check", packageCheck],
  ["tsc", tsc],
  ["mypy", mypy],
  ["pyright", pyright],
  ["svelte-check", svelteCheck],
  ["phpstan", phpstan],
  ["eslint", eslint],
  ["biome", biome],
  ["oxlint", oxlint],
  ["ruff", ruff],
  ["ruff-format", ruffFormat],
  ["ty", ty],
  ["hatch-fmt", (text) => together([ruffFormat(text) ?? [], ruff(text) ?? []].flat())],
  ["black", black],
  ["dart-format", dartFormat],
  ["prettier", prettier],
  ["golangci-lint", golangci],
  ["rubocop", rubocop],
  ["pylint", pylint],
  ["pre-commit", preCommit],
  ["lint-staged", lintStaged],
  ["elixir-lint", elixirLint],
  ["ocaml", ocaml],
  ["terraform", terraform],
  ["helm", helm],
  ["platformio", platformio],
  ["lines", lines],
  ["web-build", webBuild],
  ["docker", docker],
  ["make", make],
  ["task", task],
  ["turbo", turbo],
  ["nx", nx],
  ["curl", curl],
]);

/** The readers to try on the output of a task whose inside is not known, by what the task is for. */
const OF_KIND: Readonly<Record<CheckKind, readonly OutcomeReader[]>> = {
  test: [
    vitest,
    jest,
    mocha,
    nodeTest,
    bun,
    deno,
    playwright,
    cypress,
    ava,
    pytest,
    unittest,
    go,
    cargo,
    ctest,
    swift,
    bazel,
    zig,
    forge,
    maven,
    gradle,
    dotnet,
    sbt,
    rspec,
    minitest,
    cucumber,
    phpunit,
    plainTests,
    flutter,
    prove,
  ],
  build: [webBuild, tsc, cargo, gradle, maven, dotnet, docker, swift, bazel],
  typecheck: [tsc, mypy, pyright, ty, svelteCheck, phpstan, cargo],
  lint: [eslint, biome, oxlint, ruff, ruffFormat, golangci, rubocop, pylint, preCommit, cargo],
  format: [prettier, black, ruffFormat, biome],
  run: [],
  probe: [curl],
};

/** Readers of lines so plain that a program under test may print them too: tried when the others found nothing. */
const LAST_ASKED: Partial<Record<CheckKind, readonly OutcomeReader[]>> = {
  test: [oneLine, pester, scripted, testthat],
};

/** Tools that start other tools: the summary of the started tool counts first, and their own last line after that. */
const STARTERS = new Set(["make", "turbo", "nx", "gradle", "maven", "tox", "task"]);

/** Reads the runner's own summary; words like "error" in a log mean nothing here. */
export function readOutcome(reads: string, kind: CheckKind, output: string): Outcome | undefined {
  return readText(reads, kind, plain(output));
}

/** The last of several summaries in one output: read from the last line after which there still is one. */
export function readLastOutcome(reads: string, kind: CheckKind, output: string): Outcome | undefined {
  const text = plain(output);
  const starts = [0, ...[...text.matchAll(/\n/g)].map((newline) => newline.index + 1)];
  let [first, end] = [0, starts.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (readText(reads, kind, text.slice(starts[middle])) === undefined) end = middle;
    else first = middle;
  }
  return readText(reads, kind, text.slice(starts[first]));
}

/** True when two readers, given by name, may both read a summary from the same lines. */
export function readAlike(left: string, leftKind: CheckKind, right: string, rightKind: CheckKind): boolean {
  const starter = STARTERS.has(left) || STARTERS.has(right);
  return starter ? leftKind === rightKind : left === right;
}

function readText(reads: string, kind: CheckKind, text: string): Outcome | undefined {
  const own = ofKind(kind, READERS.get(reads)?.(text));
  if (!STARTERS.has(reads)) return own;
  const told = strongest(toldBy(kind, OF_KIND[kind], text)) ?? lastAsked(kind, text);
  const inside = told?.status === "nothing-ran" && ranInPart(text) ? undefined : told;
  if (own?.status === "failed" && inside?.status !== "failed" && isOfOthers(kind, text))
    return { ...inside, status: inside?.status ?? "unknown" };
  if (!own || !inside) return own ?? inside;
  if (own.status === "passed" && inside.status === "nothing-ran" && isEmptyInPart(text)) return own;
  const status = own.status === "failed" && inside.status !== "unknown" ? "failed" : inside.status;
  return { ...inside, status, ...(own.cached && { cached: true as const }) };
}

function ofKind(kind: CheckKind, outcome: Outcome | undefined): Outcome | undefined {
  return kind === "test" && outcome === BUILT ? undefined : outcome;
}

/** When two of these readers find something, it is of two runs, and nobody knows how many tests these have together. */
function lastAsked(kind: CheckKind, text: string): Outcome | undefined {
  const told = toldBy(kind, LAST_ASKED[kind] ?? [], text);
  const outcome = strongest(told);
  return outcome && told.length > 1 ? { ...outcome, counts: {} } : outcome;
}

function toldBy(kind: CheckKind, readers: readonly OutcomeReader[], text: string): readonly Outcome[] {
  return readers.flatMap((reader) => (mayTell(reader, text) ? (ofKind(kind, reader(text)) ?? []) : []));
}

/** True when only some of the projects have no tests: the others went well without showing what they ran. */
function isEmptyInPart(text: string): boolean {
  return [...text.matchAll(/\bNo tests?(?: files)? found\b/g)].length < partsIn(text);
}

/** Programs that print nothing when all is well: an empty output of theirs is a pass. */
export const SILENT_WHEN_CLEAN: ReadonlySet<string> = new Set([
  "tsc",
  "eslint",
  "lines",
  "lists",
  "golangci-lint",
  "mypy",
  "ocaml",
]);

const MAX_HEAD = 40_000;
const MAX_TAIL = 120_000;
/** Patterns look at single lines; a line that never ends must not make them slow. */
const LONG = 1500;
const LONG_LINE = /^(.{1500}).+$/gm;
export const COLOURS = /\u001B(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001B]{0,500}\u0007|[()][A-Z0-9])/g;
const PREFIX =
  /^(?:(?:➤ YN\d{4}: )?(?:│ )?\[[\w@/.-]{1,100}\]: |@?[\w/.-]+:[a-z][\w:-]*: |(?:[\w.-]+-\d+|[\w./-]*\+[\w-]+) +\| |\[(?!(?:info|error|success|warn|warning|debug)\])[\w:.-]+\] (?:\$ )?|[\w@/.-]+ (?:test|build|lint|typecheck)(?::\w+)?: )/gim;

/** Without colours, carriage returns and the prefixes that multiplexers put before every line; the middle cut out. */
function plain(output: string): string {
  if (output === lastRead.output) return lastRead.text;
  const cut = output.length > MAX_HEAD + MAX_TAIL ? `${output.slice(0, MAX_HEAD)}\n${output.slice(-MAX_TAIL)}` : output;
  const bare = cut.includes("\u001B") ? cut.replace(COLOURS, "") : cut;
  const lines = bare.includes("\r") ? bare.replace(/\r\n?/g, "\n") : bare;
  const clean = hasLongLine(lines) ? lines.replace(LONG_LINE, "$1") : lines;
  const prefixed = clean.match(PREFIX)?.length ?? 0;
  const text = squeezed(prefixed > 3 ? clean.replace(PREFIX, "") : clean);
  lastRead = { output, text };
  return text;
}

/** One output is asked about several times in a row. */
let lastRead = { output: "", text: "" };

function hasLongLine(text: string): boolean {
  for (let start = 0; start + LONG < text.length;) {
    const newline = text.indexOf("\n", start);
    if ((newline === -1 ? text.length : newline) - start > LONG) return true;
    if (newline === -1) return false;
    start = newline + 1;
  }
  return false;
}

/** Patterns skip blank lines; thousands of them in a row would be skipped from each one anew. */
function squeezed(text: string): string {
  if (!/\n\s*\n\s*\n/.test(text)) return text;
  const lines = text.split("\n");
  return lines.filter((line, index) => line.trim() !== "" || lines[index - 1]?.trim() !== "").join("\n");
}

/** Task runners that always say at the end, on standard error, that a task failed. npm is not among them. */
export const TELLS_FAILURE: ReadonlySet<string> = new Set([
  "bun",
  "pnpm",
  "yarn",
  "mise",
  "just",
  "task",
  "make",
  "gmake",
]);

/** The last words of package managers and task runners about a task that failed. */
export function saysTaskFailed(output: string): boolean {
  return /^(?:npm (?:ERR!|error) (?:Lifecycle script|code ELIFECYCLE|Test failed)|[ []?ELIFECYCLE[\] ]|(?:[ []|Error: )?ERR_PNPM_RECURSIVE_\w*FAIL\b|error Command failed with exit code|info Visit https:\/\/yarnpkg\.com\/|error: (?:script|Recipe|recipe) .* (?:exited|failed)|(?:\[\S+\] )?ERROR task failed|task: Failed to run task|g?make(?:\[\d+\])?: \*\*\* |rake aborted!$|(?:rspec|shellspec|crystal spec) \S+(?::\d+|\[[\d:]+\]) # )/m.test(
    plain(output),
  );
}
