/** What `echo` prints of its words, and whether a new line follows. Only in front of the others is a flag one. */
export function echoWords(texts: readonly string[]): { readonly words: readonly string[]; readonly endsLine: boolean } {
  const first = texts.findIndex((text) => !/^-[neE]+$/.test(text));
  const count = first === -1 ? texts.length : first;
  return { words: texts.slice(count), endsLine: !texts.slice(0, count).some((flag) => flag.includes("n")) };
}
