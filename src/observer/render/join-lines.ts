/** Parts one below the other; an empty one takes no line. */
export function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
