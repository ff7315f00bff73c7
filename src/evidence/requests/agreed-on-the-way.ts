import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import { readProse } from "../language/prose.ts";
import { putsQuestion } from "../steps.ts";
import { inputTexts } from "../unseen/unknown-tools.ts";
import { isDenied } from "./denied.ts";

/** True when the person was asked this during the turn and agreed, chose it, or accepted a plan that has it. */
export function agreedOnTheWay({ steps, language }: Facts, words: Pattern): boolean {
  const speaks = (text: string): boolean => isPut(text, words, language);
  return steps.some((step) => {
    if (!putsQuestion(step) || step.result?.status !== "done") return false;
    if (SHOWS_PLAN.test(step.tool)) return [...inputTexts(step.input), step.result.output].some(speaks);
    return isTaken(step, step.result.output, speaks) || isAgreed(step, step.result.output, speaks, language);
  });
}

const SHOWS_PLAN = /exit_?(?:plan|spec)/i;

function isPut(text: string, words: Pattern, language: Language): boolean {
  const { avoided, testsToCover } = language.requests;
  if (!words.test(text)) return false;
  return readProse(text).sentences.some((sentence) => {
    const at = words.exec(sentence.text)?.index;
    if (at === undefined || testsToCover.test(sentence.text) || isDenied(sentence.text, at, language)) return false;
    return !avoided.test(sentence.text.slice(0, at));
  });
}

type Speaks = (text: string) => boolean;

/** True when the answer says it itself, or names the option that says it. */
function isTaken({ input }: Step, output: string, speaks: Speaks): boolean {
  const options = optionsIn(input, 0);
  const named = new Set(options.flat());
  const asked = inputTexts(input).filter((text) => text !== "" && !named.has(text));
  const answer = asked.reduce((rest, text) => rest.replaceAll(text, ""), output);
  const taken = options.filter(([name = ""]) => name !== "" && answer.includes(name));
  return [answer, ...taken.flat()].some(speaks);
}

/** True when the question was about this, and its answer begins neither with a no nor with other work to do. */
function isAgreed({ input }: Step, output: string, speaks: Speaks, { requests }: Language): boolean {
  const named = new Set(optionsIn(input, 0).flat());
  const asked = inputTexts(input).filter((text) => !named.has(text));
  return asked.some((text) => speaks(text) && !requests.turnsDown.test(answerTo(text, asked, output)));
}

/** The answer to a question: what follows it, up to the next one. All of the output where it repeats no question. */
function answerTo(question: string, asked: readonly string[], output: string): string {
  const at = output.indexOf(question);
  if (at === -1) return asked.filter((text) => text.trimEnd().endsWith("?")).length > 1 ? "" : output;
  const rest = output.slice(at + question.length);
  const ends = asked.map((text) => (text.length > SHORTEST ? rest.indexOf(text) : -1)).filter((end) => end !== -1);
  return rest.slice(0, Math.min(...ends, rest.length));
}

/** Shorter texts are names of fields and headings. */
const SHORTEST = 12;
const DEEPEST = 5;

/** The options of a question, each with its name and its description. */
function optionsIn(value: unknown, depth: number): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  const inner: readonly unknown[] = Object.values(value);
  if ("label" in value && typeof value.label === "string") return [[value.label, ...inputTexts(value)]];
  return inner.flatMap((each) =>
    Array.isArray(value) && typeof each === "string" ? [[each]] : optionsIn(each, depth + 1),
  );
}
