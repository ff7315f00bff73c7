import { nameLiterally } from "../../literally.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import { baseName, mayNamePlace } from "../changes/paths.ts";
import { failedWords } from "./what-failed.ts";
import { singular } from "./word-forms.ts";

/** "clean for cart.ts", "all cart tests pass": the one thing a claim is narrowed to. */
export function subjectOf({ language: { closing } }: Facts, { sentence }: Claim): string | undefined {
  const place = checkedPlaceIn(sentence.text, closing);
  if (place !== undefined) return place.endsWith("/") ? place : baseName(place);
  const span = closing.checkedSpan.exec(sentence.masked)?.[1];
  const part = span === undefined ? undefined : sentence.code[Number(span)];
  if (part !== undefined && /^[\w@/-]{3,80}$/.test(part)) return baseName(part);
  const named =
    closing.passFor.exec(sentence.masked)?.[1] ??
    closing.testsOf.exec(sentence.masked)?.[1] ??
    closing.testsAbout.exec(sentence.text)?.[1];
  return named && baseName(named).replace(/(?<=\w{4})s$/, "");
}

/** Which of several builds the claim is about: "Docker" in "The Docker build passes". */
export function buildOf({ language: { closing } }: Facts, { type, sentence }: Claim): string | undefined {
  return type === "build-clean" ? closing.bounds.buildOf.exec(sentence.masked)?.[1] : undefined;
}

/** The path that the text says was checked. Most texts name none, so a cheap test comes before the slow patterns. */
function checkedPlaceIn(text: string, { checkedPlace, placeChecked }: Language["closing"]): string | undefined {
  if (!mayNamePlace(text)) return undefined;
  const other = placeChecked.exec(text);
  return checkedPlace.exec(text)?.[1] ?? other?.[1] ?? other?.[2];
}

/**
 * True when the claim is narrowed to a part that a changed file or the run's output names, and everything that
 * failed has other names: "no type errors in the cart", where the errors are in the admin page.
 */
export function isOfPartBeside(facts: Facts, { type, sentence: { masked } }: Claim, output: string): boolean {
  const { closing, topics } = facts.language;
  const breaths = masked.split(closing.breath).filter((said) => topics.tests.test(said) === (type === "tests-pass"));
  // "Lint is clean" names what was checked with, and no part of the work.
  const isCheck = (word: string): boolean =>
    [topics.tests, topics.lint, topics.types, topics.build, topics.format].some((topic) => topic.test(word));
  const parts = breaths.flatMap((said) => {
    const part = closing.ofPart.exec(said.trim())?.slice(1).join("");
    return part === undefined || isCheck(part) ? [] : [{ part, words: said.toLowerCase().match(/[a-z\d]{3,}/g) ?? [] }];
  });
  if (parts.length === 0) return false;
  const failed = new Set(Array.from(failedWords(output), singular));
  return parts.some(({ part, words }) => {
    // A clause that also names something that failed is about that too.
    if (failed.size === 0 || words.some((word) => failed.has(singular(word)))) return false;
    const name = new RegExp(`(?<![a-z])${nameLiterally(part)}(?![a-z])`, "i");
    return name.test(output) || facts.changes.some(({ path }) => name.test(path));
  });
}
