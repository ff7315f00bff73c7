import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { remembering } from "../remembering.ts";
import { linesWith, toldIn, wholeLines } from "../outcomes/failed-lines.ts";

/**
 * True when a sentence quotes the title of a failed test beside words for a lack ("`caps at twenty` no longer does"),
 * or says something of its name other than that it was written or goes well ("all pass, `TestPushFull` remains").
 */
export function namesFailure(facts: Facts, output: string, { masked, code }: Sentence): boolean {
  const told = code.length === 0 ? "" : linesOfFailures(output, undefined);
  if (!code.some((each) => each.length > 4 && told.includes(each.toLowerCase()))) return false;
  return masked.split(/[;,.](?=\s|$)| [–—-] |[()]/).some((part) => {
    const name = code[Number(/‹(\d+)›/.exec(part)?.[1] ?? -1)] ?? "";
    if (name.length < 5 || !told.includes(name.toLowerCase())) return false;
    if (name.includes(" ") && facts.language.closing.lacking.test(part)) return true;
    return !/\.\w{1,5}$/.test(name) && !isOfChanges(facts, name) && isLeft(facts, part);
  });
}

/** Remembered, because every sentence that names code asks for it. */
const linesOfFailures = remembering<undefined, string>(2, (output) =>
  [...new Set([...wholeLines(output), ...linesWith(output, TELLS_ERROR), toldIn(output)])]
    .join("\n")
    .slice(0, MOST_TOLD)
    .toLowerCase(),
);
/** How many characters are kept: a program that prints more failures does so to keep us busy. */
const MOST_TOLD = 40_000;
const TELLS_ERROR = /\berror\b|\wError:/i;

/** True when the request, or a file written in this turn, contains the name. */
function isOfChanges({ request, changes }: Facts, name: string): boolean {
  return [request, ...changes.flatMap(({ path, newText = "" }) => [path, newText])].some((text) => text.includes(name));
}

/** True when the part says something about the name, but not that it was done, goes well, or does its work. */
function isLeft({ language: { closing, claims } }: Facts, part: string): boolean {
  if (!/[a-z]{3}/i.test(part.replaceAll(/‹\d+›/g, ""))) return false;
  const well = [closing.countsIn, closing.partDone, closing.bounds.ofTest, ...claims.map(({ pattern }) => pattern)];
  return !well.some((words) => words.test(part));
}
