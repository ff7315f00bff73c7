import fc from "fast-check";
import { expect, it } from "vitest";
import { commandData, commandProperty, forLog, html, htmlCode, xml } from "./escape.ts";

const PIECES = [
  "::error",
  "::",
  "##[",
  "<script>",
  "</code>",
  "&amp;",
  '"',
  "'",
  "@everyone",
  "`",
  "|",
  "\n",
  "\r",
  "%0A",
  ",",
  ":",
  " ",
  "a",
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(""));

it("leaves nothing in a page that a browser would read, and nothing of the text out", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(html(text)).not.toMatch(/[<>"']/);
      expect(unescaped(html(text))).toBe(text);
      expect(htmlCode(text)).not.toMatch(/\n/);
    }),
  );
});

it("leaves no character in XML that XML does not have", () => {
  expect(xml("a\u0000b\u001bc\ud800d\ufffee & <f>\n\tg")).toBe("a�b�c�d�e &#38; &#60;f&#62;\n\tg");
});

it("writes workflow commands of one line, which a runner reads back as they were", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const read = (coded: string) =>
        coded
          .replaceAll("%0A", "\n")
          .replaceAll("%0D", "\r")
          .replaceAll("%3A", ":")
          .replaceAll("%2C", ",")
          .replaceAll("%25", "%");
      expect(commandData(text)).not.toMatch(/[\r\n]/);
      expect(commandProperty(text)).not.toMatch(/[\r\n:,]/);
      expect([read(commandData(text)), read(commandProperty(text))]).toEqual([text, text]);
    }),
  );
});

it("leaves no command in a log", () => {
  expect(forLog("::error::x\n  ::add-mask::y\na ::b:: stays\nin ##[error]z ###[group]")).toBe(
    ": :error::x\n  : :add-mask::y\na ::b:: stays\nin # #[error]z ## #[group]",
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(forLog(text)).not.toMatch(/^\s*::|##\[/m);
    }),
  );
});

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
