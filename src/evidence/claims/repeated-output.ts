import type { Facts } from "../facts.ts";

/** True when the closing repeats what a program printed: several words of it, or the code that it gave its failure. */
export function quotesOutput(facts: Facts, output: string): boolean {
  if (showsComplaint(facts, output)) return true;
  return facts.closing.prose.sentences.some(
    ({ text, code }) =>
      [...code, ...Array.from(text.matchAll(QUOTED), (quoted) => quoted[1] ?? "")].some(
        (words) =>
          (words.includes(" ") || FAILURE_CODE.test(words) || PLACE.test(words)) &&
          words.length > 2 &&
          output.includes(words),
      ) ||
      (text.match(VALUE) ?? []).some((value) => output.includes(value)) ||
      (text.match(ERROR_NAME) ?? []).some((name) => output.includes(name) && !isWork(facts, name, text)),
  );
}

/** True when the closing contains, word for word, a line in which the program complained. */
function showsComplaint({ closing }: Facts, output: string): boolean {
  const lines = output.slice(-4000).split("\n");
  return lines.some((line) => line.length > 20 && COMPLAINT.test(line) && closing.text.includes(line.trim()));
}

/** True when the error is the work itself: the request names it, or the sentence says that it was fixed. */
function isWork({ request, language }: Facts, name: string, text: string): boolean {
  return request.includes(name) || language.claims.some(({ type, pattern }) => type === "fixed" && pattern.test(text));
}

/** What a program calls an error, or the number it gives to it. */
const ERROR_NAME = /\b(?:[A-Z][a-zA-Z]+(?:Error|Exception)|[A-Z]{1,5}\d{3,5})\b/g;

/** What nobody writes by chance: a number with a fraction, the name of a setting. */
const VALUE = /(?<![\w.])\d+\.\d+(?![\w.]|\s*(?:s|ms|seconds?)\b)|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g;
/** The end of a place in a file: `cart.ts:12`. */
const PLACE = /\.\w+:\d+$/;
const QUOTED = /["“]([^"“”\n]{4,200})["”]/g;
const FAILURE_CODE = /\b(?:E[A-Z]{3,}|[A-Z]{1,5}\d{3,5}|[45]\d\d)\b/;

/** True when the request names the code of this failure, so the person knew of it. */
export function isAskedAbout({ request }: Facts, output: string): boolean {
  const code = FAILURE_CODE.exec(request)?.[0];
  return code !== undefined && output.includes(code);
}

/** True when the closing tells of the problem in words that the program used and that are not words of the work. */
export function sharesWords(facts: Facts, output: string, command: string): boolean {
  const own = ownLines(output);
  const telling = own.filter((line, index) => index >= own.length - 2 || COMPLAINT.test(line));
  const known = `${facts.request} ${command} ${facts.changes.map((change) => change.path).join(" ")}`.toLowerCase();
  const said = new Set(facts.closing.text.toLowerCase().match(WORD));
  return tellingWords(telling).some((word) => said.has(word) && !known.includes(word));
}

/** The words of the lines in which a program says what stopped it. */
export function complaintWords(output: string): string[] {
  return tellingWords(ownLines(output).filter((line) => COMPLAINT.test(line)));
}

function tellingWords(lines: readonly string[]): string[] {
  const words = lines.join(" ").toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !SAYS_NOTHING.test(word));
}

function ownLines(output: string): string[] {
  const lines = output.slice(-4000).trimEnd().split("\n");
  return lines.filter((line) => !LOG_KEPT.test(line));
}

/** The line that a package manager prints under every failure, to say where its log is. */
const LOG_KEPT = /complete log of this run|-debug-\d+\.log/;

const WORD = /[a-z]{5,}|\b[45]\d\d\b/g;
const COMPLAINT = /error|fail|denied|refus|cannot|could not|missing|requires?|exceed|invalid|already|block/i;
const SAYS_NOTHING =
  /^(?:error|errors|there|which|their|about|after|before|where|these|those|using|other|should|would|command|complete|completed|successfully|completely)$/;
