import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonPieces } from "../../../test/support/json-pieces.ts";
import { JsonText } from "./json-text.ts";

describe("a JSON string that is not decoded", () => {
  test("is taken if and only if a parse would take it, and reads the same", () => {
    fc.assert(
      fc.property(jsonPieces(), (inside) => {
        const json = `"${inside}"`;
        expect(JsonText.of(json)?.text).toBe(parsed(json));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["", "1", "null", "{}", "[]", '"a', 'a"', '"a"b"', ' "a"', '"a" ', '"a","b"'])("is not %s", (json) => {
    expect(JsonText.of(json)).toBeUndefined();
  });

  test("tells how it begins as its text would", () => {
    fc.assert(
      fc.property(
        jsonPieces(),
        fc.constantFrom("<persisted-output>", "Async agent launched", "plain"),
        (inside, words) => {
          const text = JsonText.of(`"${inside}"`);
          expect(text?.startsWith(words)).toBe(text?.text.startsWith(words));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("never denies a word that its text has", () => {
    fc.assert(
      fc.property(jsonPieces(), fc.constantFrom("Reject", "background"), (inside, word) => {
        const text = JsonText.of(`"${inside}"`);
        const has = text?.text.includes(word) ?? false;
        expect(!has || text?.mayInclude(word)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("says no where no character is escaped that could hide the word", () => {
    expect(JsonText.of('"\\u001b[1mall good\\n"')?.mayInclude("background")).toBe(false);
  });
});

function parsed(json: string): string | undefined {
  try {
    return JSON.parse(Buffer.from(json, "latin1").toString("utf8")) as string;
  } catch {
    return undefined;
  }
}
