/**
 * Code or an expression in pure ASCII: a single other character makes V8 store the whole text with two bytes per
 * letter.
 */
export function inAscii(source: string): string {
  return source.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
