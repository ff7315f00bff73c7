/** The text in one line with single spaces, so that it also matches when a host has wrapped its lines. */
export function squeezed(text: string): string {
  return evenlySpaced(text.includes("\\") ? joined(text) : text).trim();
}

/**
 * Lines that a backslash continues, put together: before a space it would stand for that space, and a command that is
 * pasted would be another one. One that is escaped itself continues nothing.
 */
function joined(text: string): string {
  return text.replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, "$1 ");
}

/** The text with every run of white space replaced by one space. */
export function evenlySpaced(text: string): string {
  return isEven(text) ? text : text.replaceAll(/\s+/g, " ");
}

/**
 * True when white space is even already. A short ASCII text is checked without a regular expression: compiling one
 * takes longer at a stop.
 */
function isEven(text: string): boolean {
  return text.length <= SHORT && isPlain(text) ? !text.includes("  ") : !/\s\s|[^\S ]/.test(text);
}

const SHORT = 100;

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter < 0x20 || letter > 0x7e) return false;
  }
  return true;
}
