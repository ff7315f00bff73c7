import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText, splitLines } from "./text-file.ts";

describe("decodeText", () => {
  it.each([
    ["utf-8", Buffer.from("grün 🚣\n")],
    ["utf-8-bom", Buffer.from([0xef, 0xbb, 0xbf, 0x61])],
    ["utf-16le", Buffer.from([0xff, 0xfe, 0x61, 0, 0x0a, 0])],
    ["utf-16be", Buffer.from([0xfe, 0xff, 0, 0x61])],
    ["latin-1", Buffer.from([0x67, 0x72, 0xfc, 0x6e])],
  ])("knows %s", (encoding, bytes) => {
    expect(decodeText(bytes)?.encoding).toBe(encoding);
  });

  it.each([
    ["a NUL", Buffer.from("a\0b")],
    ["bytes of a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])],
    ["half a UTF-16 character", Buffer.from([0xff, 0xfe, 0x61])],
  ])("takes %s for binary", (_what, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });

  it("loses nothing: what it reads as text is written back to the same bytes", () => {
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    fc.assert(
      fc.property(mark, fc.uint8Array({ maxLength: 40 }), (start, rest) => {
        const bytes = Buffer.from([...start, ...rest]);
        const decoded = decodeText(bytes);
        expect(decoded ? encodeText(decoded.text, decoded.encoding) : bytes).toEqual(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuses to write what Latin-1 cannot hold", () => {
    expect(() => encodeText("€", "latin-1")).toThrow("no room");
  });
});

it("splits lines so that they join to the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", " ") }), (text) => {
      expect(splitLines(text).join("")).toBe(text);
    }),
  );
});
