import type { FileChange } from "./changes.ts";

/** Reads test code of the common languages by its lines: enough to see that something was taken away. */

const SKIPS: readonly RegExp[] = [
  /\b(?:it|test|describe|context|suite)\.(?:skip|todo|fixme|failing)\s*\(|\bx(?:it|describe|test|context|specify)\s*[("']/,
  /\bt\.Skip(?:f|Now)?\(|\bpytest\.(?:skip|xfail)\(|\bself\.skipTest\(|\bmarkTest(?:Skipped|Incomplete)\(|\bthrow XCTSkip\(/,
  /@(?:pytest\.mark\.(?:skip|xfail)\b(?!if)|unittest\.skip\b|Ignore\b|Disabled\b)|#\[ignore|\[(?:Ignore|Fact\(Skip|Theory\(Skip)/,
  /^\s*skip(?:\(|\s+)["']|^\s*@(?:module|describe)?tag :?skip\b|^\s*TEST(?:_F|_P)?\(\w+,\s*DISABLED_|^\s*return error\.SkipZigTest\b/,
];
const ASSERTION =
  /\bassert\w*\s*[(!.]|\bassert\s|\b[eE]xpect\s*\(|\brequire\.[A-Z]\w*\(|\bt\.(?:Error|Fatal)f?\(|\bXCTAssert\w*|\bAssert\.\w+|\.should\b|\bshould\.\w+|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)(?:_\w+)?\s*\(/;
const DEFINITIONS: readonly RegExp[] = [
  /^\s*(?:export )?(?:func (Test\w+)|(?:async )?def (test_\w+)|fn (test_\w+|\w+_test)\s*\()/,
  /^\s*(?:it|It|test|specify|Specify|scenario)(?:\.\w+)*\s*\(\s*["'`](.+?)["'`]\s*,/,
  /^\s*(?:it|specify|scenario|test|@test) ["'](.+?)["'] (?:do|\{)/,
  /^\s*(?:public |private |internal )?(?:async )?(?:void|Task|fun|function) ((?:test|should)\w+)/,
  /^\s*(?:TEST(?:_F|_P)?\((.+?)\)|(?:TEST_CASE|SCENARIO)\(\s*"(.+?)")/,
];
/** Longer lines were not written by hand. */
const LONGEST_LINE = 1000;

export function isAssertion(line: string): boolean {
  return line.length <= LONGEST_LINE && ASSERTION.test(line) && !isComment(line);
}

function isComment(line: string): boolean {
  const text = line.trimStart();
  return text.startsWith("//") || text.startsWith("*") || (text.startsWith("#") && !text.startsWith("#["));
}

/** Playwright's `test.skip(condition, reason)`: the first argument is no title. */
const WITH_CONDITION = /\b(?:it|test|describe)\.(?:skip|fixme)\s*\(\s*[^\s"'`)]|\bif\b|\bunless\b|\bskipif\b/i;
const CONDITION = /^\s*(?:\}\s*)?(?:else|elif|if|guard|unless|when|case|except|catch)\b/;

export function skipsIn(lines: readonly string[]): string[] {
  let before = "";
  return lines.filter((line) => {
    const above = before;
    if (line.length > LONGEST_LINE || isComment(line)) return false;
    before = line;
    return SKIPS.some((skip) => skip.test(line)) && !WITH_CONDITION.test(line) && !CONDITION.test(above);
  });
}

export function testNames(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length > LONGEST_LINE) return [];
    const match = DEFINITIONS.map((definition) => definition.exec(line)).find((found) => found !== null);
    return match?.slice(1).find((group) => group !== undefined) ?? [];
  });
}

/** Tests that a change takes out and that appear nowhere else among the changes, neither moved nor renamed. */
export function lostTests(change: FileChange, changes: readonly FileChange[]): string[] {
  if (!change.oldText || change.newText === undefined) return [];
  const before = testNames(change.oldText);
  const after = testNames(change.newText);
  if (after.length >= before.length || (TABLE.test(change.newText) && !TABLE.test(change.oldText))) return [];
  return before.filter(
    (name) => !after.includes(name) && !changes.some((other) => other !== change && other.newText?.includes(name)),
  );
}

/** One test that runs over many rows, or a loop that makes one of each: tests that went may be among the rows. */
const TABLE =
  /\b(?:it|test|describe)\.each\b|\bparametri[sz]e\b|@ParameterizedTest|\[Theory\b|\brange (?:tests|cases|tt|testCases)\b|\bt\.Run\(|#\[(?:case|rstest)|\bsubTest\(|\.each(?:_\w+)? (?:do|\{)|\.forEach\(|:= range |^[ \t]*for\b.{1,200}?(?: of | in )/m;

/** How many assertions a change leaves fewer, where it brings in no table of cases. */
export function lostAssertions({ oldText, newText }: FileChange): number {
  if (oldText === undefined || newText === undefined) return 0;
  if (TABLE.test(newText) && !TABLE.test(oldText)) return 0;
  const count = (text: string): number => text.split("\n").filter(isAssertion).length;
  return Math.max(0, count(oldText) - count(newText));
}

/** True when something is now added to what was checked alone, or joined to it with an "or": the check accepts more. */
export function acceptsMore(removed: readonly string[], added: readonly string[]): boolean {
  const checked = removed.flatMap(
    (line) => /^\s*(?:if|assert\w*|expect)\b[\s(!]*([\w.[\]]{4,200})\s*(?:[=!<>]=?=?|\))/.exec(line)?.[1] ?? [],
  );
  return checked.some((subject) =>
    added.some((line) => {
      const at = line.indexOf(subject);
      if (at < 0) return false;
      const [behind, before] = [line.slice(at + subject.length).trimStart(), line.slice(0, at).trimEnd()];
      return (
        ["+", "||", "or "].some((word) => behind.startsWith(word)) ||
        ["+", "||", " or"].some((word) => before.endsWith(word))
      );
    }),
  );
}
