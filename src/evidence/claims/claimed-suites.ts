import type { Facts } from "../facts.ts";
import type { Receipt } from "../receipts/receipt.ts";
import type { Claim } from "./claims.ts";

/** True when the claim is about some of the tests, one suite, or a service: what failed may be something else. */
export function isScoped(facts: Facts, claim: Claim, last: Receipt): boolean {
  const { scope, countedIn } = facts.language;
  if (claim.partial || isOnService(facts, claim)) return true;
  // "All tests pass (unit + integration)" is about a run of everything: the suites in brackets do not narrow it.
  const isOfAll = claim.universal && !scope.test(last.command) && !END_TO_END.test(last.command);
  return scope.test(isOfAll ? claim.sentence.text.replaceAll(countedIn, " ") : claim.sentence.text);
}

/** True when the claim is about a service ("In CI `terraform validate` passes"): failures here say nothing about it. */
export function isOnService({ language }: Facts, { sentence }: Claim): boolean {
  return language.closing.onService.test(sentence.masked);
}

/** True when the run is of the suite that the claim names: a word of its command or folder bears the suite's name. */
export function isAbout(facts: Facts, claim: Claim, run: Receipt): boolean {
  const names = namesIn(run);
  return suitesOf(facts, claim).some((suite) =>
    names.some((name) => {
      const isCalled = name.includes(suite) || (END_TO_END.test(suite) && END_TO_END.test(name));
      return (
        isCalled &&
        (ONLY_TESTS.test(name.replaceAll(suite, "test").replaceAll(HOW, "")) || isOnlySide(facts, name, suite))
      );
    }),
  );
}

function namesIn({ command, cwd = "" }: Receipt): string[] {
  return `${command} ${cwd}`.toLowerCase().split(/[^\w-]+/);
}

/** True for a project's name before its side (`shop-frontend`), when no other run is named by the side alone. */
function isOnlySide({ receipts }: Facts, name: string, suite: string): boolean {
  return SIDE.test(name) && name.endsWith(suite) && !receipts.some((run) => namesIn(run).includes(suite));
}

const SIDE = /^(?!mock|fake|stub|dummy|legacy|old|test)[a-z]+-(?:frontend|backend)$/;

/** Names made only of suites and words for tests: `test:unit`, `integration_tests`, but not `unit-converter`. */
export const ONLY_TESTS =
  /^-{0,2}(?:(?:unit|integration|e2e|end-to-end|playwright|cypress|tests?|testing|specs?|suites?|run|ci|all|and|only)[-_]?){1,8}$/;

/** How tests run, or on what: `testDebugUnitTest`, `e2e-chromium`. */
const HOW = /(?:debug|release|chromium|chrome|firefox|webkit|safari|headless|headed|fast|app|api)[-_]?/g;

/** The suite that the claim names, and those named with it: "unit and e2e tests". */
export function suitesOf({ language }: Facts, { sentence }: Claim): string[] {
  const words = sentence.text.toLowerCase().match(/[\w-]+/g) ?? [];
  const suites: string[] = [];
  for (const word of words) {
    if (language.scope.test(word)) suites.push(word);
    else if (suites.length > 0 && !language.closing.joinsNames.test(word)) break;
  }
  return suites;
}

export const END_TO_END = /\b(?:e2e|end-to-end|playwright|cypress)\b/;
