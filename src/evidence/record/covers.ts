import { joinPath } from "../../thread/shell/builtins.ts";
import type { CheckRun } from "./check-run.ts";
import { changesBehaviour, type FileChange, mayHaveMissed } from "./changes.ts";
import { baseName, extensionOf, fullPath, isOutside, stemOf } from "./paths.ts";

/** The runs after a change: those that looked at the file are out of date. The same list where it touches none. */
export function outdatedBy(
  runs: readonly CheckRun[],
  change: FileChange,
  workspace: string | undefined,
): readonly CheckRun[] {
  const isOfCode = mayBeOfCode(change);
  if (!isOfCode && !isKept(change)) return runs;
  const matters = isOfCode && changesBehaviour(change);
  const perhaps = mayHaveMissed(change);
  let aged: CheckRun[] | undefined;
  for (const [index, run] of runs.entries()) {
    if ((run.outdated && (perhaps || !run.outdated.perhaps)) || run.step >= change.step) continue;
    const named = isTarget(run, change, workspace);
    if (!named && !(isOfCode && covers(run, change, workspace))) continue;
    aged ??= [...runs];
    const at = { step: change.step, path: change.path, ...(perhaps && { perhaps: true as const }) };
    aged[index] = { ...run, ...(named || matters ? { outdated: at } : { retouched: at }) };
  }
  return aged ?? runs;
}

/** True for a change of code or tests that a check may look at. */
function mayBeOfCode(change: FileChange): boolean {
  return (change.role === "code" || change.role === "test") && isKept(change) && !GENERATED.test(change.path);
}

/** False for what was put back or is gone. */
function isKept({ restored, perhaps, type }: FileChange): boolean {
  return !restored && !perhaps && type !== "delete" && type !== "move";
}

/** True when the run was given this very file: then any change of it counts, whatever it holds. */
function isTarget({ targets, cwd }: CheckRun, { path }: FileChange, workspace: string | undefined): boolean {
  const full = (file: string): string => (workspace === undefined ? file : fullPath(file, workspace));
  return targets.some((target) => full(joinPath(cwd, target)) === full(path));
}

const GENERATED =
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|__pycache__|\.next|generated|vendor|__snapshots__)\/|(?:\.generated|_generated|\.gen|\.pb|\.min)\.\w+$|(?:^|\/)\.(?:github|claude|cursor|codex|vscode|husky)\//;

/** True when the run looked at this file, as far as its program, its place and its targets tell. */
export function covers(run: CheckRun, { path, role }: FileChange, workspace: string | undefined): boolean {
  if (isOutside(path, workspace)) return false;
  if (role === "test" && run.kind === "build") return false;
  if (!readsLanguage(run, path) || !liesUnder(path, run.cwd, workspace)) return false;
  if (BROWSER_TEST.test(path) && !BROWSER_RUN.test(`${run.runner} ${run.command}`)) return false;
  return run.scope === "whole" || run.targets.some((target) => isNear(run, target, path, workspace));
}

const BROWSER_TEST =
  /(?:^|\/)(?:e2e|cypress|playwright)(?:-tests?)?\/.*\.[cm]?[jt]sx?$|\.(?:cy|e2e|pw)\.[cm]?[jt]sx?$/i;
const BROWSER_RUN = /e2e|playwright|cypress|wdio|testcafe|nightwatch|browser|acceptance/i;

/** The endings of files that a family of runners reads. */
const LANGUAGES: readonly (readonly [programs: ReadonlySet<string>, endings: ReadonlySet<string>])[] = [
  ["go gotestsum golangci-lint gofmt staticcheck ginkgo", "go"],
  ["cargo rustc rustfmt", "rs"],
  ["pytest unittest mypy pyright ruff black flake8 pylint isort tox nox manage.py", "py pyi"],
  [
    "vitest jest mocha tsc tsgo eslint oxlint biome prettier playwright ava bun node tsx vite next svelte-check vue-tsc npm pnpm yarn deno",
    "js cjs mjs jsx ts cts mts tsx cjsx mjsx ctsx mtsx vue svelte astro css scss less html graphql",
  ],
  ["rspec rubocop rails minitest rake", "rb erb rake"],
  ["phpunit pest paratest phpstan psalm phpcs pint artisan composer", "php"],
  ["gradle gradlew mvn mvnw sbt mill lein ktlint detekt", "java kt kts scala groovy clj cljc cljs"],
  ["dotnet", "cs fs vb razor cshtml"],
  ["mix rebar3", "ex exs eex heex leex erl hrl"],
  ["swift xcodebuild swiftlint", "swift m mm h c cc cpp"],
  ["dart flutter melos", "dart"],
  ["ctest cmake ninja meson gcc g++ clang", "c cc cpp cxx m mm h hh hpp hxx cu"],
  ["bats shellcheck shfmt bash sh zsh fish", "sh bash bats zsh fish"],
  ["terraform tofu tflint", "tf tfvars hcl"],
].map(([programs = "", endings = ""]) => [new Set(programs.split(" ")), new Set(endings.split(" "))]);
/** Scripts beside the code: only a runner made for them reads them. */
const SCRIPTS = new Set("sh bash zsh fish ps1 sql bats".split(" "));

function readsLanguage({ runner, command }: CheckRun, path: string): boolean {
  const extension = extensionOf(path);
  if (command.includes(baseName(path))) return true;
  const reads = familyOf(runner);
  return reads ? reads.has(extension) : !SCRIPTS.has(extension);
}

/** What the family of a runner reads: the same set for all of one family; undefined for tools that start others. */
export function familyOf(runner: string): ReadonlySet<string> | undefined {
  const [program = ""] = runner.split(" ", 1);
  return LANGUAGES.find(([programs]) => programs.has(program))?.[1];
}

export function liesUnder(path: string, cwd: string | undefined, workspace: string | undefined): boolean {
  if (cwd === undefined || cwd === "." || workspace === undefined)
    return cwd === undefined || cwd === "." || under(path, cwd);
  return under(fullPath(path, workspace), fullPath(cwd, workspace));
}

function under(path: string, folder: string): boolean {
  const clean = folder.endsWith("/") ? folder : `${folder}/`;
  return path === folder || path.startsWith(clean) || path.includes(`/${clean}`);
}

/** True when the file is a target, lies in one, or is named like one: `vitest src/a.test.ts` covers `src/a.ts`. */
function isNear(run: CheckRun, target: string, path: string, workspace: string | undefined): boolean {
  if (!target.includes("/") && !target.includes(".")) return false;
  const place = joinPath(run.cwd, target.replace(/(?:::.*|:\d.*)$/s, "").replace(/\/?(?:\.\.\.|\*.*)$/s, ""));
  const full = workspace === undefined ? path : fullPath(path, workspace);
  const aim = workspace === undefined ? place : fullPath(place, workspace);
  if (under(full, aim)) return true;
  if (run.kind !== "test") return false;
  return subjectOf(path) === subjectOf(place) && subjectOf(path) !== "index";
}

/** What a file is about: `cart` of `cart.ts` and of `cart.test.ts`. */
function subjectOf(path: string): string {
  return stemOf(path).replace(/^test_|[._-](?:test|tests|spec|e2e)$|Tests?$/, "");
}
