import { expect, it } from "vitest";
import { remembering, rememberingEach, rememberingWithin } from "./remembering.ts";

it("asks once for a text it has just seen, again for another context, and again when it is forgotten", () => {
  const asked: string[] = [];
  const length = remembering(2, (text: string, unit: string) => {
    asked.push(`${text} ${unit}`);
    return `${text.length} ${unit}`;
  });
  expect([length("abc", "m"), length("abc", "m"), length("abc", "ft")]).toEqual(["3 m", "3 m", "3 ft"]);
  expect(asked).toEqual(["abc m", "abc ft"]);
  length("d", "m");
  expect(length("abc", "m")).toBe("3 m");
  expect(asked).toEqual(["abc m", "abc ft", "d m", "abc m"]);
});

it("asks once for each thing, and again for another context", () => {
  const asked: string[] = [];
  const count = rememberingEach((list: readonly string[], unit: string) => {
    asked.push(unit);
    return `${list.length} ${unit}`;
  });
  const [two, other] = [
    ["a", "b"],
    ["a", "b"],
  ];
  expect([count(two, "m"), count(two, "m"), count(two, "ft"), count(other, "m")]).toEqual([
    "2 m",
    "2 m",
    "2 ft",
    "2 m",
  ]);
  expect(asked).toEqual(["m", "ft", "m"]);
});

it("asks once for each key of a scope, though the answer be none, and again in another", () => {
  const asked: number[] = [];
  const at = rememberingWithin((list: readonly string[], index: number) => {
    asked.push(index);
    return list[index];
  });
  const [two, other] = [["a", "b"], ["c"]];
  expect([at(two, 0), at(two, 1), at(two, 0), at(other, 0), at(other, 1), at(other, 1)]).toEqual([
    "a",
    "b",
    "a",
    "c",
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([0, 1, 0, 1]);
});
