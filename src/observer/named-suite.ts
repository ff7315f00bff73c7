import type { Claim } from "../evidence/claims/claims.ts";
import { suitesOf } from "../evidence/claims/claimed-suites.ts";
import type { Facts } from "../evidence/facts.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";

/** The suites that a project is likely to run by commands of their own. */
const SUITES = {
  unit: /(?<![a-z])unit(?![a-z])/,
  integration: /(?<![a-z])integration(?![a-z])/,
  "end-to-end": /(?<![a-z])(?:e2e|end-to-end|playwright|cypress)(?![a-z])/,
};

/** The one suite that a claim is about; none where it names several, or all tests. */
export function suiteOf(facts: Facts, claim: Claim): string | undefined {
  const [suite, ...others] = new Set(suitesOf(facts, claim).flatMap(suitesIn));
  return others.length === 0 ? suite : undefined;
}

/** The suites that a command says it runs. */
export function suitesRunBy({ command, cwd = "" }: Receipt): readonly string[] {
  return suitesIn(`${command} ${cwd}`.toLowerCase());
}

function suitesIn(text: string): readonly string[] {
  return Object.entries(SUITES).flatMap(([name, words]) => (words.test(text) ? [name] : []));
}
