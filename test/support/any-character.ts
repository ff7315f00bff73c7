import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff - SURROGATES.count;

/**
 * Any character there is, for `fc.string({ unit: anyCharacter })`. The unit "binary" of the library means the same, but
 * lists all of them, a million, to find out of what "__proto__" is made: three seconds and a hundred megabytes of every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(LAST).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (character) => indexOf(character),
);

function indexOf(character: unknown): number {
  const code = typeof character === "string" ? (character.codePointAt(0) ?? -1) : -1;
  if (code < 0 || String.fromCodePoint(code) !== character) throw new Error("not one character");
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
