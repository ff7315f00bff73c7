import { literally } from "../literally.ts";
import { withForwardSlashes } from "./language/forward-slashes.ts";
import { stillTells } from "./language/modality.ts";
import type { Pattern } from "./language/pattern.ts";
import type { Step } from "../thread/thread.ts";
import { fallsShort } from "./claims/claims.ts";
import type { Facts } from "./facts.ts";
import type { Sentence } from "./language/prose.ts";
import type { Receipt } from "./receipts/receipt.ts";
import { isScout } from "./unseen/known-writes.ts";
import { typedTexts } from "./unseen/typed-texts.ts";
import { inputTexts } from "./unseen/unknown-tools.ts";
import { baseName, samePath } from "./changes/paths.ts";

/** Small questions that several findings put to the facts. */

/** The closing says something went wrong or was left out, in a sentence about this. */
export function admits(facts: Facts, about: Pattern): boolean {
  return facts.closing.admissions.some((sentence) => about.test(sentence.text) || about.test(sentence.heading));
}

/** The closing says that a check failed, was not run or does not hold, in a sentence about this kind of check. */
export function tellsFailure(facts: Facts, about: Pattern): boolean {
  const { closing, modality } = facts.language;
  return facts.closing.prose.sentences.some((sentence) => {
    if (!about.test(sentence.text)) return false;
    if (fallsShort(closing.share.exec(sentence.masked))) return true;
    return stillTells(closing.failureTold, sentence.masked, modality);
  });
}

/** A sentence that admits something, or stands under such a heading, speaks of one of these words. */
export function tellsAbout(facts: Facts, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const about = new RegExp(`\\b(?:${words.map(literally).join("|")})\\b`, "i");
  const open = facts.closing.prose.sentences.filter(({ heading }) => facts.language.modality.openHeading.test(heading));
  return [...facts.closing.admissions, ...open].some(({ text }) => about.test(text));
}

/**
 * The closing, or a word on the way about this, denies something or may tell of a part that was left: it may be this. No
 * list of such words is whole, so a sentence that is not about the work may tell it as well: "My token has expired."
 */
export function mayTellOfRest(facts: Facts, about: Pattern): boolean {
  const { closing, remarks, language } = facts;
  const tells = (text: string): boolean =>
    language.modality.negation.test(text) || language.closing.partLeft.test(text);
  if (tells(closing.text) || remarks.some(({ text }) => about.test(text) && tells(text))) return true;
  const known = wordsOfWork(facts);
  return closing.prose.sentences.some((sentence) => !isAboutWork(facts, sentence, known));
}

/** It claims something, names code, says no more than "Done", or shares a word with what was asked for or changed. */
function isAboutWork({ claims, language }: Facts, sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = wordsIn(sentence.text);
  return (
    sentence.code.length > 0 ||
    words.length < 2 ||
    claims.some((claim) => claim.sentence === sentence) ||
    language.topics.tests.test(sentence.text) ||
    language.closing.doneInShort.test(sentence.text) ||
    words.some((word) => known.has(word))
  );
}

/** What was asked for and written, in words that tell it from other work. */
export function wordsOfWork({ request, changes, language }: Facts): ReadonlySet<string> {
  const texts = changes.flatMap(({ path, oldText = "", newText = "" }) => [baseName(path), oldText, newText]);
  return new Set([request, ...texts].flatMap(wordsIn).filter((word) => !language.closing.anyWork.test(word)));
}

/** Small, and without what makes a plural. */
export function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, ""));
}

/** Words between the steps, from a step on, that match. */
export function remarked(facts: Facts, words: Pattern, from = 0): boolean {
  return facts.remarks.some((remark) => remark.after >= from && words.test(remark.text));
}

/** The person was asked something on the way, and may have answered that it is not needed, or allowed. */
export function askedThePerson({ steps }: Facts, before = Infinity): boolean {
  return steps.some((step) => step.number < before && putsQuestion(step));
}

/** A question to the person, or a plan that is shown to them. */
export function putsQuestion({ tool }: Step): boolean {
  return ASKS_THE_PERSON.test(tool);
}

const ASKS_THE_PERSON = /(?<![a-z])ask|question|user_?input|exit_?(?:plan|spec)|elicit/i;

/** What was asked for is something that stops a program: its failure shows that it works. */
export function isWantedStop({ language, request }: Facts): boolean {
  return language.requests.guardAsk.test(request);
}

/** A subagent worked in this turn: what it ran and changed is not in the record. */
export function hadHelpers(facts: Facts): boolean {
  return facts.steps.some((step) => step.action.kind === "subagent");
}

/** The same of one that can write. */
export function hadWriters({ steps }: Facts): boolean {
  return steps.some(({ action, input }) => action.kind === "subagent" && !isScout(input));
}

/** What a change wrote names this file: as an import, an entry of a list, the name a program gives to what it writes. */
export function isWrittenAbout(facts: Facts, path: string): boolean {
  const name = baseName(path);
  const stem = name.replace(/\.\w+$/, "");
  const imported = new RegExp(`[/"'\`]${literally(stem)}["'\`]`);
  return facts.changes.some(
    ({ newText }) => newText !== undefined && (newText.includes(name) || imported.test(newText)),
  );
}

/** This turn brought the file into being. A whole file that is written over one was read before that. */
export function wasCreatedHere(facts: Facts, path: string): boolean {
  const first = facts.changes.find((change) => change.path === path);
  if (first?.type !== "create" || facts.before.names.has(baseName(path))) return false;
  return !facts.steps.some(
    ({ number, action }) =>
      number < first.step && action.kind === "read" && action.paths.some((read) => samePath(read, path)),
  );
}

/** Some step names this file, in its call or its output. */
export function isNamed(steps: readonly Step[], path: string): boolean {
  const name = baseName(path);
  return steps.some(
    (step) =>
      step.action.paths.some((candidate) => baseName(candidate) === name) ||
      (step.action.command?.includes(name) ?? false) ||
      (step.result?.output.includes(name) ?? false) ||
      (step.action.kind === "other" ? inputTexts(step.input) : typedTexts(step)).some((text) => text.includes(name)),
  );
}

/** A pattern that finds a file's name as a word. */
export function namePattern(path: string): RegExp {
  return new RegExp(`(?<![\\w.-])${literally(baseName(path))}(?![\\w-])`);
}

/** The step with this number: numbers run on through a turn. */
export function stepAt(facts: Facts, number: number): Step | undefined {
  return facts.steps[number - (facts.steps[0]?.number ?? 0)];
}

/** What a run printed, there or where it was reported later. */
export function outputOf(facts: Facts, { step, reportedAt }: Receipt): string {
  return printedBy(stepAt(facts, reportedAt ?? step));
}

/** What a step printed, with the line ends and the paths that all systems have but one. */
export function printedBy(step: Step | undefined): string {
  const { output = "" } = step?.result ?? {};
  return withForwardSlashes(output.includes("\r") ? output.replaceAll("\r\n", "\n") : output);
}

/** Step numbers, each once, in order. */
export function cite(...numbers: readonly (number | undefined)[]): number[] {
  const given = numbers.flatMap((number) => (number !== undefined && number > 0 ? [number] : []));
  return [...new Set(given)].sort((left, right) => left - right);
}
