import { expect, test } from "vitest";
import { redactKeyBlocks } from "./key-blocks.ts";

const LINE = "MIIEpAIBAAKCAQEAx4abcdEFGH0123456789+/";
/** In the rows, « and » stand for the beginning and the end of a key, § for a line of it, and * for what it becomes. */
const written = (text: string) =>
  text
    .replaceAll("«", "-----BEGIN RSA PRIVATE KEY-----")
    .replaceAll("»", "-----END RSA PRIVATE KEY-----")
    .replaceAll("§", LINE);

test.each([
  ["a\n«\n§\n§\nx1==\n»\nb", "a\n«\n*\n\n\n»\nb"],
  ["«\n§\n§\n", "«\n*\n\n"],
  ["a\n§\n§\nx1==\n»\nb", "a\n*\n\n\n»\nb"],
  ["some words before\n§\n»", "some words before\n*\n»"],
  // One line, with blanks or escaped breaks
  ['K="« § § »"', 'K="« *  »"'],
  [String.raw`{"k":"«\n§\n§\nx1=\n»\n"}`, String.raw`{"k":"«\n*\n\n\n»\n"}`],
  [String.raw`"{\"k\":\"«\\n§\\n»\"}"`, String.raw`"{\"k\":\"«\\n*\\n»\"}"`],
  [String.raw`a\n§\n§\n»`, String.raw`a\n*\n\n»`],
  [String.raw`a\r\n§\r\n»`, String.raw`a\r\n*\r\n»`],
  // Marks in front of the lines
  ["+«\n+§\n+x1==\n+»", "+«\n+*\n+\n+»"],
  ["-§\n-§\n-»", "-*\n-\n-»"],
  ["  11→«\n  12→§\n  13→§\n  14→»", "  11→«\n  12→*\n  13→\n  14→»"],
  ["  12→§\n  13→§\n  14→»", "  12→*\n  13→\n  14→»"],
  ["12:§\n13:§\n14:»", "12:*\n13:\n14:»"],
  ["k.pem:1:«\nk.pem-2-§\nk.pem-3-x1==\nk.pem-4-»", "k.pem:1:«\nk.pem-2-*\nk.pem-3-\nk.pem-4-»"],
  ["k.pem:§\nk.pem:§\nk.pem:»", "k.pem:*\nk.pem:\nk.pem:»"],
  ["see k.pem:«\nk.pem:§\nk.pem:§", "see k.pem:«\nk.pem:*\nk.pem:"],
  // Heads are no part of a key
  [
    "«\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n§\n»",
    "«\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n*\n»",
  ],
  // Two of them, and words between
  ["«\n§\n»\nand\n«\n§\n»", "«\n*\n»\nand\n«\n*\n»"],
  ["«\n§\n»\n§\n»", "«\n*\n»\n*\n»"],
  // PuTTY's
  ["Private-Lines: 2\n§\nx1==\nPrivate-MAC: 00", "Private-Lines: 2\n*\n\nPrivate-MAC: 00"],
  ["Private-Lines: 2\n§\nx1==\nPrivate-Hash: 00", "Private-Lines: 2\n*\n\nPrivate-Hash: 00"],
  // Code that only names the marks
  ['if (text.includes("«")) return text.split("»")[0];', 'if (text.includes("«")) return text.split("»")[0];'],
  ["short\nwords\n»", "short\nwords\n»"],
  ["+«\n+§\n+»", "+«\n+*\n+»"],
  ["+ «\n+ §\n+ x1=\n+ »", "+ «\n+ *\n+ \n+ »"],
  // As `cat -A` and tables show it
  ["«$\n§$\n§$\nx1==$\n»$\nb", "«$\n*$\n$\n$\n»$\nb"],
  ["a$\n§$\n§$\n»$", "a$\n*$\n$\n»$"],
  [String.raw`a«$\n§$\nx1=$\n»$`, String.raw`a«$\n*$\n$\n»$`],
  ["│ « │\n│ §   │\n│ § │\n│ » │", "│ « │\n│ *   │\n│  │\n│ » │"],
  ["┃ § ┃\n┃ x1= ┃\n┃ » ┃", "┃ * ┃\n┃  ┃\n┃ » ┃"],
  ["«$THE_KEY_IN_THE_SETTINGS", "«$THE_KEY_IN_THE_SETTINGS"],
  // Escaped breaks and the numbers of lines, both
  [String.raw`12\t§\n13\t§\n14\t»`, String.raw`12\t*\n13\t\n14\t»`],
  [String.raw`a\\n12\\t§\\n13\\t§\\n14\\t»`, String.raw`a\\n12\\t*\\n13\\t\\n14\\t»`],
])("takes the body out of %j", (text, redacted) => {
  expect(redactKeyBlocks(written(text), () => "*")).toBe(written(redacted));
});
