import { RulesByName } from "../../thread/shell/rules-by-name.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import type { RunnerRule } from "./runner.ts";
import { WRITTEN_RULES } from "./written-rules.ts";

/** A rule with its lists ready for looking up. */
export interface PreparedRule {
  readonly kind: CheckKind;
  readonly reads: string | undefined;
  readonly also: readonly CheckKind[];
  /** Absent where the program has no sub-command; the empty word stands for a call without one. */
  readonly subs: ReadonlySet<string> | undefined;
  readonly with: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly valued: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  readonly narrows: ReadonlySet<string>;
  readonly anyWords: boolean;
  readonly sessions: boolean;
}

/** Other names of the same program. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["mvnw", "mvn"],
  ["mvnd", "mvn"],
  ["py.test", "pytest"],
  ["twisted.trial", "trial"],
  ["zope.testrunner", "zope-testrunner"],
  ["sbtn", "sbt"],
  ["nextest", "cargo"],
  ["cross", "cargo"],
  ["platformio", "pio"],
]);

const RULES = new RulesByName(WRITTEN_RULES, prepare);

export function rulesOf(program: string): readonly PreparedRule[] {
  return RULES.of(ALIASES.get(program) ?? program);
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
