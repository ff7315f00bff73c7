import type { Facts } from "../facts.ts";
import type { Receipt } from "../receipts/receipt.ts";
import type { Claim } from "./claims.ts";

/** The claim is about some of the tests, one suite, or a service: what failed may be something else. */
export function isScoped(facts: Facts, claim: Claim, last: Receipt): boolean {
  const { scope, countedIn } = facts.language;
  if (claim.partial || isOnService(facts, claim)) return true;
  // "All tests pass (unit + integration)" says of a run of everything that it went well, and nothing of a third suite.
  const isOfAll = claim.universal && !scope.test(last.command) && !END_TO_END.test(last.command);
  return scope.test(isOfAll ? claim.sentence.text.replaceAll(countedIn, " ") : claim.sentence.text);
}

/** "In CI `terraform validate` passes": what failed here says nothing about that. */
export function isOnService({ language }: Facts, { sentence }: Claim): boolean {
  return language.closing.onService.test(sentence.masked);
}

/** The run is of the suite that the claim names: what is run, or where, is called by it. */
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

/** The project's name stands before its side (`shop-frontend`), and no other run is called by that alone. */
function isOnlySide({ receipts }: Facts, name: string, suite: string): boolean {
  return SIDE.test(name) && name.endsWith(suite) && !receipts.some((run) => namesIn(run).includes(suite));
}

const SIDE = /^(?!mock|fake|stub|dummy|legacy|old|test)[a-z]+-(?:frontend|backend)$/;

/** Nothing stands in the name but suites and words for tests: `test:unit`, `integration_tests`, but no `unit-converter`. */
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
