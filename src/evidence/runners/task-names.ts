import type { CheckKind } from "../receipt.ts";

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
    "test tests testing spec specs unit e2e integration jest vitest pytest coverage cov smoke unittest playwright cypress testall",
  ],
  [
    "lint",
    "lint linter linting eslint clippy vet oxlint biome ruff stylelint rubocop flake8 golangci staticcheck phpstan detekt ktlint checkstyle",
  ],
  ["build", "build compile bundle assemble dist make"],
  ["format", "fmt format formatting prettier black"],
  ["run", "dev start serve preview run"],
];
const KIND_OF_WORD: ReadonlyMap<string, CheckKind> = new Map(
  WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
/** Names of tasks that do several checks at once. */
const ALL_AT_ONCE = new Set("check checks verify validate ci qa quality precommit preflight all".split(" "));
/** Names of tasks that do something else, whatever other word stands beside it. */
const NO_CHECK = new Set(
  "deploy release publish upload install clean setup generate codegen gen migrate seed docs doc watch:only update upgrade bump version prepare postinstall init scaffold new create snapshot".split(
    " ",
  ),
);
const EVERYTHING: readonly CheckKind[] = ["test", "lint", "typecheck", "build", "format"];

/** The name says that the task does something else than checking, or starts the program. */
export function namesOtherWork(name: string): boolean {
  return wordsOf(name).some((word) => NO_CHECK.has(word) || KIND_OF_WORD.get(word) === "run");
}

/** What a task is for, by its name: `test:unit`, `lint-fix`, `typecheck`. Nothing for names that say nothing. */
export function kindOfName(name: string): NamedKind | undefined {
  const lower = lowered(name);
  const words = wordsOf(name);
  const watch = words.includes("watch");
  if (words.some((word) => NO_CHECK.has(word))) return undefined;
  if (/type-?check|check-?types|test:types/.test(lower)) return { kind: "typecheck", also: [], watch };
  if (words.some((word) => ALL_AT_ONCE.has(word))) {
    const specific = words.map((word) => KIND_OF_WORD.get(word)).find((kind) => kind !== undefined && kind !== "run");
    if (specific) return { kind: specific, also: [], watch };
    return { kind: words.some((word) => word.startsWith("check")) ? "lint" : "test", also: EVERYTHING, watch };
  }
  const kinds = words.flatMap((word) => KIND_OF_WORD.get(word) ?? []);
  const kind = kinds.find((candidate) => candidate !== "run") ?? kinds[0];
  return kind && { kind, also: [], watch: watch || kind === "run" };
}

function lowered(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

function wordsOf(name: string): string[] {
  return lowered(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
