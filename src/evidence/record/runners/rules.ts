import type { CheckKind } from "../check-run.ts";
import { COMPILED } from "./compiled.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { PYTHON } from "./python.ts";
import type { RunnerRule } from "./runner.ts";

/** A rule with its lists ready for looking up. */
export interface PreparedRule {
  readonly kind: CheckKind;
  /** It prints nothing when all is well. */
  readonly silent: boolean;
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

const WRITTEN: ReadonlyMap<string, readonly RunnerRule[]> = Map.groupBy(
  [...JAVASCRIPT, ...PYTHON, ...COMPILED, ...MANAGED],
  ({ call }) => call.split(" ", 1)[0] ?? call,
);
/** Made ready when a program is first met: a turn needs few of them. */
const prepared = new Map<string, readonly PreparedRule[]>();

export function rulesOf(program: string): readonly PreparedRule[] {
  const name = ALIASES.get(program) ?? program;
  const written = WRITTEN.get(name);
  if (!written) return [];
  const known = prepared.get(name) ?? written.map(prepare);
  prepared.set(name, known);
  return known;
}

function prepare(rule: RunnerRule): PreparedRule {
  const [, subs] = rule.call.split(" ");
  return {
    kind: rule.kind,
    silent: rule.silent ?? false,
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

/** `--flag=value` in its two parts. */
export function splitFlag(word: string): readonly [flag: string, value: string | undefined] {
  const at = word.indexOf("=");
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function words(list: string | undefined): ReadonlySet<string> {
  return new Set(list?.split(" "));
}
