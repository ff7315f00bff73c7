import fc from "fast-check";
import { expect, it } from "vitest";
import { isoText } from "./iso-text.ts";

it("is what the language gives", () => {
  const everyDate = fc.property(fc.date({ noInvalidDate: true }), (date) => {
    expect(isoText(date)).toBe(date.toISOString());
  });
  fc.assert(everyDate);
});

it.each([-62_167_219_200_001, -62_167_219_200_000, -1, 0, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000])(
  "also %i milliseconds from 1970 on",
  (milliseconds) => {
    const date = new Date(milliseconds);
    expect(isoText(date)).toBe(date.toISOString());
  },
);

it("refuses what is no date, as the language does", () => {
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
});
