/** A text as an expression that matches exactly it, with any flags. Our oldest Node has no `RegExp.escape`. */
export function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** No name is longer, and V8 refuses expressions that are much larger. */
const LONGEST_NAME = 1000;

/** Like `literally`, for a name that strangers chose (of a file, a program): one too long for a name matches nothing. */
export function nameLiterally(name: string): string {
  return name.length > LONGEST_NAME ? "(?!)" : literally(name);
}
