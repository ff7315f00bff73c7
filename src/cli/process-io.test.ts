import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleFor } from "../show/wrap.ts";
import { safeText } from "./process-io.ts";

describe("safeText", () => {
  it("leaves plain text, other scripts and emoji alone", () => {
    for (const text of ["hello\n\tworld", "naïve 日本語 🦊 ✓", '{"a":"b\\n"}'])
      expect(safeText(text, false)).toBe(text);
  });

  it.each([
    ["\u001b[2J", String.raw`\u001b[2J`],
    ["\u009b31m", String.raw`\u009b31m`],
    ["a\u202eb\u200bc\ufeff", String.raw`a\u202eb\u200bc\ufeff`],
    ["a\u3164\u115f\u034f\u061c\u2066b", String.raw`a\u3164\u115f\u034f\u061c\u2066b`],
    ["\u{e0041}", String.raw`\udb40\udc41`],
    ["3 failed\r0 failed", String.raw`3 failed\u000d0 failed`],
    ["\ud800", "\ufffd"],
  ])("shows %j as an escape", (text, shown) => {
    expect(safeText(text, false)).toBe(shown);
  });

  it("lets colours and progress through to a terminal, and nothing else", () => {
    expect(safeText("\r\u001b[32mok\u001b[39m\u001b[K", true)).toBe("\r\u001b[32mok\u001b[39m\u001b[K");
    expect(safeText("\u001b[12Arow\u001b[K\n", true)).toBe("\u001b[12Arow\u001b[K\n");
    expect(safeText("row\u001b[1A", true)).toBe(String.raw`row\u001b[1A`);
    expect(safeText("\u009b2J\u202e", true)).toBe(String.raw`\u009b2J\u202e`);
    for (const paint of Object.values<(text: string) => string>({ ...styleFor(true) }))
      expect(safeText(paint("text"), true)).toBe(paint("text"));
  });

  it.each([
    ["\u001b]0;title\u0007", String.raw`\u001b]0;title\u0007`],
    ["\u001b]52;c;eA==\u001b\\", String.raw`\u001b]52;c;eA==\u001b${"\\"}`],
    ["\u001b[2J\u001b[1A\u001b[8mhidden", String.raw`\u001b[2J\u001b[1A\u001b[8mhidden`],
    ["3 failed\r0 failed", String.raw`3 failed\u000d0 failed`],
    ["\u001bc", String.raw`\u001bc`],
  ])("shows %j as an escape on a terminal, too", (text, shown) => {
    expect(safeText(text, true)).toBe(shown);
  });

  it("keeps JSON the same JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const printed = safeText(json, false);
        expect(JSON.parse(printed)).toEqual(JSON.parse(json));
        expect(printed).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });
});
