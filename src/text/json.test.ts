import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine } from "./json.ts";

describe("jsonLine", () => {
  it("writes what JSON.stringify writes, as one line", () => {
    const text = fc.string();
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        expect(jsonLine(value)).toBe(`${JSON.stringify(value)}\n`);
      }),
    );
  });

  it.each([
    ["the first half of a character", "cut \ud83d", "cut \ufffd"],
    ["the second half", "\udd8a cut", "\ufffd cut"],
    ["halves that are the wrong way round", "\udd8a\ud83d", "\ufffd\ufffd"],
    ["a half behind a backslash", "\\\ud83d", "\\\ufffd"],
    ["a whole character", "🦊", "🦊"],
    ["an escape that somebody wrote out", String.raw`\ud83d \\ud83d`, String.raw`\ud83d \\ud83d`],
  ])("mends half characters alone: %s", (_, text, told) => {
    expect(JSON.parse(jsonLine({ text, [text]: [text] }))).toEqual({ text: told, [told]: [told] });
  });
});
