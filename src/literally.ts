/** A text as an expression that matches exactly it, with any flags. Our oldest Node has no `RegExp.escape`. */
export function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
