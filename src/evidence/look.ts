import { nameLiterally } from "../literally.ts";
import { stillTells } from "./language/modality.ts";
import type { Pattern } from "./language/pattern.ts";
import type { Step } from "../thread/thread.ts";
import { fallsShort } from "./claims/claims.ts";
import type { Facts } from "./facts.ts";
import type { Sentence } from "./language/prose.ts";
import { isScout } from "./unseen/known-writes.ts";
import { typedTexts } from "./unseen/typed-texts.ts";
import { inputTexts } from "./unseen/unknown-tools.ts";
import { baseName, samePath } from "./changes/paths.ts";

/** Small questions that several findings put to what was read of a turn. */

/** True when the closing says that something went wrong or was left out, in a sentence about this. */
export function admits(facts: Facts, about: Pattern): boolean {
  return facts.closing.admissions.some((sentence) => about.test(sentence.text) || about.test(sentence.heading));
}

/** True when the closing says, in a sentence about this check, that it failed, was not run or does not hold. */
export function tellsFailure(facts: Facts, about: Pattern): boolean {
  const { closing, modality } = facts.language;
  return facts.closing.prose.sentences.some((sentence) => {
    if (!about.test(sentence.text)) return false;
    if (fallsShort(closing.share.exec(sentence.masked))) return true;
    return stillTells(closing.failureTold, sentence.masked, modality);
  });
}

/** The most words that are looked for at once. */
const MOST_WORDS = 500;

/** True when a sentence that admits something, or stands under such a heading, has one of these words. */
export function tellsAbout(facts: Facts, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const about = new RegExp(`\\b(?:${words.slice(0, MOST_WORDS).map(nameLiterally).join("|")})\\b`, "i");
  const open = facts.closing.prose.sentences.filter(({ heading }) => facts.language.modality.openHeading.test(heading));
  return [...facts.closing.admissions, ...open].some(({ text }) => about.test(text));
}

/**
 * True when the closing, or a remark about this, denies something or tells of a part left out: it may mean this. No
 * list of such words is complete, so a sentence that is not about the work may mean it too: "My token has expired."
 */
export function mayTellOfRest(facts: Facts, about: Pattern): boolean {
  const { closing, remarks, language } = facts;
  const tells = (text: string): boolean =>
    language.modality.negation.test(text) || language.closing.partLeft.test(text);
  if (tells(closing.text) || remarks.some(({ text }) => about.test(text) && tells(text))) return true;
  const known = wordsOfWork(facts);
  return closing.prose.sentences.some((sentence) => !isAboutWork(facts, sentence, known));
}

/** True when the sentence claims something, has code, only says "Done", or shares a word with request or changes. */
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

/** The words of the request and of what was written, without those that fit any work. */
export function wordsOfWork({ request, changes, language }: Facts): ReadonlySet<string> {
  const texts = changes.flatMap(({ path, oldText = "", newText = "" }) => [baseName(path), oldText, newText]);
  return new Set([request, ...texts].flatMap(wordsIn).filter((word) => !language.closing.anyWork.test(word)));
}

/** The words of a text, in small letters and without the s of a plural. */
export function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, ""));
}

/** True when a remark of the agent, made after this step, matches the words. */
export function remarked(facts: Facts, words: Pattern, from = 0): boolean {
  return facts.remarks.some((remark) => remark.after >= from && words.test(remark.text));
}

/** True when the person asked for something that stops a program: its failure shows that it works. */
export function isWantedStop({ language, request }: Facts): boolean {
  return language.requests.guardAsk.test(request);
}

/** True when a subagent that can write files worked in this turn. */
export function hadWriters({ steps }: Facts): boolean {
  return steps.some(({ action, input }) => action.kind === "subagent" && !isScout(input));
}

/** True when a change wrote the name of this file: in an import, in a list, or as what a program is to write. */
export function isWrittenAbout(facts: Facts, path: string): boolean {
  const name = baseName(path);
  const stem = name.replace(/\.\w+$/, "");
  const imported = new RegExp(`[/"'\`]${nameLiterally(stem)}["'\`]`);
  return facts.changes.some(
    ({ newText }) => newText !== undefined && (newText.includes(name) || imported.test(newText)),
  );
}

/** True when this turn created the file. One that was read first, and then written as a whole, was there before. */
export function wasCreatedHere(facts: Facts, path: string): boolean {
  const first = facts.changes.find((change) => change.path === path);
  if (first?.type !== "create" || facts.before.names.has(baseName(path))) return false;
  return !facts.steps.some(
    ({ number, action }) =>
      number < first.step && action.kind === "read" && action.paths.some((read) => samePath(read, path)),
  );
}

/** True when some step names this file, in its call or its output. */
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
