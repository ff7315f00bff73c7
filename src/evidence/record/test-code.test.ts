import { describe, expect, it } from "vitest";
import type { FileChange } from "./changes.ts";
import { acceptsMore, isAssertion, lostAssertions, lostTests, skipsIn, testNames } from "./test-code.ts";

const change = (oldText: string, newText: string): FileChange => ({
  step: 1,
  path: "src/pot.test.ts",
  type: "edit",
  role: "test",
  oldText,
  newText,
  shell: false,
  restored: false,
  perhaps: false,
});

it.each([
  "it.skip('boils', () => {",
  "xdescribe('pot', () => {",
  "test.todo('boils')",
  "@pytest.mark.skip",
  "@unittest.skip('cold')",
  "t.Skip()",
  "#[ignore]",
  "@Disabled",
  '[Fact(Skip = "cold")]',
  "  skip 'cold'",
  "  @tag :skip",
  "TEST(Pot, DISABLED_boils) {",
])("switches a test off: %s", (line) => expect(skipsIn([line])).toEqual([line]));

it.each([
  ["test.skip(process.platform === 'win32', 'cold')"],
  ["@pytest.mark.skipif(cold)"],
  ["// it.skip('boils')"],
  ["if testing.Short() {", "  t.Skip()"],
  ["soup.skip = 1"],
])("switches none off, or only on a condition: %j", (...lines) => expect(skipsIn(lines)).toEqual([]));

it.each([
  ["expect(pot).toBe(1)", true],
  ["assert pot == 1", true],
  ["assertEquals(1, pot);", true],
  ["require.NoError(t, err)", true],
  ["EXPECT_EQ(pot, 1);", true],
  ["pot.should.equal(1)", true],
  ["// expect(pot).toBe(1)", false],
  ["const pot = boil();", false],
])("%s: is it an assertion?", (line, is) => expect(isAssertion(line)).toBe(is));

it.each([
  ["it('boils', () => {", "boils"],
  ["test.each(rows)('boils %s', () => {", undefined],
  ["def test_boils(self):", "test_boils"],
  ["func TestBoils(t *testing.T) {", "TestBoils"],
  ["fn test_boils() {", "test_boils"],
  ['  it "boils" do', "boils"],
  ["public void testBoils() {", "testBoils"],
  ['TEST_CASE("boils") {', "boils"],
])("finds the name in %s", (line, name) => expect(testNames(line)).toEqual(name === undefined ? [] : [name]));

describe("what a change takes away", () => {
  const two = "it('boils', () => {\n  expect(1).toBe(1);\n});\nit('cools', () => {\n  expect(2).toBe(2);\n});";
  const one = "it('boils', () => {\n  expect(1).toBe(1);\n});";
  const table = "it.each(rows)('%s', () => {\n  expect(1).toBe(1);\n});";

  it("is a test that stands nowhere else", () => {
    const taken = change(two, one);
    expect(lostTests(taken, [taken])).toEqual(["cools"]);
    expect(lostTests(taken, [taken, change("", "it('cools', () => {")])).toEqual([]);
    expect(lostTests(change(one, one.replace("boils", "simmers")), [])).toEqual([]);
    expect(lostTests(change(two, table), [])).toEqual([]);
  });

  it("is an assertion, unless a table of cases comes in", () => {
    expect(lostAssertions(change(two, one))).toBe(1);
    expect(lostAssertions(change(one, two))).toBe(0);
    expect(lostAssertions(change(two, table))).toBe(0);
  });
});

it("sees that a check accepts more", () => {
  expect(acceptsMore(["assert total == 3"], ["assert total or True"])).toBe(true);
  expect(acceptsMore(["assert total == 3"], ["assert total == 4"])).toBe(false);
});
