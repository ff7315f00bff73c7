import { expect, it } from "vitest";
import { inRoles } from "./finding-rule.ts";
import { quote } from "../quote.ts";

it.each<[text: string, quoted: string]>([
  ["npm test", '"npm test"'],
  ['say "it"\n now', '"say it now"'],
  ["npx vitest run src/cart/total.test.ts", '"npx vitest run src/cart/total…"'],
  // Half a key is not known as one.
  ["deploy with ghp_a1B2c3D4e5F6a1B2c3D4e5F6 now", '"deploy with…"'],
  ["deploy with ghp_a1B2c3D4e5F6a1B2c3D4e5F6", '"deploy with…"'],
  ["ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4", '"…"'],
  // Half an escape sequence is not known as one either.
  ["All pass.\u001b]8;;http://evil.example/all\u0007 See\u001b]8;;\u0007 the log.", '"All pass. See the log."'],
  ["npx vitest \u001b[31mrun src/cart/total.test.ts", '"npx vitest run src/cart/total…"'],
  ["the words before a1 end there, as they do", '"the words before a1 end there…"'],
])("%j", (text, quoted) => {
  expect(quote(text, 30)).toBe(quoted);
});

it("names each step once, in order, with the first word for it", () => {
  expect(inRoles([4, "put back"], [undefined, "failed"], [2, "the edit"], [4, "gone"])).toEqual({
    steps: [2, 4],
    roles: { 2: "the edit", 4: "put back" },
  });
});
