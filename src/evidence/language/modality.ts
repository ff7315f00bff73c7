import type { Pattern } from "./pattern.ts";

/** What keeps a sentence from being a claim. Each is a whole-sentence test. */
export interface Modality {
  readonly hedge: Pattern;
  /** Words such as "but" in a sentence: with them, a claim about checks may hold only in part. */
  readonly contrast: Pattern;
  readonly negation: Pattern;
  readonly conditional: Pattern;
  /** Words of purpose and plan that keep a check from being claimed as done. */
  readonly future: Pattern;
  /** The plainest words of intention: with them, not even a deed ("created X") is claimed. */
  readonly intention: Pattern;
  /** Phrases with a negative word that deny nothing ("0 failures", "the failing test"): taken out first. Global. */
  readonly harmless: RegExp;
  /** Trouble that is said to be over ("fixed the crash", "no longer fails"): taken out as well. Global. */
  readonly mended: RegExp;
  /** The opening of a sentence that tells what was made, or what a thing does or a test covers. */
  readonly tellsOfWork: Pattern;
  /** Words of trouble: in such a sentence they are what the work is about ("logs the failure"). Global. */
  readonly trouble: RegExp;
  /** Trouble of a check or of something named, which counts even in such a sentence. */
  readonly isTroubled: Pattern;
  readonly instruction: Pattern;
  readonly attribution: Pattern;
  /** Like `attribution`, but as the opening of a sentence, whatever clause comes after it. */
  readonly attributed: Pattern;
  /** A word right before the subject that makes it a condition ("when all tests pass"). */
  readonly conditionBefore: Pattern;
  /** The words before a match open a condition, or tell somebody to act: "If you set it, …", "Go online and it's …". */
  readonly conditionOpens: Pattern;
  /** The words before a match point back to what the sentence before asks for: "Then …", "Afterwards …". */
  readonly thenOpens: Pattern;
  /** Something is still to be done, by anybody. */
  readonly asksToDo: Pattern;
  /** The words before a deed name what would bring it about, and nothing that was done: "One ‹0› and it's …". */
  readonly doneFirst: Pattern;
  /** One of several ways is described: "Option A – …". */
  readonly optionOpens: Pattern;
  /** A condition that follows a match after a comma: "…, as soon as you are online". */
  readonly conditionFollows: Pattern;
  /** A wish or a joke after something that is not true: "… – I wish". */
  readonly joke: Pattern;
  /** A wish or a joke as the next sentence: "Well, almost." */
  readonly jokeNext: Pattern;
  /** The words before a match make it a condition of something else ("merged when all tests pass, lint is clean"). */
  readonly conditionOver: Pattern;
  /** The words before a list that make its entries conditions ("it is merged when:"). */
  readonly conditionLeadIn: Pattern;
  /** Conditions listed in the sentence itself ("it is merged under two conditions: …"). */
  readonly listsWanted: Pattern;
  /** The head of a table whose rows say what is expected, not what was seen. */
  readonly expectedColumn: Pattern;
  /** The opening of an entry that is one of several states something can have ("red – …"): group 1. */
  readonly stateLabel: Pattern;
  /** A sentence that is nothing but the numbers of a run. */
  readonly bareCount: Pattern;
  /** Names of programs that run tests. */
  readonly testRunner: Pattern;
  /** A program that does nothing but check types, by its name. */
  readonly typeChecker: Pattern;
  /** Tests made by hand or by a request, for which no runner is needed. */
  readonly probeTest: Pattern;
  /** Headings under which nothing is claimed as done: "Next steps", "Remaining", "How to test". */
  readonly openHeading: Pattern;
  /** Those of these headings under which even an item that is ticked off was not done. */
  readonly exampleHeading: Pattern;
}

/** True when the words match, and not only in what is harmless, is said to be over, or is what the work is about. */
export function stillTells(words: Pattern, masked: string, modality: Modality): boolean {
  if (!words.test(masked)) return false;
  const calm = masked.replaceAll(modality.harmless, " ");
  if (!tellsUnmended(words, calm, modality)) return false;
  const opening = modality.tellsOfWork.exec(calm)?.[0].length;
  if (opening === undefined) return true;
  // Behind such a mark the sentence may be about anything: "Fixed the upload; one still fails".
  const breath = calm.slice(opening).search(/[;:,(–—|]/);
  const end = breath === -1 ? calm.length : opening + breath;
  const work = calm.slice(0, end);
  if (modality.isTroubled.test(work)) return true;
  return tellsUnmended(words, work.replaceAll(modality.trouble, " ") + calm.slice(end), modality);
}

/** True when the words match even without trouble that is over. `calm` is a text without its harmless phrases. */
export function tellsUnmended(words: Pattern, calm: string, { mended }: Modality): boolean {
  return words.test(calm) && words.test(calm.replaceAll(mended, " "));
}
