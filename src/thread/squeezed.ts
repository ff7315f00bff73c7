/** The text in one line with single spaces, so that it also matches when a host has wrapped its lines. */
export function squeezed(text: string): string {
  return evenlySpaced(text.includes("\\") ? joined(text) : text).trim();
}

/** Lines that a backslash continues, put together. One that is escaped itself continues nothing. */
function joined(text: string): string {
  return text.replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, "$1 ");
}

/** The text with every run of white space replaced by one space. */
export function evenlySpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
