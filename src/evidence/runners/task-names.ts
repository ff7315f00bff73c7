import { NameList } from "../../name-list.ts";
import type { CheckKind } from "../receipts/receipt.ts";

export interface NamedKind {
  readonly kind: CheckKind;
  /** What else a task of this name usually does. */
  readonly also: readonly CheckKind[];
  readonly watch: boolean;
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
  ["run", "dev start serve preview run"],
];
const KIND_OF_WORD: ReadonlyMap<string, CheckKind> = new Map(
  WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
/** Names of tasks that do several checks at once. */
const ALL_AT_ONCE = new NameList("check checks verify validate ci qa quality precommit preflight all");
/** Names of tasks that do something else, whatever other word stands beside it. */
const NO_CHECK = new NameList(
  "deploy release publish upload install clean setup generate codegen gen migrate seed docs doc watch:only update upgrade " +
    "bump version prepare postinstall init scaffold new create snapshot teardown down stop",
);
/** Names of tasks that show something of the project, perhaps after checking it: we cannot say whether they check. */
const MAYBE_CHECK = new NameList("report reports exports open info config list");
const EVERYTHING: readonly CheckKind[] = ["test", "lint", "typecheck", "build", "format"];

/** True when the name says that the task does something other than checking, or starts the program. */
export function namesOtherWork(name: string): boolean {
  return partsOfName(name).some((word) => NO_CHECK.has(word) || KIND_OF_WORD.get(word) === "run");
}

/** True when a build belongs to CI or has a check in its name (`ci-build`, `dist-check`): it may do more than build. */
export function mayDoMore(name: string): boolean {
  const words = partsOfName(name);
  return words.some((word) => /^(?:ci|checks?|verify)$/.test(word)) && kindOfName(name)?.kind === "build";
}

/** Tasks of Gradle that work on the sources of the tests and run no test: `compileTestJava`, `pmdTest`. */
const ON_TEST_SOURCES =
  /^(compile|assemble|checkstyle|pmd|spotbugs|detekt|ktlint|jacoco)(?!\w*And[A-Z])(?:[A-Z]\w*)?Test(?![a-z])/;

/** What a task is for, by its name: `test:unit`, `lint-fix`, `typecheck`. Nothing for names that say nothing. */
export function kindOfName(name: string): NamedKind | undefined {
  if (/[tT]est(?:Classes|Fixtures\w{0,40})$/.test(name)) return kindOfName("compile");
  const [, tool] = ON_TEST_SOURCES.exec(name) ?? [];
  if (tool !== undefined) return kindOfName(tool);
  const lower = lowered(name);
  const words = partsOfName(name);
  const watch = words.includes("watch");
  if (words.some((word) => NO_CHECK.has(word) || MAYBE_CHECK.has(word))) return undefined;
  if (/tests?[:-]types?\b/.test(lower)) return { kind: "typecheck", also: ["test"], watch };
  if (/type-?check|check-?types/.test(lower)) return { kind: "typecheck", also: [], watch };
  if (words.some((word) => ALL_AT_ONCE.has(word))) {
    const [specific, ...also] = kindsIn(words);
    if (specific) return { kind: specific, also, watch };
    return { kind: words.some((word) => word.startsWith("check")) ? "lint" : "test", also: EVERYTHING, watch };
  }
  const [kind, ...also] = kindsIn(words);
  if (kind) return { kind, also, watch };
  return words.some((word) => KIND_OF_WORD.get(word) === "run") ? { kind: "run", also: [], watch: true } : undefined;
}

/** The kinds of check that a name speaks of, in the order of the name: `build-and-test` is both. */
function kindsIn(words: readonly string[]): readonly CheckKind[] {
  const kinds = words.flatMap((word) => KIND_OF_WORD.get(word) ?? []);
  return [...new Set(kinds)].filter((kind) => kind !== "run");
}

function lowered(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

function partsOfName(name: string): string[] {
  return lowered(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
