import { readClosing } from "../claims/closing.ts";
import { tellsOfFailure } from "../claims/told-failures.ts";
import { hasWordOfFailed, isAboutWork } from "../claims/what-failed.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import { readProse, type Sentence } from "../language/prose.ts";
import { baseName } from "../changes/paths.ts";
import { wordsIn } from "../look.ts";
import { outputOf } from "../steps.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { isAnswer } from "./requests.ts";

/** A kind of check; tests of the whole program are a kind of their own. */
export type Tolerated = (typeof ALL)[number];

const ALL = ["test", "whole-program", "lint", "typecheck", "build"] as const;

/** Long enough for what people write themselves. */
const LONGEST = 3000;

/**
 * True when the person said, now or before, that such a check may fail; which one of its kind, they know themselves.
 * Also true when they know of this very failure and asked for other work.
 */
export function mayFail(facts: Facts, run: Receipt): boolean {
  const tolerated = toleratedAfter(facts.before.words.tolerated, facts.request, facts.language);
  if (tolerated.some((kind) => (kind === "whole-program" ? isOfProgram(facts, run) : run.supports.includes(kind))))
    return true;
  return failedBefore(facts, run) && wasToldBefore(facts, run) && isOtherWork(facts, run);
}

/** True when the last earlier run failed as well, with at least as many failures as now. */
function failedBefore({ pastReceipts }: Facts, { kind, counts }: Receipt): boolean {
  const last = pastReceipts.findLast((receipt) => receipt.kind === kind);
  return last?.outcome === "failed" && (counts.failed ?? 0) <= (last.counts.failed ?? 0);
}

/** True when the agent had told of a failure, and nothing shows that it was another one. */
function wasToldBefore(facts: Facts, run: Receipt): boolean {
  const { answered } = facts.before.words;
  const output = outputOf(facts, run);
  const { sentences } = readClosing(answered, facts.language).prose;
  const telling = sentences.filter((sentence) => tellsOfFailure(facts, output, [sentence]));
  if (telling.length === 0) return false;
  return hasWordOfFailed(answered, output) || !(isNamedOtherwise(telling, run, output) || isOfNewWork(facts, output));
}

/** True when what was told has a name, as code or after a colon, and no word of that name is printed now. */
function isNamedOtherwise(telling: readonly Sentence[], { command }: Receipt, output: string): boolean {
  const names = telling.flatMap(({ text, code }) => [...code, /:\s(.+)$/s.exec(text)?.[1] ?? ""]);
  const words = names.flatMap(wordsIn).filter((word) => word.length > 3);
  const printed = new Set(wordsIn(`${command}\n${output}`));
  return words.length > 0 && !words.some((word) => printed.has(word));
}

/** True when the failure is in files that were not touched before this turn. */
function isOfNewWork(facts: Facts, output: string): boolean {
  const changes = facts.changes.filter(({ path }) => !facts.before.names.has(baseName(path)));
  return isAboutWork({ ...facts, changes }, output);
}

/** True when the request does not ask to repair the failure, and does not name what failed. */
function isOtherWork(facts: Facts, run: Receipt): boolean {
  const { request, language } = facts;
  if (isAnswer(request, language) || isToMend(request, language)) return false;
  return !hasWordOfFailed(request, outputOf(facts, run));
}

/** What may fail after this request: what it says may fail, and earlier allowances, but for what it wants repaired. */
export function toleratedAfter(
  earlier: readonly Tolerated[],
  request: string,
  language: Language,
): readonly Tolerated[] {
  const { failing, mayFail: leaves, mendsIt } = language.requests;
  const said = request.slice(0, LONGEST);
  const mayLeave = failing.test(said) && leaves.test(said);
  if ((earlier.length === 0 && !mayLeave) || (!mayLeave && !mendsIt.test(said))) return earlier;
  const { sentences } = readProse(said);
  const mending = sentences.filter(({ text }) => isToMend(text, language));
  const mended = mending.flatMap((sentence) => kindsIn(sentence, language));
  // "Fix them" is about what this request spoke of; what an earlier one allowed stays allowed.
  const takesBack = mending.some((sentence) => kindsIn(sentence, language).length === 0);
  const left = sentences.filter(({ text }) => leaves.test(text) && !text.trimEnd().endsWith("?"));
  const own = takesBack ? [] : left.flatMap((sentence) => kindsIn(sentence, language));
  return [...new Set([...earlier, ...own])].filter((kind) => !mended.includes(kind));
}

/** True when the text asks for a repair. What the person repairs themselves does not count. */
function isToMend(text: string, { requests }: Language): boolean {
  return requests.mendsIt.test(text.replaceAll(requests.ownDoing, ""));
}

function kindsIn({ text }: Sentence, { requests, topics }: Language): readonly Tolerated[] {
  if (requests.everyCheck.test(text)) return ALL;
  const tests = requests.programTests.test(text) ? "whole-program" : "test";
  const named = [
    [topics.tests, tests],
    [requests.programTests, tests],
    [topics.lint, "lint"],
    [topics.types, "typecheck"],
    [topics.build, "build"],
  ] as const;
  return named.flatMap(([words, kind]) => (words.test(text) ? [kind] : []));
}

/** True when the line, or what it printed, says that the whole program was tested. */
function isOfProgram(facts: Facts, run: Receipt): boolean {
  const { programTests } = facts.language.requests;
  return run.supports.includes("test") && programTests.test(`${run.command}\n${outputOf(facts, run)}`);
}
