import { baseName } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import { failedLines, failedPaths, toldIn, wholeLines } from "../outcomes/failed-lines.ts";
import { longUncamelledWords, singular } from "./word-forms.ts";

/** What a run names as failed, in the forms that people say it in. */

/** True when the failure lines name a file that was changed. */
export function failedWork({ changes }: Facts, output: string): boolean {
  const told = toldIn(output);
  return changes.some(({ path }) => {
    const stem = stemOf(baseName(path));
    return stem.length > 2 && told.includes(stem);
  });
}

/** True when the output names a changed file, or the failed tests are called like one: `cart.test.js` for `cart.js`. */
export function isAboutWork({ changes }: Facts, output: string): boolean {
  if (changes.some(({ path }) => output.includes(baseName(path)))) return true;
  const holders = new Set(failedHolders(output).map((name) => namingWords(name).join(" ")));
  return changes.some(
    ({ path, role }) => role === "code" && holders.has(namingWords(stemOf(baseName(path))).join(" ") || "."),
  );
}

/** Whether the failure lines contain the name; undefined when there are none, or when the name is too short to tell. */
export function isAmongFailed(output: string, name: string): boolean | undefined {
  const told = toldIn(output);
  const wanted = stemOf(name);
  return told === "" || wanted.length < 3 ? undefined : told.includes(wanted);
}

/** Names of the files, classes and modules whose tests failed: "geo" of `tests/test_geo.py` and of `GeoTest.maps`. */
export function failedStems(output: string): ReadonlySet<string> {
  // People call a file that a linter or compiler complains about by its folder as often as by its name.
  return new Set([...failedHolders(output), ...failedPaths(output).map(stemOf)].flatMap(namingWords));
}

function failedHolders(output: string): string[] {
  return wholeLines(output).flatMap((line) => [
    ...line.split(/[\s()[\]'"`,]+/).flatMap(holderOf),
    // CTest numbers its tests, and each is a program of its own.
    /^\s*\d+ - (\S+)/.exec(line)?.[1] ?? "",
  ]);
}

/** The file, class or module that a test belongs to, without the name of the test itself. */
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

/** Every word of the failure lines, and of the paths that linters and compilers complain about. */
export function failedWords(output: string): ReadonlySet<string> {
  return new Set([...wholeLines(output), ...failedPaths(output)].flatMap(namingWords));
}

/** True when the text has a word of what failed that is not just a word of its file or class. */
export function hasWordOfFailed(text: string, output: string): boolean {
  const holders = failedStems(output);
  const said = new Set(namingWords(text).map(singular));
  return [...failedWords(output)].some((word) => !holders.has(word) && said.has(singular(word)));
}

/** The words of a text or a name that can tell what failed. */
export function namingWords(text: string): string[] {
  return longUncamelledWords(text).filter(
    (word) =>
      !/^(?:tests?|specs?|examples?|src|lib|app|index|main|packages?|crates?|modules?|internal|the|and|for|not|are|was|one|with|that|this|task|build|compile\w*|fail\w*|error\w*|pass(?:ed)?|rerun|\d+)$/.test(
        word,
      ),
  );
}

/** What failed as people say it: "quota window" of `TestQuotaWindow`. Single words are left out: they fit anything. */
export function spelledNames(output: string): string[][] {
  const tokens = [...wholeLines(output), ...failedFiles(output)].flatMap((line) => line.match(/[\w.-]{5,}/g) ?? []);
  return tokens.map(namingWords).filter((words) => words.length > 1);
}

/** Words in the lines that runners mark as failed: tests and what they are about. */
export function failedNames(output: string): ReadonlySet<string> {
  const words = failedLines(output).flatMap((line) => line.match(/[A-Za-z_]\w{5,}/g) ?? []);
  return new Set(words.filter((word) => !RUNNERS_WORDS.test(word)));
}

/** Words that runners put into such lines themselves. */
const RUNNERS_WORDS = /^(?:fail\w*|assert\w*|expect\w*|received|result|passed|error\w*|\w*Error|exception|finished)$/i;

/** Files that linters and compilers list with a place, or above their findings. */
export function failedFiles(output: string): ReadonlySet<string> {
  return new Set(failedPaths(output).map(baseName));
}

/** The words that a name is made of, without those that only say that it is a test. */
export function partsOf(name: string): string[] {
  return stemOf(name)
    .split(/[_.-]/)
    .filter((part) => part.length > 3 && !/^(?:tests?|spec)$/.test(part));
}

function stemOf(name: string): string {
  return name.toLowerCase().replace(/\.\w+$/, "");
}
