import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBlankAt, isCapital, isDigit, isLetter, opensWord } from "./letters.ts";

const ODD = "aZ_09 -;=%.\t\n\r\u00a0\u2028\u3000\ufeff\u200b\u{1f600}é";
const text = fc.array(fc.constantFrom(...ODD), { maxLength: 12 }).map((letters) => letters.join(""));

describe("what is asked letter by letter", () => {
  it("is what an expression would find", () => {
    fc.assert(
      fc.property(text, (any) => {
        for (let at = 0; at < any.length; at += 1) {
          const code = any.charCodeAt(at);
          const sign = any.charAt(at);
          expect([isLetter(code), isCapital(code), isDigit(code), isBlankAt(any, at)]).toEqual(
            [/[A-Za-z]/, /[A-Z]/, /\d/, /\s/].map((pattern) => pattern.test(sign)),
          );
        }
        expect(opensWord(any, ";")).toBe(/(?:^|\s);/m.test(any));
        expect(opensWord(any, "=")).toBe(/(?:^|\s)=/m.test(any));
      }),
    );
  });

  it("takes the end of a text for a blank", () => {
    expect(isBlankAt("a", 1)).toBe(true);
    expect(isBlankAt("", 0)).toBe(true);
  });
});
