import { expect, it } from "vitest";
import { shortDiff, tellingLines } from "./telling-lines.ts";

const ordered = (diff: readonly string[], messages: readonly string[] = []) =>
  tellingLines(diff, messages).map((place) => diff[place]);

it.each<[what: string, diff: string[], first: string[]]>([
  [
    "a check before other code, and what went beside what came",
    ["- total(1)", "- assert total(1) == 3", "+ total(2)", "+ assert total(2) is not None", "  end"],
    ["- assert total(1) == 3", "+ assert total(2) is not None", "- total(1)", "+ total(2)"],
  ],
  [
    "of several checks the one that asks for less now",
    ["- expect(name).toBe(x);", "- expect(total).toBe(3);", "+ expect(total).toBeDefined();", "+ expect(it).toBe(y);"],
    ["- expect(total).toBe(3);", "+ expect(total).toBeDefined();"],
  ],
  ["a switched-off test", ["+ // why", "+ log(1)", "+ it.skip('adds', () => {"], ["+ it.skip('adds', () => {"]],
  ["remarks after code, and lines without a word last", ["- }", "- # so", "- run()"], ["- run()", "- # so", "- }"]],
])("ranks %s", (_, diff, first) => {
  expect(ordered(diff).slice(0, first.length)).toEqual(first);
});

it("ranks what a finding quotes first, whatever it is", () => {
  const diff = ["+ expect(1)", '+ // TODO: the "real" thing'];
  expect(ordered(diff, ['You left "TODO: the real…" there.'])[0]).toBe(diff[1]);
});

it("keeps of a long diff the lines that tell most, in their order", () => {
  const filler = Array.from({ length: 200 }, (_, index) => `+ // remark ${index}`);
  const diff = ["  before", ...filler, "- expect(total).toBe(3);", "+ expect(total).toBeDefined();", "  after"].join(
    "\n",
  );
  const short = shortDiff(diff, 200, []);
  expect(short.length).toBeLessThanOrEqual(200);
  expect(short).toMatch(
    /^ {2}…\n\+ \/\/ remark 0\n[^]*\n {2}…\n- expect\(total\)\.toBe\(3\);\n\+ expect\(total\)\.toBeDefined\(\);\n {2}…$/,
  );
  expect(shortDiff("- a\n+ b", 200, [])).toBe("- a\n+ b");
  expect(shortDiff(`+ ${"a".repeat(300)}`, 200, [])).toHaveLength(200);
});
