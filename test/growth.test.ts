import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";

it("tells what grows with its input from what grows faster", () => {
  const blanks = `${" ".repeat(22_000)}x`;
  expect(growth(blanks, (text) => /\s+$/.test(text))).toBeGreaterThan(MORE_THAN_ITS_INPUT);
  const line = "a".repeat(2_000_000);
  expect(growth(line, (text) => Array.from(text, (letter) => letter.length))).toBeLessThan(MORE_THAN_ITS_INPUT);
});
