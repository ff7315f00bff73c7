/**
 * For expressions that are too long for one line. They are written over several, as they would stand in a literal:
 * neither the ends of lines count nor what the next line is indented by, nor lines of comment, which begin with `//`.
 * The build makes literals of them.
 */
export function expression(flags = ""): (text: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (text, ...parts) => new RegExp(part(text, ...parts), flags);
}

/** A piece of an expression, to be put into others. */
export function part({ raw }: { readonly raw: readonly string[] }, ...parts: readonly string[]): string {
  return String.raw({ raw: raw.map(inOneLine) }, ...parts);
}

/** What ends a line, with the comments that follow it and what comes before the next thing. */
const LINE_END = /\n[ \t]*(?:\/\/ [^\n]*\n[ \t]*)*/g;

/** Of a template as it is typed, in which a backtick cannot stand by itself. */
export function inOneLine(raw: string): string {
  return raw.replaceAll("\\`", "`").replaceAll(LINE_END, "");
}
