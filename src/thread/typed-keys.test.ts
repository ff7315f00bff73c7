import { expect, test } from "vitest";
import { isKey } from "./typed-keys.ts";

test.each([
  ["", true],
  [" \n", true],
  ["C-c", true],
  ["ctrl+D", true],
  ["\u0003", true],
  ["C-c && ls", false],
  ["y", false],
])("%j is a key: %s", (text, key) => {
  expect(isKey(text)).toBe(key);
});
