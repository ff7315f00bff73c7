import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import { stepAt } from "../look.ts";
import { checksOf } from "../receipts/checks.ts";
import type { Receipt } from "../receipts/receipt.ts";

/**
 * A claim holds with something ("With the flag the build passes", "All tests pass with `0..2`; I left `0..3`"), and neither
 * the failed run nor what was asked for and stands in the files has that.
 */
export function isBoundBeside(facts: Facts, { sentence: { masked, code } }: Claim, last: Receipt): boolean {
  const { withSpan, putUnder, ofWork } = facts.language.closing.bounds;
  const span = code[Number(withSpan.exec(masked)?.[1] ?? -1)];
  if (span !== undefined)
    return !parseCommandLine(span).some((command) => checksOf(command).length > 0) && !isKnown(facts, span, last);
  const under = putUnder.exec(masked)?.[1];
  if (under === undefined || ofWork.test(under)) return false;
  const words = under.match(/[A-Za-z]{3,}/g) ?? [];
  return words.length > 0 && !words.some((word) => isKnown(facts, word, last));
}

/** The run, the request, or a file as it was last written names it. */
function isKnown(facts: Facts, name: string, { step, command }: Receipt): boolean {
  const { request, changes } = facts;
  const written = changes.filter(({ path }, index) => changes.findLastIndex((other) => other.path === path) === index);
  const texts = [
    request,
    stepAt(facts, step)?.action.command ?? command,
    ...written.flatMap(({ path, newText = "" }) => [path, newText]),
  ];
  return texts.some((text) => text.toLowerCase().includes(name.toLowerCase()));
}
