import { expect, test } from "vitest";
import { isSameName } from "./directory.ts";

test.each([
  ["/Users/me/shop/src", "/Users/me/shop/src", true],
  ["/Users/me/shop/src", "/Users/me/Shop/SRC", true],
  ["/Users/me/cafe\u0301", "/Users/me/caf\u00e9", true],
  ["/Users/me/other", "/Users/me/shop", false],
  ["/Users/me/shop", "/Users/me/shop/src", false],
])("what the disk calls %s was asked for as %s: %s", (real, asked, same) => {
  expect(isSameName(real, asked)).toBe(same);
});
