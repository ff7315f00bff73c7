/** A text as an expression that matches it and nothing else, with any flags. `RegExp.escape` is younger than our Node. */
export function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
