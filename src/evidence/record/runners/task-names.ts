import type { CheckKind } from "../check-run.ts";

export interface NamedKind {
  readonly kind: CheckKind;
  /** What else the name says. */
  readonly also: readonly CheckKind[];
  /** What a task of such a name may do: it does several checks at once. */
  readonly maybe?: readonly CheckKind[];
  readonly watch: boolean;
  readonly rewrites: boolean;
}

const WORDS: readonly (readonly [CheckKind, string])[] = [
  ["typecheck", "typecheck types typing typings tsc mypy pyright typescript"],
  [
    "test",
    "test tests testing spec specs unit e2e integration jest vitest pytest coverage cov smoke unittest playwright cypress cy wdio testcafe mocha karma jasmine cucumber behat phpunit pest rspec bats busted testall runtests testacc alltests kotest surefire failsafe",
  ],
  [
    "lint",
    "lint linter linting eslint clippy vet oxlint biome ruff stylelint rubocop flake8 golangci staticcheck phpstan psalm phpcs credo shellcheck detekt ktlint checkstyle",
  ],
  ["build", "build compile compiler bundle assemble dist make"],
  ["format", "fmt format formatting prettier black"],
];
const KIND_OF_WORD: ReadonlyMap<string, CheckKind> = new Map(
  WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
/** Names of tasks that do several checks at once. */
const ALL_AT_ONCE = words("check checks verify validate ci qa quality precommit preflight all");
/** Words beside them that narrow nothing; with any other (`check-links`) nobody knows what the task checks. */
const PLAIN = words("all full fast quick run js ts py local pre commit push");
/** Names of tasks that do something else, whatever other word stands beside it. */
const NO_CHECK = words(
  "report reports exports open info config list dev start serve preview deploy release publish upload install clean setup generate codegen gen migrate seed docs doc update upgrade " +
    "bump version prepare postinstall init scaffold new create snapshot teardown down stop",
);
export const EVERYTHING: readonly CheckKind[] = ["test", "lint", "typecheck", "build", "format"];

/** What a task is for, by its name: `test:unit`, `lint-fix`, `typecheck`. Nothing for names that say nothing. */
export function kindOfName(name: string): NamedKind | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const parts = partsOfName(name);
  const [tool = ""] = parts;
  if (ON_TEST_SOURCES.has(tool) && parts.includes("test")) return kindOfName(tool);
  const how = { watch: parts.includes("watch"), rewrites: REWRITES.has(parts.at(-1) ?? "") };
  if (parts.some((part) => NO_CHECK.has(part))) return undefined;
  if (/type-?check|check-?types|tests?[:-]types?\b/.test(lowered(name))) return { kind: "typecheck", also: [], ...how };
  const [kind, ...also] = new Set(parts.flatMap((part) => KIND_OF_WORD.get(part) ?? []));
  if (kind) return { kind, also, ...how };
  const isAll = parts.some((part) => ALL_AT_ONCE.has(part));
  if (!isAll || !parts.every((part) => ALL_AT_ONCE.has(part) || PLAIN.has(part))) return undefined;
  return {
    kind: parts.some((part) => part.startsWith("check")) ? "lint" : "test",
    also: [],
    maybe: EVERYTHING,
    ...how,
  };
}

/** True for `validate-macos` and `test-filter`: something is checked, and nobody knows what. */
export function soundsLikeACheck(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  const parts = partsOfName(name);
  return parts.some((part) => SOUNDS.has(part)) && !parts.some((part) => NO_CHECK.has(part));
}

const SOUNDS = words("test tests verify validate smoke");
const LONGEST_NAME = 200;
/** Tasks of Gradle that work on the sources of the tests and run no test: `compileTestJava`, `pmdTest`. */
const ON_TEST_SOURCES = words("compile assemble checkstyle pmd spotbugs detekt ktlint jacoco");
const REWRITES = words("fix write format fmt");

function lowered(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

function partsOfName(name: string): string[] {
  return lowered(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
