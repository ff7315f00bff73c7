/** What of a text stands in words of at least that length, whatever else than a blank ends them. */
export function longWords(text: string, length: number): string {
  return text
    .split(" ")
    .filter((word) => word.length >= length)
    .join(" ");
}
