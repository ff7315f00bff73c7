/** Words that are joined by backslashes, from the first to the last. */
const JOINED = /(?<![\w.@+\\-])(?:[A-Za-z]:|[\w.@+-]+)(?:\\[\w.@+-]+)+\\?(?![\w*])/g;
const PLACE = /^(?:[A-Za-z]:|\.{1,2})\\|\\[^\\.][^\\]*\.[A-Za-z]\w{0,9}\.*$|\\$/;
/** In Markdown, a backslash keeps a sign from being read as markup: `\_`. */
const ESCAPED = /\\_(?!_)/;

/** The text, with Windows files (`src\cart.ts`) written like all other files. Other backslashes are left alone. */
export function withForwardSlashes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(JOINED, (word) =>
    PLACE.test(word) && !ESCAPED.test(word) ? word.replaceAll("\\", "/") : word,
  );
}
