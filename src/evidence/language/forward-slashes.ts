/** What a backslash joins, from its beginning to its end. */
const JOINED = /(?<![\w.@+\\-])(?:[A-Za-z]:|[\w.@+-]+)(?:\\[\w.@+-]+)+\\?(?![\w*])/g;
const PLACE = /^(?:[A-Za-z]:|\.{1,2})\\|\\[^\\.][^\\]*\.[A-Za-z]\w{0,9}\.*$|\\$/;
/** Markdown writes a sign that it would else read as `\_`. */
const ESCAPED = /\\_(?!_)/;

/** A text in which files of Windows (`src\cart.ts`) are written as all others are. What else has a backslash is left. */
export function withForwardSlashes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(JOINED, (word) =>
    PLACE.test(word) && !ESCAPED.test(word) ? word.replaceAll("\\", "/") : word,
  );
}
