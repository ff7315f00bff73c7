import type { Claim } from "../evidence/claims/claims.ts";
import { ONLY_TESTS, suitesOf } from "../evidence/claims/claimed-suites.ts";
import type { Facts } from "../evidence/facts.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";

/** Kinds of test suites that a project often runs with separate commands. */
const SUITES = {
  unit: /(?<![a-z])unit(?![a-z])/,
  integration: /(?<![a-z])integration(?![a-z])/,
  "end-to-end": /(?<![a-z])(?:e2e|end-to-end|playwright|cypress)(?![a-z])/,
};

/** The one suite that a claim is about; undefined when it names several, or all tests. */
export function suiteOf(facts: Facts, claim: Claim): string | undefined {
  const [suite, ...others] = new Set(suitesOf(facts, claim).flatMap(suitesIn));
  return others.length === 0 ? suite : undefined;
}

/**
 * The suites that a command names. When it leaves something out, or a flag may only add tests, the name of a suite
 * tells nothing; nor does the name of a project.
 */
export function suitesRunBy({ command }: Receipt): readonly string[] {
  if (LEAVES_OUT.test(command) || MAY_ADD.test(command)) return [];
  const words = command
    .replaceAll(PLACE, " ")
    .toLowerCase()
    .split(/[^\w-]+/);
  return suitesIn(words.filter((word) => ONLY_TESTS.test(word)).join(" "));
}

/**
 * Matches what leaves tests out: `--exclude e2e`, `-m "not e2e"`, `--project "!e2e"`, `--tag ~e2e`, `--filter=-e2e`.
 */
const LEAVES_OUT =
  /(?<!\S)-(?:(?:x|L?E)(?!\w)|-?[\w.-]*(?:[Ee]xclude|[Ss]kip|[Ii]gnore|deselect|[Ii]nvert))|(?<!\w)(?:not|NOT)(?!\w)|[!~]|[=,:'"]-/;

/** Flags with which Go and Cargo build something in addition to the rest. */
const MAY_ADD = /(?<!\S)-{1,2}(?:tags|features)(?!\w)/;

const PLACE = /(?<!\S)(?:-[CFpw]|--(?:prefix|cwd|dir|workspace|filter|package))[ =]\S+/g;

function suitesIn(text: string): readonly string[] {
  return Object.entries(SUITES).flatMap(([name, words]) => (words.test(text) ? [name] : []));
}
