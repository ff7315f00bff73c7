/** The parts, one below the other; an empty part takes no line. */
export function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
