/** At most so many characters, with a sign where the rest was left out. Never half of a character that takes two. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
