/**
 * The last net under everything that is printed. Characters that steer a terminal, hide text or turn it around, and that
 * we never print ourselves, are written as escapes: JSON stays the same JSON, and in other text they can be seen.
 * Our own colours and progress are let through only to a terminal, or where the person demands colours: to the letter,
 * since whoever could send other sequences could hide a line, write over it or set the clipboard.
 */
export function safeText(text: string, draws: boolean): string {
  return text.toWellFormed().replaceAll(draws ? NEVER_OURS : CONTROL, escaped);
}

const CONTROL = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Ours are the colours of `styleFor`, the end of a row that is wiped, and the way back to its start before anything else. */
const NEVER_OURS = /(?!\n|\t|^\r|\u001b\[(?:K|(?:1|2|22|3[1-39]|38;5;208)m))[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One escape for each half of a character that needs two. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
