/**
 * For expressions that are too long for one line. They are written over several lines, as in a literal: line ends,
 * the indentation after them, and comment lines that begin with `//` do not count. The build turns them into
 * literals.
 */
export function expression(flags = ""): (text: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (text, ...parts) => new RegExp(part(text, ...parts), flags);
}

/** A piece of an expression, to be used in others. */
export function part({ raw }: { readonly raw: readonly string[] }, ...parts: readonly string[]): string {
  return String.raw({ raw: raw.map(inOneLine) }, ...parts);
}

/** Matches a line end with the comment lines and the indentation that follow it. */
const LINE_END = /\n[ \t]*(?:\/\/ [^\n]*\n[ \t]*)*/g;

/** The source of a template in one line; a backtick can only be written escaped there. */
export function inOneLine(raw: string): string {
  return raw.replaceAll("\\`", "`").replaceAll(LINE_END, "");
}
