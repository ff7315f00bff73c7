import type { CheckKind } from "../receipt.ts";
import type { RunnerRule } from "./runner.ts";
import { WRITTEN_RULES } from "./written-rules.ts";

/** A rule with its lists ready for looking up. */
export interface PreparedRule {
  readonly kind: CheckKind;
  readonly reads: string | undefined;
  readonly also: readonly CheckKind[];
  /** Absent where the program has no sub-command; the empty word stands for none given. */
  readonly subs: ReadonlySet<string> | undefined;
  readonly with: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly valued: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  readonly narrows: ReadonlySet<string>;
  readonly anyWords: boolean;
  readonly sessions: boolean;
}

/** Spellings of one program. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["mvnw", "mvn"],
  ["mvnd", "mvn"],
  ["py.test", "pytest"],
  ["nextest", "cargo"],
  ["cross", "cargo"],
]);

/** Also of programs that have none: the same few are met again and again. */
const known = new Map<string, readonly PreparedRule[]>();
const MOST_KNOWN = 512;

export function rulesOf(program: string): readonly PreparedRule[] {
  const name = ALIASES.get(program) ?? program;
  const before = known.get(name);
  if (before) return before;
  const rules = writtenRules(name).map(prepare);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, rules);
  return rules;
}

function writtenRules(program: string): readonly RunnerRule[] {
  const line = WRITTEN_RULES.indexOf(`\n${program}\t`);
  if (line === -1) return [];
  const start = line + program.length + "\n\t".length;
  return JSON.parse(WRITTEN_RULES.slice(start, WRITTEN_RULES.indexOf("\n", start))) as RunnerRule[];
}

function prepare(rule: RunnerRule): PreparedRule {
  const [, subs] = rule.call.split(" ");
  return {
    kind: rule.kind,
    reads: rule.reads,
    also: [...words(rule.also)] as CheckKind[],
    subs: subs === undefined ? undefined : new Set(subs.split("|")),
    with: words(rule.with),
    without: words(rule.without),
    valued: words(rule.valued),
    filters: words(rule.filters),
    narrows: words(rule.narrows),
    anyWords: rule.anyWords ?? false,
    sessions: rule.sessions ?? false,
  };
}

function words(list: string | undefined): ReadonlySet<string> {
  return new Set(list?.split(" "));
}
