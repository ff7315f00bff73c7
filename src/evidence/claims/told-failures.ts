import { type Claim, fallsShort } from "./claims.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import { stillTells } from "../language/modality.ts";
import type { Sentence } from "../language/prose.ts";
import { linesWith } from "../outcomes/failed-lines.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { namesFailure } from "./named-failures.ts";
import { tellsOnlyOfDone } from "./said-plainly.ts";
import { failedFiles, failedNames, failedWork, partsOf, spelledNames, namingWords } from "./what-failed.ts";

/** True when any of these sentences says that something failed, or names in a code span what failed. */
export function tellsOfFailure(facts: Facts, output: string, sentences: readonly Sentence[]): boolean {
  const { closing, modality } = facts.language;
  // When the work itself failed, a sentence with its names may just tell what was done.
  const names = failedWork(facts, output) ? NOTHING : failedNames(output);
  return sentences.some((sentence) => {
    if (stillTells(closing.failureTold, sentence.masked, modality)) return true;
    if (fallsShort(closing.share.exec(sentence.masked))) return true;
    return sentence.code.some((code) => names.has(code)) || namesFailure(facts, output, sentence);
  });
}

const NOTHING: ReadonlySet<string> = new Set();

/** True when another sentence tells of the failure: after the claim in any words, elsewhere by a list or by name. */
export function isToldElsewhere(facts: Facts, claim: Claim, last: Receipt, output: string): boolean {
  const { sentences } = facts.closing.prose;
  const after = sentences.slice(claim.sentence.index + 1);
  const { closing, modality } = facts.language;
  return (
    sentences.some(({ masked }) => closing.bounds.listsFailed.test(masked)) ||
    after.some(({ masked }) => stillTells(closing.failureLeft, masked, modality)) ||
    after.slice(0, 1).some(({ masked }) => closing.deniesRest.test(masked)) ||
    speaksOfFailed(facts, output, claim) ||
    tellsCount(facts, claim, last) ||
    tellsValues(facts, output, claim)
  );
}

/** True when a later sentence gives the passed tests as a share of all that ran: "91/92". */
function tellsCount({ closing, language }: Facts, { sentence: claimed }: Claim, { counts }: Receipt): boolean {
  const { passed = 0, failed = 0 } = counts;
  return closing.prose.sentences.slice(claimed.index + 1).some(({ masked }) => {
    const share = language.closing.share.exec(masked);
    return Number(share?.[1]) === passed && Number(share?.[2]) === passed + failed;
  });
}

/** True when a sentence names what failed, and not just to report the work: nobody does that to tell of a success. */
export function speaksOfFailed(facts: Facts, output: string, { sentence: claimed }: Claim): boolean {
  if (facts.closing.prose.sentences.some((sentence) => namesFailure(facts, output, sentence))) return true;
  const work = `${facts.request} ${facts.changes.map((change) => change.path).join(" ")}`.toLowerCase();
  const isBeside = (name: string): boolean => !partsOf(name).some((part) => work.includes(part));
  const [own, files] = parted([...failedFiles(output)].filter(isBeside), (file) => work.includes(file.toLowerCase()));
  const after = facts.closing.prose.sentences.slice(claimed.index + 1);
  // Before the claim, a sentence with the name of a changed file may just tell what was changed.
  const isTold = (sentence: Sentence): boolean =>
    own.some((file) => sentence.text.includes(file)) && !tellsOnlyOfDone(facts, [sentence]);
  if (after.some(isTold)) return true;
  // When the work itself failed, the words of its tests are words for the work: only sentences with a negation count.
  const aboutWork = failedWork(facts, output);
  const names = aboutWork ? [] : [...failedNames(output)].filter(isBeside).flatMap((name) => [name, ...partsOf(name)]);
  const spelled = spelledNames(output).filter((words) => !words.every((word) => work.includes(word)));
  if (files.length + names.length + spelled.length === 0) return false;
  return facts.closing.prose.sentences.some(({ text, masked, index }) => {
    const said = new Set(text.toLowerCase().match(/(?<![\w.-])[\w.-]*\w/g));
    const isSaid = (name: string): boolean => said.has(name.toLowerCase());
    if (files.some((file) => isSaid(file) || text.includes(`/${file}`))) return true;
    if (index === claimed.index || (aboutWork && !facts.language.modality.negation.test(masked))) return false;
    const words = new Set(namingWords(text));
    return names.some(isSaid) || spelled.some((name) => name.every((word) => words.has(word)));
  });
}

function parted<Each>(all: readonly Each[], isFirst: (each: Each) => boolean): readonly [Each[], Each[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

/** True when a sentence after the claim gives both values of a failed comparison. One before it may tell of a fix. */
function tellsValues({ closing, language }: Facts, output: string, { sentence: claimed }: Claim): boolean {
  const compared = linesWith(output, COMPARES);
  const values = new Set(compared.join(" ").match(NUMBER));
  const mended = language.claims.filter(({ type }) => type === "fixed").map(({ pattern }) => pattern);
  return closing.prose.sentences.slice(claimed.index + 1).some(({ text }) => {
    const given = new Set(text.match(NUMBER)?.filter((number) => values.has(number)));
    return given.size > 1 && ![...mended, language.modality.attribution].some((pattern) => pattern.test(text));
  });
}

/** What a runner says of a comparison that does not hold. */
const COMPARES = /\b(?:expect(?:ed)?|received|actual|assert\w*|got|want(?:ed)?|left|right)\b/i;
const NUMBER = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)/g;

/** True when the closing speaks of tests in a language that we cannot read. */
export function isSpokenOfAbroad({ closing, language }: Facts): boolean {
  const { tests, mayClaim } = language.closing.abroad;
  return tests.test(closing.text) && (mayClaim.test(closing.text) || isForeign(closing.text));
}
