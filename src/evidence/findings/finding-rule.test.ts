import { expect, it } from "vitest";
import { quote } from "./finding-rule.ts";

it.each<[text: string, quoted: string]>([
  ["npm test", '"npm test"'],
  ['say "it"\n now', '"say it now"'],
  ["npx vitest run src/cart/total.test.ts", '"npx vitest run src/cart/total…"'],
  // Half a key is not known as one.
  ["deploy with ghp_a1B2c3D4e5F6a1B2c3D4e5F6 now", '"deploy with…"'],
  ["deploy with ghp_a1B2c3D4e5F6a1B2c3D4e5F6", '"deploy with…"'],
  ["ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4", '"…"'],
  ["the words before a1 end there, as they do", '"the words before a1 end there…"'],
])("%j", (text, quoted) => {
  expect(quote(text, 30)).toBe(quoted);
});
