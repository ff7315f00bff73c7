import { expect, test } from "vitest";
import { throughEscapes } from "../redact.ts";
import { beneathCodes } from "./encoded-marks.ts";
import type { Placeholder } from "./placeholder.ts";

const WORD = "[redacted:secret:0000]";
const redact = (text: string, placeholder: Placeholder) =>
  text.replaceAll(/(?<=["']?k["']?[=:]["'<])[^"'<>&]+(?=["'>&])/g, (secret) => placeholder("secret", secret));

test.each([
  ["a k=%22one%22 b", `a k=%22${WORD}%22 b`],
  ["k=&quot;one&quot;&amp;k=&quot;two&quot;", `k=&quot;${WORD}&quot;&amp;k=&quot;${WORD}&quot;`],
  ["k=&apos;one&apos;", `k=&apos;${WORD}&apos;`],
  ["k=&lt;one&gt;", `k=&lt;${WORD}&gt;`],
  ["k=&#34;one&#34;", `k=&#34;${WORD}&#34;`],
  ["k=&#x22;one&#x22;", `k=&#x22;${WORD}&#x22;`],
  ["k=&#039;one&#39;", `k=&#039;${WORD}&#39;`],
  [String.raw`\u0022k\u0022:\u0022one\u0022`, String.raw`\u0022k\u0022:\u0022${WORD}\u0022`],
  [String.raw`\\u0022k\\u0022:\\u0022o\\u006ee\\u0022`, String.raw`\\u0022k\\u0022:\\u0022${WORD}\\u0022`],
  // What codes stand for no mark stays, and what stood there before, too
  ["k=%22o%7Fe%22 &#10; &#200; &nbsp;", `k=%22${WORD}%22 &#10; &#200; &nbsp;`],
  [`%20 ${WORD} k=%22one%22`, `%20 ${WORD} k=%22${WORD}%22`],
  ["k='one'", "k='one'"],
])("takes out what stands between the marks of %j", (text, redacted) => {
  expect(beneathCodes(text, redact, () => WORD)).toBe(redacted);
});

test("a secret inside a secret is taken out with it", () => {
  const twice = (text: string, placeholder: Placeholder) =>
    redact(
      text.replace("one", (secret) => placeholder("inner", secret)),
      (_, secret) => placeholder("outer", secret),
    );
  const word: Placeholder = (kind) => `[redacted:${kind}:0000]`;
  expect(beneathCodes("a%20k=%22x one y%22 b", twice, word)).toBe("a%20k=%22[redacted:outer:0000]%22 b");
});

test("without codes nothing is looked at", () => {
  expect(
    beneathCodes(
      "100% of &co and \\u00e9",
      () => "wrong",
      () => WORD,
    ),
  ).toBe("100% of &co and \\u00e9");
});

test.each([
  [String.raw`a\nb\r\nc\td`, "a|b||c|d"],
  [String.raw`a\\nb\\\\tc`, "a|b|c"],
])("reads %j with its breaks, and leaves them as they were", (text, seen) => {
  const read: string[] = [];
  const unchanged = throughEscapes(text, (part) => {
    read.push(part.replaceAll(/[\u2002-\u2004]/g, "").replaceAll(/[\n\r\t]/g, "|"));
    return part;
  });
  expect(unchanged).toBe(text);
  expect(read).toEqual([seen, text]);
});

test("a text that has the blanks which stand for backslashes is read as it stands", () => {
  const text = "a\\nb\u2002";
  const read: string[] = [];
  expect(throughEscapes(text, (part) => (read.push(part), part))).toBe(text);
  expect(read).toEqual([text]);
});
