import { expect, test } from "vitest";
import { isEndKey, isKey } from "./typed-keys.ts";

test.each([
  ["", true, false],
  [" \n", true, false],
  ["C-c", true, true],
  ["ctrl+D", true, true],
  ["C-l", true, false],
  ["\u0003", true, true],
  ["C-c && ls", false, false],
  ["y", false, false],
])("%j is a key: %s, and ends a program: %s", (text, key, end) => {
  expect([isKey(text), isEndKey(text)]).toEqual([key, end]);
});
