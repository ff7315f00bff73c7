import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import { stepAt } from "../steps.ts";
import { checksOf } from "../receipts/checks.ts";
import type { Receipt } from "../receipts/receipt.ts";

/**
 * True when the claim holds only with something ("With the flag the build passes", "All tests pass with `0..2`; I left
 * `0..3`") that stands neither in the failed run nor in the request nor in the changed files.
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

/** True when the run, the request, or a changed file in its last version contains the name. */
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
