import fc from "fast-check";
import { anyCharacter } from "./any-character.ts";

/** Characters that break naive readers: controls, separators, half characters, marks that reorder or hide. */
const ODD = [
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u200b",
  "\u202e",
  "\ud800",
  "\udc00",
  "\ufeff",
  "\u2028",
  "\u0085",
  "\r",
  "\t",
  "é",
  "日",
  "🦊",
  "\u{e0041}",
];

/** Text made of the words a reader knows, in any order, with noise between: nearer to its edges than random text. */
export function textOf(words: readonly string[], maxLength = 24): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        " ",
        " ",
        "\n",
        "\n\n",
        '"',
        "'",
        "`",
        "\\",
        "$",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        "|",
        "&",
        ";",
        ":",
        ",",
        ".",
        "/",
        "-",
        "*",
        "#",
        "=",
        "0",
        "1",
        "9",
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: anyCharacter }) },
  );
  return fc.array(piece, { maxLength, size: "max" }).map((pieces) => pieces.join(""));
}

/** One word over and over, and one inside the other: what makes a careless reader slow or deep. */
export function giants(words: readonly string[], size: number): string[] {
  const repeated = words.slice(0, 12).map((word) => word.repeat(Math.ceil(size / Math.max(1, word.length))));
  const nested = [
    ["(", ")"],
    ["[", "]"],
    ["{", "}"],
    ['{"a":', "}"],
    ["$(", ")"],
    ["`", "`"],
    ["<a>", "</a>"],
  ].map(
    ([open = "", close = ""]) =>
      open.repeat(Math.ceil(size / 4 / open.length)) + close.repeat(Math.ceil(size / 4 / open.length)),
  );
  return [
    ...repeated,
    ...nested,
    "a".repeat(size),
    "\n".repeat(size),
    " ".repeat(size),
    "\\".repeat(size),
    '"'.repeat(size),
    "a b ".repeat(size / 4),
    "\ud800".repeat(size / 2),
  ];
}
