import { expect, it } from "vitest";
import { fromJson } from "./json.ts";
import { inRoom } from "./json-room.ts";

const nested = (depth: number, open = "[", close = "]") => `${open.repeat(depth)}${close.repeat(depth)}`;

it.each([
  ["lists", "[],"],
  ["objects", "{},"],
])("megabytes of nothing but %s are not parsed", (_, unit) => {
  const text = `[${unit.repeat(2_100_000)}0]`;
  expect(inRoom(text)).toBeUndefined();
  expect(fromJson(text)).toBeUndefined();
});

it.each([
  ["words", `"${"const total = [1, 2].map((each) => { return each; });".repeat(300_000)}"`],
  ["brackets in a string, which ends behind all of them", `["${String.raw`[{\"\\`.repeat(2_100_000)}",[]]`],
  ["numbers", `[${"1,".repeat(2_100_000)}1]`],
])("megabytes of %s are parsed unchanged", (_, text) => {
  expect(inRoom(text)).toBe(text);
});

it.each([
  ["lists", nested(5_000_000)],
  ["objects", nested(5_000_000, '{"a":', "}").replace(":}", ":0}")],
])("of what is nested in millions of %s, the rest of the text is read", (_, deep) => {
  expect(fromJson(`{"before":1,"deep":${deep},"after":"]"}`)).toMatchObject({ before: 1, after: "]" });
});

it("only what is too deep is left out", () => {
  const text = `[${nested(490)},${nested(5_000_000)},{"a":${nested(2_000_000)}}]`;
  const [usual, deep, named] = fromJson(text) as [unknown, unknown, object];
  expect(JSON.stringify(usual)).toBe(nested(490));
  expect(JSON.stringify(deep)).toBe(nested(499).replace("[]", "[null]"));
  expect(JSON.stringify(named)).toContain('{"a":[');
});

it.each([
  ["opens without an end", "[".repeat(5_000_000)],
  ["closes what it never opened", "]".repeat(5_000_000)],
  ["stops within a string", `["${"[".repeat(5_000_000)}`],
  ["has millions of places that are too deep", `${"[".repeat(500)}${"[],".repeat(2_000_000)}0${"]".repeat(500)}`],
])("a text that %s is no value", (_, text) => {
  expect(fromJson(text)).toBeUndefined();
});
