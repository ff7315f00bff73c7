import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import { stillTells } from "../language/modality.ts";
import type { Pattern } from "../language/pattern.ts";
import type { Sentence } from "../language/prose.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { complaintWords } from "./repeated-output.ts";
import { failedStems, failedWork, failedWords } from "./what-failed.ts";
import { LISTED, uncamelledWords } from "./word-forms.ts";

/** How a claim, or the words around it, leaves out what failed: by its name, or perhaps. */
export function takesOut(
  facts: Facts,
  { sentence, abroad, universal }: Claim,
  output: string,
): "named" | "perhaps" | undefined {
  const { closing } = facts.language;
  const stems = stemsBeside(facts, output);
  // In another language we cannot read what is said of the failure, only whether the failure is named.
  if (abroad) return uncamelledWords(facts.closing.text).some((word) => stems.has(word)) ? "perhaps" : undefined;
  const said = uncamelledWords(sentence.text);
  if (leavesOpen(facts, output)) return "perhaps";
  if (closing.takesOut.test(sentence.masked)) {
    const failed = failedWords(output);
    if (said.some((word) => failed.has(word) && !isWork(facts, word))) return "named";
    // When the work itself failed, leaving out something else leaves out nothing that failed.
    return failedWork(facts, output) ? undefined : "perhaps";
  }
  const { sentences } = facts.closing.prose;
  const telling = sentences.findLast((each) => tellsBeside(facts, each, stems, closing.lacking));
  // Words before the claim may be about something other than this run, and a claim about all tests leaves none out.
  if (telling) return universal || telling.index < sentence.index || failedWork(facts, output) ? "perhaps" : "named";
  if (isLacked(facts, output) || tellsBeside(facts, sentence, stems, closing.setApart)) return "perhaps";
  if (failedWork(facts, output)) return undefined;
  if (tellsInWords(facts, output)) return universal ? "perhaps" : "named";
  return tellsOfSome(facts, sentence) ? "perhaps" : undefined;
}

/**
 * True when the closing admits a problem or a lack, and uses a word of what failed ("redis" of `TestRedisTTL`) or of
 * the program's complaint.
 */
function tellsInWords(facts: Facts, output: string): boolean {
  const { closing, language } = facts;
  const { lacking } = language.closing;
  const names = [...failedWords(output)].filter((word) => word.length > 3);
  const telling = [...names, ...complaintWords(output)].filter((word) => !lacking.test(word));
  const words = new Set(telling.filter((word) => !isWork(facts, word)));
  return (
    closing.prose.sentences.some((sentence) => tellsBeside(facts, sentence, words, lacking)) ||
    closing.admissions.some(
      ({ text, masked }) =>
        uncamelledWords(text).some((word) => words.has(word)) &&
        stillTells(language.closing.admission, masked, language.modality),
    )
  );
}

/** True when the claim's sentence says that some unnamed tests are not fine: "the others I could not start". */
function tellsOfSome({ language }: Facts, { text }: Sentence): boolean {
  const { someOfThem, lacking, countsIn } = language.closing;
  return partsOf(text).some((part) => someOfThem.test(part) && lacking.test(part) && !countsIn.test(part));
}

/** True when the closing, outside its claims, names a failed test as left to do, or narrows a claim to a part. */
function leavesOpen(facts: Facts, output: string): boolean {
  const { claims, closing } = facts.language;
  const failed = failedWords(output);
  return facts.closing.prose.sentences.some(({ text, masked }) => {
    if (closing.narrows.test(masked)) return true;
    if (!closing.leavesOpen.test(text)) return false;
    const beside = partsOf(text).filter((part) => !claims.some(({ pattern }) => pattern.test(part)));
    const rest = beside.join(" ");
    return (
      closing.leavesOpen.test(rest) && uncamelledWords(rest).some((word) => failed.has(word) && !isWork(facts, word))
    );
  });
}

/** True when some sentence leaves out what failed by its name: "all but the geo ones", "geo: needs a library". */
export function namesTakenOut(facts: Facts, output: string): boolean {
  const { closing, modality } = facts.language;
  const failed = failedWords(output);
  const stems = stemsBeside(facts, output);
  return facts.closing.prose.sentences.some((sentence) => {
    const { masked, text } = sentence;
    if (
      tellsBeside(facts, sentence, stems, closing.lacking) ||
      (isForeign(text) && uncamelledWords(text).some((word) => stems.has(word)))
    )
      return true;
    if (!uncamelledWords(text).some((word) => failed.has(word) && !isWork(facts, word))) return false;
    return closing.takesOut.test(masked) || modality.contrast.test(masked) || modality.hedge.test(masked);
  });
}

/** True when the closing says that a failed command found what it looks for. Tests that "pass" have found nothing. */
export function flagsAsWanted({ closing, language }: Facts, command: string, kind?: CheckKind): boolean {
  const ran = command.split(/\s+/);
  return closing.prose.sentences.some(({ masked, code }) => {
    if (kind === "test" && language.closing.goesWell.test(masked)) return false;
    const place = language.closing.flags.exec(masked)?.[1];
    const words = place === undefined ? [] : (code[Number(place)]?.split(/\s+/) ?? []);
    return words.length > 1 && words.every((word) => ran.includes(word));
  });
}

/** True when a part of the sentence names what failed and says something else than that it went well or was done. */
function tellsBeside(
  { language }: Facts,
  { text, ticked }: Sentence,
  stems: ReadonlySet<string>,
  something: Pattern,
): boolean {
  const pieces = text.split(SEPARATOR);
  return pieces.some((part, index) => {
    if (index % 2 === 1) return false;
    const words = uncamelledWords(part);
    const isNamed = words.some((word) => stems.has(word));
    if (isNamed && ticked === false) return true;
    if (!isNamed || language.closing.countsIn.test(part) || LISTED.test(part)) return false;
    // A name alone may stand in a list of what went well; with a colon behind it, its state follows.
    const next = pieces[index + 2] ?? "";
    if (words.every((word) => stems.has(word) || language.closing.aroundNames.test(word)))
      return pieces[index + 1] === ":" && something.test(next) && !language.closing.countsIn.test(next);
    return something.test(part) && !language.claims.some(({ pattern }) => pattern.test(part));
  });
}

/** True when the closing says that something the failed run needs is missing, or names a setting that the run needs. */
function isLacked({ closing, language, request, changes }: Facts, output: string): boolean {
  const known = [request, ...changes.map(({ newText }) => newText)].join("\n");
  const asked = closing.text.match(SETTING) ?? [];
  if (asked.some((name) => output.includes(name) && !known.includes(name))) return true;
  return closing.prose.sentences.some(({ text }) => {
    const thing = language.closing.lackedThing.exec(text)?.[1]?.toLowerCase();
    return thing !== undefined && (/^(?:it|that|this|they|one)$/.test(thing) || output.toLowerCase().includes(thing));
  });
}

const SETTING = /\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g;

/** The stems of what failed, without those of the work itself. */
function stemsBeside(facts: Facts, output: string): ReadonlySet<string> {
  return new Set([...failedStems(output)].filter((stem) => !isWork(facts, stem)));
}

/** True when the request or the path of a changed file contains the word. */
function isWork({ request, changes }: Facts, word: string): boolean {
  return `${request} ${changes.map(({ path }) => path).join(" ")}`.toLowerCase().includes(word);
}

/** The parts of a sentence stand between these; `split` keeps them, one after each part. */
const SEPARATOR = /([,;:()]| [–—-] )/;

function partsOf(text: string): string[] {
  return text.split(SEPARATOR).filter((_piece, index) => index % 2 === 0);
}
