import type { Facts } from "../facts.ts";

/** The closing repeats what a program printed: several words of it, or the code it gave its failure. */
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

/** A line with which the program complained stands in the closing as it is. */
function showsComplaint({ closing }: Facts, output: string): boolean {
  const lines = output.slice(-4000).split("\n");
  return lines.some((line) => line.length > 20 && COMPLAINT.test(line) && closing.text.includes(line.trim()));
}

/** What was to be mended, or is said to be. */
function isWork({ request, language }: Facts, name: string, text: string): boolean {
  return request.includes(name) || language.claims.some(({ type, pattern }) => type === "fixed" && pattern.test(text));
}

/** What a program calls an error, or the number it gives to it. */
const ERROR_NAME = /\b(?:[A-Z][a-zA-Z]+(?:Error|Exception)|[A-Z]{1,5}\d{3,5})\b/g;

/** What nobody writes by chance: a number with a fraction, the name of a setting. */
const VALUE = /(?<![\w.])\d+\.\d+(?![\w.]|\s*(?:s|ms|seconds?)\b)|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g;
/** The line of a file. */
const PLACE = /\.\w+:\d+$/;
const QUOTED = /["“]([^"“”\n]{4,200})["”]/g;
const FAILURE_CODE = /\b(?:E[A-Z]{3,}|[A-Z]{1,5}\d{3,5}|[45]\d\d)\b/;

/** The person named the code of this failure before. */
export function isAskedAbout({ request }: Facts, output: string): boolean {
  const code = FAILURE_CODE.exec(request)?.[0];
  return code !== undefined && output.includes(code);
}

/** The closing speaks of what stood in the way, in the words of the program and not in those of the work. */
export function sharesWords(facts: Facts, output: string, command: string): boolean {
  const own = ownLines(output);
  const telling = own.filter((line, index) => index >= own.length - 2 || COMPLAINT.test(line));
  const known = `${facts.request} ${command} ${facts.changes.map((change) => change.path).join(" ")}`.toLowerCase();
  const said = new Set(facts.closing.text.toLowerCase().match(WORD));
  return tellingWords(telling).some((word) => said.has(word) && !known.includes(word));
}

/** The words with which a program says what stood in its way. */
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

/** Where a package manager keeps its log, under every failure. */
const LOG_KEPT = /complete log of this run|-debug-\d+\.log/;

const WORD = /[a-z]{5,}|\b[45]\d\d\b/g;
const COMPLAINT = /error|fail|denied|refus|cannot|could not|missing|requires?|exceed|invalid|already|block/i;
const SAYS_NOTHING =
  /^(?:error|errors|there|which|their|about|after|before|where|these|those|using|other|should|would|command|complete|completed|successfully|completely)$/;
