/** In one line, so that a host that wraps words says the same ones. */
export function squeezed(text: string): string {
  return evenlySpaced(text).trim();
}

/** With one space wherever there are blanks. */
export function evenlySpaced(text: string): string {
  return isEven(text) ? text : text.replaceAll(/\s+/g, " ");
}

/** A short text in plain letters is asked without an expression: at a stop, to make one takes longer. */
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
