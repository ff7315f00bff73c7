/**
 * Redacts a text inside a text (JSON, a string in code) in its decoded form: there a line break is a backslash and a
 * letter, and that letter would hide where a word begins. Then it is redacted again as it is, since a secret may
 * contain a backslash itself.
 */
export function throughEscapes(text: string, redact: (text: string) => string): string {
  if (!text.includes("\\") || !ESCAPED_BREAK.test(text) || STAND_IN.test(text)) return redact(text);
  const broken = text.replaceAll(ESCAPED_BREAKS, (_, slashes: string, letter: string) =>
    breakFor(letter, slashes.length),
  );
  return redact(redact(broken).replaceAll(BREAKS, escapeFor));
}

const ESCAPED_BREAK = /\\[nrt]/;
const ESCAPED_BREAKS = /(\\{1,16})([nrt])/g;

/** Rare blanks stand in for the backslashes. A tab is put first, because it may follow a line number. */
const STAND_IN = /[\u2002-\u2004]/;
const BREAKS = /\u2002+\n|\u2003+\r|\t\u2004+/g;

function breakFor(letter: string, slashes: number): string {
  if (letter === "n") return `${"\u2002".repeat(slashes)}\n`;
  return letter === "r" ? `${"\u2003".repeat(slashes)}\r` : `\t${"\u2004".repeat(slashes)}`;
}

function escapeFor(standIns: string): string {
  const letter = standIns.endsWith("\n") ? "n" : standIns.endsWith("\r") ? "r" : "t";
  return "\\".repeat(standIns.length - 1) + letter;
}
