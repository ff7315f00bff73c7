import { expression } from "../../patterns/expression.ts";
import type { FileChange } from "./changes.ts";

/** Reads test code of the common languages by its lines: enough to see that something was taken away. */

const SKIP = expression()`
  \b(?:it|test|describe|context|suite)\.(?:skip|todo|fixme|failing)\s*\(
  |\bx(?:it|describe|test|context|specify|scenario)\s*[("']|\bt\.Skip(?:f|Now)?\(
  |@(?:pytest\.mark\.(?:skip|xfail)\b(?!if)|unittest\.skip\b|Ignore\b|Disabled\b)
  |#\[ignore|\bpytest\.(?:skip|xfail)\(|\bself\.skipTest\(|\[(?:Ignore|Fact\(Skip|Theory\(Skip)
  |\bmarkTest(?:Skipped|Incomplete)\(|^\s*skip\s+["']|^\s*@(?:module|describe)?tag (?::skip\b|skip: (?:true\b|"))
  |^\s*TEST(?:_F|_P)?\(\w+,\s*DISABLED_|\bthrow XCTSkip\(|^\s*skip\("[^"]*"\)\s*$
  |^\s*(?:it|specify|scenario|describe|context|test)\b[^({\n]{0,200},\s{0,8}
  (?:(?:skip|pending): (?:true\b|["'])|:(?:skip|pending)\b[^({\n]{0,200}\bdo\s{0,8}$)
  |^\s*(?:\}|(?:it|test|describe|arch)\(.{1,300})\)->(?:skip|todo)\(\s*[)"']
  |^\s*@test_(?:broken|skip)\b|^\s*return error\.SkipZigTest\b
  |^\s*(?:\}|(?:test|group|testWidgets)\(.{1,400}\}),\s{0,8}skip: {0,8}(?:true\b|["'])[^{}]{0,200}\);?\s{0,8}$
  |^\s*(?:it|test|describe|suite)\([^{}]{1,300},\s{0,8}\{[^{}]{0,100}\bskip: {0,8}(?:true\b|["'])
`;
const ASSERTION = expression()`
  \bassert\w*\s*[(!.]|\bassert\s|\b[eE]xpect\s*\(|\brequire\.[A-Z]\w*\(|\bt\.(?:Error|Fatal)f?\(|\bXCTAssert\w*
  |\bAssert\.\w+|\.should\b|\bshould\.\w+|\bverify\(|\bensure\(|\bEXPECT_\w+\(|\bASSERT_\w+\(
  |\b(?:check|(?:CHECK|REQUIRE)(?:_\w+)?)\s*\(
`;
const DEFINITION = expression()`
  ^\s*(?:export )?(?:
    func (Test\w+)|(?:async )?def (test_\w+)
    |(?:(?:it|It|test|specify|Specify|scenario)(?:\.\w+)*\s*\(\s*["'\`](.+?)["'\`]\s*,)
    |(?:it|specify|scenario|test) ["'](.+?)["'] do
    |(?:public |private |internal )?(?:async )?(?:void|Task|fun|function) ((?:test|should)\w+)
    |@test ["'](.+?)["'] \{|TEST(?:_F|_P)?\((.+?)\)|(?:TEST_CASE|SCENARIO)\(\s*"(.+?)"
    |fn (test_\w+|\w+_test|\w*works\w*)\s*\(
  )
`;

export function isAssertion(line: string): boolean {
  return ASSERTION.test(line) && !/^\s*(?:\/\/|#|\*)/.test(line);
}

const CONDITION = /^\s*(?:(?:\}\s*)?(?:(?:else )?(?:el)?if|else)\b|guard\b|unless\b|when\b|case\b|except\b|catch\b)/;
/** Playwright's `test.skip(condition, reason)`: the first argument is no title. */
const WITH_CONDITION = /\b(?:it|test|describe)\.(?:skip|fixme)\s*\(\s*[^\s"'`)]/;

/** Ruby's `skip "needs Redis" unless redis?`. */
const CONDITION_AFTER = /\bskip\b.*\s(?:if|unless)\s/;
const QUOTED = /"[^"]*"|'[^']*'/g;

/** Longer lines were not written by hand. */
const LONGEST_LINE = 1000;

/** The lines that switch a test off without a condition. */
export function skipsIn(lines: readonly string[]): string[] {
  let code = "";
  return lines.filter((line) => {
    const before = code;
    if (!/^\s*(?:\/\/|#|\*)/.test(line)) code = line;
    if (line.length > LONGEST_LINE || !SKIP.test(line) || WITH_CONDITION.test(line)) return false;
    if (/\bif\b.*(?:skip|Skip)/.test(line) || CONDITION_AFTER.test(line.replace(QUOTED, ""))) return false;
    return !CONDITION.test(before);
  });
}

/** The names of the tests a piece of code defines. */
export function testNames(text: string): string[] {
  let marked = false;
  return text.split("\n").flatMap((line) => {
    const match = DEFINITION.exec(line) ?? (marked ? MARKED.exec(line) : null);
    const name = match?.slice(1).find((group) => group !== undefined);
    marked = TEST_MARK.test(line) || (marked && /^\s*(?:[@[#]|\/\/|$)/.test(line));
    return name === undefined ? [] : [name];
  });
}

/** A mark on a line of its own that makes the function below it a test, whatever its name. */
const TEST_MARK =
  /^\s*(?:#\[(?:\w+::)?test\b|@(?:Test|ParameterizedTest|RepeatedTest|Property)\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b)/;
const MARKED =
  /^\s*(?:pub |public |private |protected |internal |static |async |final |suspend )*(?:fn|void|fun|func|Task|Future<\w+>) (\w+|`[^`]+`)\s*\(/;

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
const TABLE = expression("m")`
  \b(?:it|test|describe)\.each\b|\bparametri[sz]e\b|@ParameterizedTest|\[Theory\b|\[TestCase\(
  |\brange (?:tests|cases|tt|testCases)\b|\bt\.Run\(|#\[(?:case|rstest)
  |(?:@|#\[)(?:CsvSource|DataProvider|dataProvider|TestWith)\b|\bsubTest\(|\)->with\(|\.each(?:_\w+)? (?:do|\{)
  |\.forEach\(|\bwith_them\b|\b(?:withData|forAll|checkAll)\b|@given\b|\bproptest!|@Test\(.{0,100}arguments:
  |:= range |^[ \t]*for\b.{1,200}?(?: of | in |<-|\$\w)
`;

/** Matchers from strict to lenient: a step down the list asks for less. */
const STRICT = expression()`
  \b(?:
    toBe|toEqual|toStrictEqual|toMatchObject|toHaveBeenCalledTimes|toHaveLength|assertEquals?|assert_eq!?
    |assert_equal|AreEqual|Equal|EXPECT_EQ|ASSERT_EQ|is_expected\.to eq|shouldBe
  )\b\s*[(!]|[=!]==?\s*(?:-?\d|["'\`])
`;
const LENIENT = expression()`
  \b(?:
    toContain|toBeDefined|toBeTruthy|toBeGreaterThan\w*|toBeLessThan\w*|toBeCloseTo|toMatch|assertIn|assertTrue
    |assertIsNotNone|assertGreater\w*|assertLess\w*|assertAlmostEqual|IsNotNull|IsTrue|NotNil|NotEmpty|Contains
    |Greater\w*|Less\w*|InDelta|EXPECT_TRUE|EXPECT_NE|EXPECT_G[ET]|EXPECT_L[ET]|not\.toThrow|expect\.any\w*
  )\b|[<>]=?\s*-?\d
`;

export const EXACT_TO_LOOSE = "an exact check became a loose one";

/** How a change makes existing assertions ask for less, in words; undefined when it does not. */
export function loosened(removed: readonly string[], added: readonly string[]): string | undefined {
  const gone = removed.filter(isAssertion);
  const next = added.filter(isAssertion);
  const tabled = added.some((line) => TABLE.test(line)) && !removed.some((line) => TABLE.test(line));
  if (gone.length > 0 && next.length < gone.length && !tabled) return "fewer assertions than before";
  if (
    gone.some((line) => STRICT.test(line)) &&
    next.length > 0 &&
    next.every((line) => !STRICT.test(line)) &&
    next.some((line) => LENIENT.test(line))
  ) {
    return EXACT_TO_LOOSE;
  }
  return widened(removed, added) ? "the check now accepts more than before" : undefined;
}

/** Assertions that hold whatever the code does. */
export function hollowIn(lines: readonly string[]): string[] {
  return lines.filter(
    (line) => line.length <= LONGEST_LINE && isAssertion(line) && HOLLOW.test(line.replace(REMARK, "")),
  );
}

const REMARK = /\s(?:\/\/|#).*$/;
/** Only at the start of a line: inside a call or a text, it may be there to be reached or to be looked at. */
const HOLLOW = expression()`
  ^\s*(?:await |return |self\.|this\.|t\.)?(?:
    (?:expect|[aA]ssert\w*(?:\.\w+)?|XCTAssert(?:True)?|(?:EXPECT|ASSERT|REQUIRE|CHECK)(?:_TRUE)?)!?(?:\(\s*|\s+)(?:
      (?:true|True|YES|1 ?===? ?1)\s*(?:$|[;)](?!\s*\.)|,\s*["'])
      |(true|True|\d+|"[^"]*"|'[^']*')\s*(?:\)\s*\.\s*(?:toBe|toEqual|toStrictEqual|to\.(?:be|equal|eql?))\(|,)
      \s*\1\s*\)
      |true\)\s*\.\s*(?:toBeTruthy|toBeDefined|to\.be\.(?:true|ok)\b)
    )
    |(?:expect|[aA]ssert)\b.*(?:\|\||\bor)\s+(?:true|True)\s*[;)]*\s*$
  )
`;

/** True when something is now added to what was checked alone, or joined to it with an "or". */
function widened(removed: readonly string[], added: readonly string[]): boolean {
  const checked = removed.flatMap(
    (line) => /^\s*(?:if|assert\w*|expect)\b[\s(!]*([\w.[\]]{4,})\s*(?:[=!<>]=?=?|\))/.exec(line)?.[1] ?? [],
  );
  return checked.some((subject) =>
    added.some((line) => {
      const at = line.indexOf(subject);
      if (at < 0) return false;
      return (
        /^\s*(?:\+|\|\|| or )/.test(line.slice(at + subject.length)) || /(?:\+|\|\|| or )\s*$/.test(line.slice(0, at))
      );
    }),
  );
}
