/**
 * The last net under everything that is printed. Characters that steer a terminal, hide text or turn it around, and that
 * we never print ourselves, are written as escapes: JSON stays the same JSON, and in other text they can be seen.
 * What draws colours and progress is let through only to a terminal, or where the person demands colours.
 */
export function safeText(text: string, draws: boolean): string {
  return text.toWellFormed().replaceAll(draws ? NEVER_OURS : CONTROL, escaped);
}

const CONTROL = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const NEVER_OURS = /(?![\n\t\r\u001b])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One escape for each half of a character that needs two. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
