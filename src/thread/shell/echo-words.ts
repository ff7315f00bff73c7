/** The words that `echo` prints, and whether it adds a new line. Flags count only in front of all other words. */
export function echoWords(texts: readonly string[]): { readonly words: readonly string[]; readonly endsLine: boolean } {
  const first = texts.findIndex((text) => !/^-[neE]+$/.test(text));
  const count = first === -1 ? texts.length : first;
  return { words: texts.slice(count), endsLine: !texts.slice(0, count).some((flag) => flag.includes("n")) };
}
