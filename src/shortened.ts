/** A text of at most `limit` characters, with an ellipsis when it is cut. Never cuts a surrogate pair in half. */
export function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
