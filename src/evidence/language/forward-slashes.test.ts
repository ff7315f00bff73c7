import { expect, test } from "vitest";
import { withForwardSlashes } from "./forward-slashes.ts";

test.each([
  [String.raw`Updated src\cart.ts, and .\docs\cart.md.`, "Updated src/cart.ts, and ./docs/cart.md."],
  [String.raw`C:\Users\me\shop\src\old.ts(3,1): error`, "C:/Users/me/shop/src/old.ts(3,1): error"],
  [String.raw`(src\__tests__\cart.test.ts)`, "(src/__tests__/cart.test.ts)"],
  [String.raw`the folder src\legacy\ stays`, "the folder src/legacy/ stays"],
])("%s", (text, plain) => {
  expect(withForwardSlashes(text)).toBe(plain);
});

test.each([
  String.raw`the class App\Models\Cart`,
  String.raw`my\_file\_name.ts`,
  String.raw`the pattern \d+\.ts and cart\.ts`,
  String.raw`a line that ends with \n or \r\n`,
  String.raw`\section.tex and \w+.js`,
  "src/cart.ts",
])("leaves %s", (text) => {
  expect(withForwardSlashes(text)).toBe(text);
});
