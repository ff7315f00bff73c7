import { type Claim, fallsShort } from "./claims.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import { stillTells } from "../language/modality.ts";
import type { Sentence } from "../language/prose.ts";
import { baseName } from "../changes/paths.ts";
import { failedLines, failedPaths, linesWith, toldIn, wholeLines } from "../outcomes/failed-lines.ts";
import { namesFailure } from "./named-failures.ts";
import { singular, uncamelled } from "./word-forms.ts";

/** Any of these sentences says that something failed, or names in a code span what failed. */
export function tellsOfFailure(facts: Facts, output: string, sentences: readonly Sentence[]): boolean {
  const { closing, modality } = facts.language;
  // Where the work itself failed, its names are the names of what was done.
  const names = failedWork(facts, output) ? NOTHING : failedNames(output);
  return sentences.some((sentence) => {
    if (stillTells(closing.failureTold, sentence.masked, modality)) return true;
    if (fallsShort(closing.share.exec(sentence.masked))) return true;
    return sentence.code.some((code) => names.has(code)) || namesFailure(facts, output, sentence);
  });
}

const NOTHING: ReadonlySet<string> = new Set();

/** Something that was changed is among what failed. */
export function failedWork({ changes }: Facts, output: string): boolean {
  const told = toldIn(output);
  return changes.some(({ path }) => {
    const stem = stemOf(baseName(path));
    return stem.length > 2 && told.includes(stem);
  });
}

/** A sentence speaks of what failed, where that is not what was worked on: nobody brings it up to tell of a success. */
export function speaksOfFailed(facts: Facts, output: string, { sentence: claimed }: Claim): boolean {
  if (facts.closing.prose.sentences.some((sentence) => namesFailure(facts, output, sentence))) return true;
  const work = `${facts.request} ${facts.changes.map((change) => change.path).join(" ")}`.toLowerCase();
  const isBeside = (name: string): boolean => !partsOf(name).some((part) => work.includes(part));
  const files = [...failedFiles(output)].filter(isBeside);
  // Where the work itself failed, the words of its tests are the words for the work, unless something is denied with them.
  const aboutWork = failedWork(facts, output);
  const names = aboutWork ? [] : [...failedNames(output)].filter(isBeside).flatMap((name) => [name, ...partsOf(name)]);
  const spelled = spelledNames(output).filter((words) => !words.every((word) => work.includes(word)));
  if (files.length + names.length + spelled.length === 0) return false;
  return facts.closing.prose.sentences.some(({ text, masked, index }) => {
    const said = new Set(text.toLowerCase().match(/(?<![\w.-])[\w.-]*\w/g));
    const isSaid = (name: string): boolean => said.has(name.toLowerCase());
    if (files.some((file) => isSaid(file) || text.includes(`/${file}`))) return true;
    if (index === claimed.index || (aboutWork && !facts.language.modality.negation.test(masked))) return false;
    const words = new Set(wordsIn(text));
    return names.some(isSaid) || spelled.some((name) => name.every((word) => words.has(word)));
  });
}

/** What failed as people say it: "quota window" of `TestQuotaWindow`. A single word may be any. */
function spelledNames(output: string): string[][] {
  const tokens = [...wholeLines(output), ...failedFiles(output)].flatMap((line) => line.match(/[\w.-]{5,}/g) ?? []);
  return tokens.map(wordsIn).filter((words) => words.length > 1);
}

/** After the claim, one sentence gives the value that a test got and the one it wants. Before it, that may be what was mended. */
export function tellsValues({ closing, language }: Facts, output: string, { sentence: claimed }: Claim): boolean {
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

/** Of the tests something is said that we cannot read. */
export function isSpokenOfAbroad({ closing, language }: Facts): boolean {
  const { tests, mayClaim } = language.closing.abroad;
  return tests.test(closing.text) && (mayClaim.test(closing.text) || isForeign(closing.text));
}

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

/** Whether the lines that tell of failures name this; undefined where they name nothing, or the name is too short to tell. */
export function isAmongFailed(output: string, name: string): boolean | undefined {
  const told = toldIn(output);
  const wanted = stemOf(name);
  return told === "" || wanted.length < 3 ? undefined : told.includes(wanted);
}

/** What the files, classes and modules are called whose tests failed: "geo" of `tests/test_geo.py` and of `GeoTest.maps`. */
export function failedStems(output: string): ReadonlySet<string> {
  // What linters and compilers find fault with, people call by its folder as often as by its name.
  return new Set([...failedHolders(output), ...failedPaths(output).map(stemOf)].flatMap(wordsIn));
}

function failedHolders(output: string): string[] {
  return wholeLines(output).flatMap((line) => [
    ...line.split(/[\s()[\]'"`,]+/).flatMap(holderOf),
    // CTest numbers its tests, and each is a program of its own.
    /^\s*\d+ - (\S+)/.exec(line)?.[1] ?? "",
  ]);
}

/** The output names a file that was changed, or what failed are the tests that are called like it: `cart.test.js` of `cart.js`. */
export function isAboutWork({ changes }: Facts, output: string): boolean {
  if (changes.some(({ path }) => output.includes(baseName(path)))) return true;
  const holders = new Set(failedHolders(output).map((name) => wordsIn(name).join(" ")));
  return changes.some(
    ({ path, role }) => role === "code" && holders.has(wordsIn(stemOf(baseName(path))).join(" ") || "."),
  );
}

/** What a test belongs to, without the name of the test itself. */
function holderOf(token: string): string[] {
  const name = token.replace(/(?::\d+)+:?$/, "");
  if (name.length > LONGEST_NAME || /(?:Error|Exception)$/.test(name)) return [];
  const [file, ...tests] = name.split("::");
  if (file !== undefined && /\.[A-Za-z]\w{0,5}$/.test(file)) return [baseName(file).replace(/\.\w+$/, "")];
  if (tests.length > 0) return name.split(/::|\\/).slice(0, -1);
  if (/^\w+(?:[.#]\w+)+$/.test(name)) return name.split(/[.#]/).slice(0, -1);
  return /\w(?:Tests?|Spec)$/.test(name) || /^\w[\w-]*(?:\/[\w-]+)+$/.test(name) ? [baseName(name)] : [];
}

const LONGEST_NAME = 200;

/** Every word of those lines, and of the places that were found fault with. */
export function failedWords(output: string): ReadonlySet<string> {
  return new Set([...wholeLines(output), ...failedPaths(output)].flatMap(wordsIn));
}

/** A text has a word of what failed that is none of the file or the class it stands in. */
export function hasWordOfFailed(text: string, output: string): boolean {
  const holders = failedStems(output);
  const said = new Set(wordsIn(text).map(singular));
  return [...failedWords(output)].some((word) => !holders.has(word) && said.has(singular(word)));
}

function wordsIn(text: string): string[] {
  const words = uncamelled(text).match(/[a-z\d]{3,}/g) ?? [];
  return words.filter(
    (word) =>
      !/^(?:tests?|specs?|examples?|src|lib|app|index|main|packages?|crates?|modules?|internal|the|and|for|not|are|was|one|with|that|this|task|build|compile\w*|fail\w*|error\w*|pass(?:ed)?|rerun|\d+)$/.test(
        word,
      ),
  );
}

/** Words in the lines that runners mark as failed: tests and what they are about. */
function failedNames(output: string): ReadonlySet<string> {
  const words = failedLines(output).flatMap((line) => line.match(/[A-Za-z_]\w{5,}/g) ?? []);
  return new Set(words.filter((word) => !RUNNERS_WORDS.test(word)));
}

/** Words that runners put into such lines themselves. */
const RUNNERS_WORDS = /^(?:fail\w*|assert\w*|expect\w*|received|result|passed|error\w*|\w*Error|exception|finished)$/i;

/** Files that linters and compilers list with a place, or above their findings. */
function failedFiles(output: string): ReadonlySet<string> {
  return new Set(failedPaths(output).map(baseName));
}

/** What a name is put together of, without what only says that it is a test. */
function partsOf(name: string): string[] {
  return stemOf(name)
    .split(/[_.-]/)
    .filter((part) => part.length > 3 && !/^(?:tests?|spec)$/.test(part));
}

function stemOf(name: string): string {
  return name.toLowerCase().replace(/\.\w+$/, "");
}
