import type { Step } from "../../thread/thread.ts";
import { saysSummary } from "./printed-summaries.ts";
import { inputTexts } from "./unknown-tools.ts";

/** True when the step opened a page in a browser that may be a test suite: such a page runs when it is opened. */
export function opensTests({ tool, input, result }: Step): boolean {
  if (!BROWSING_TOOL.test(tool)) return false;
  return saysSummary(result?.output ?? "") || inputTexts(input).some((text) => TESTING_PAGE.test(text));
}

const BROWSING_TOOL = /brows|navigate|goto/i;
/** A page on this machine whose address names tests. */
const TESTING_PAGE =
  /(?:\bfile:|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b)\S{0,300}(?:\b|_)(?:tests?|specs?|suites?|specrunner|jasmine|mocha|qunit|karma)(?:\b|_)/i;
