import { describe, expect, test } from "vitest";
import { ALPHABETS, seeded } from "../../../test/support/random.ts";
import { createRedactor } from "../redact.ts";
import { redactKeyLines } from "./key-lines.ts";

const random = seeded(32_452_867);
const BASE64 = `${ALPHABETS.mixed}+/`;
const lines = (count: number, width = 64) => Array.from({ length: count }, () => random.text(BASE64, width));
const take = (text: string) => redactKeyLines(text, () => "*");

describe("the middle of a key", () => {
  const three = lines(3);
  const [a = "", b = "", c = ""] = three;

  test.each([
    ["as it is", `a\n${three.join("\n")}\nb`, "a\n*\n\n\nb"],
    ["of OpenSSH", lines(4, 70).join("\n"), "*\n\n\n"],
    ["with parts of lines", `${a.slice(20)}\n${three.join("\n")}\n${b.slice(40)}`, "*\n\n\n\n"],
    ["with its last line", `${three.join("\n")}\n${b.slice(0, 30)}==\ndone`, "*\n\n\n\ndone"],
    ["numbered", `  5→${a}\n  6→${b}\n  7→${c}`, "  5→*\n  6→\n  7→"],
    ["found by a search", `k.pem-5-${a}\nk.pem-6-${b}\nk.pem-7-${c}`, "k.pem-5-*\nk.pem-6-\nk.pem-7-"],
    ["in a diff", `+${a}\n+${b}\n+${c}\n+x`, "+*\n+\n+\n+x"],
    ["with ends made visible", `${a}$\n${b}$\n${c}$`, "*$\n$\n$"],
    ["in a table", `│ ${a} │\n│ ${b} │\n│ ${c} │`, "│ * │\n│  │\n│  │"],
    ["in a list", JSON.stringify(three, null, 2), '[\n  "*",\n  "",\n  ""\n]'],
    ["between quotes", `x = "${three.join("\n")}";`, 'x = "*\n\n";'],
    ["with carriage returns", three.join("\r\n"), "*\r\n\r\n"],
  ])("is taken out %s", (_, text, redacted) => {
    expect(take(text)).toBe(redacted);
    expect(take(redacted)).toBe(redacted);
  });

  test("is taken out of a text inside a text", () => {
    const text = JSON.stringify({ out: JSON.stringify({ text: three.join("\n") }) });
    const result = createRedactor()(text);
    expect(three.filter((line) => result.includes(line.slice(0, 20)))).toEqual([]);
    expect(() => JSON.parse(JSON.parse(result).out)).not.toThrow();
  });

  test.each([
    ["two lines", `${a}\n${b}\n`],
    ["lines of another width", lines(9, 76).join("\n")],
    ["hashes", Array.from({ length: 9 }, () => random.text(ALPHABETS.hex, 64)).join("\n")],
    ["hashes in capitals", Array.from({ length: 9 }, () => random.text("0123456789ABCDEF", 64)).join("\n")],
    ["hashes with names", three.map((line) => `${line}  a.txt`).join("\n")],
    ["letters", Array.from({ length: 9 }, () => "aB".repeat(32)).join("\n")],
    ["a certificate", `-----BEGIN CERTIFICATE-----\n${lines(9).join("\n")}`],
    ["the end of a certificate", `${lines(9).join("\n")}\n${a.slice(0, 20)}==\n-----END CERTIFICATE-----`],
    ["a signature", `-----BEGIN PGP SIGNATURE-----\nVersion: 2\n\n${lines(9).join("\n")}\n=aB3d`],
    ["a public key", `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "a"\n${lines(5, 70).join("\n")}`],
    ["an image", `iVBORw0KGgo${a.slice(11)}\n${lines(9).join("\n")}`],
    ["PuTTY's public part", `Public-Lines: 4\n${lines(4).join("\n")}`],
    ["paths", Array.from({ length: 3 }, () => `src/${"observer/".repeat(6)}Aa12.x`).join("\n")],
  ])("is not in %s", (_, text) => {
    expect(take(text)).toBe(text);
  });
});
