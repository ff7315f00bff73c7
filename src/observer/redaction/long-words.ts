/** The words of a text that have at least this length; only spaces separate words. */
export function longWords(text: string, length: number): string {
  return text
    .split(" ")
    .filter((word) => word.length >= length)
    .join(" ");
}
