/**
 * The last protection for everything that is printed. Characters that control a terminal, or hide or turn text, and
 * that we never print ourselves, are escaped: JSON stays the same JSON, and in other text they become visible. Our
 * own colours and progress lines are let through only to a terminal, or when the person demands colours, and only
 * exactly: other sequences could hide a line, overwrite it or set the clipboard.
 */
export function safeText(text: string, draws: boolean): string {
  return text.toWellFormed().replaceAll(draws ? NEVER_OURS : CONTROL, escaped);
}

const CONTROL = /(?![\n\t]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/**
 * Allowed are the colours of `styleFor`, clearing to the end of a row, and a return to its start as the first
 * character.
 */
const NEVER_OURS =
  /(?!\n|\t|^\r|\u001b\[(?:K|(?:1|2|22|3[1-39]|38;5;208)m)|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** One escape for each half of a character that consists of two. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
