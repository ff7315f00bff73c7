import { element } from "../../web/parts/dom.js";
/** @typedef {{ start: number, end: number }} Place */

/** So long a text is shown whole. */
const SHOWN_WHOLE = 700;
/** Of a longer one, so much stands before and after what is marked in it. */
const AROUND = 260;
/** So few letters stand anywhere. */
const FEWEST_LETTERS = 4;

/**
 * Where words stand in the text that they were taken out of. Marks of Markdown, quotes and breaks are no difference, and
 * words that were cut are found by how they begin.
 * @param {string} text
 * @param {string} words
 * @returns {Place | undefined}
 */
export function placeOf(text, words) {
  const wanted = lettersOf(words.replace(/…$/, "")).letters;
  if (wanted.length < FEWEST_LETTERS) return undefined;
  const { letters, places } = lettersOf(text);
  const first = letters.indexOf(wanted);
  if (first < 0) return undefined;
  return { start: places[first] ?? 0, end: (places[first + wanted.length - 1] ?? 0) + 1 };
}

/** @param {string} text */
function lettersOf(text) {
  let letters = "";
  /** @type {number[]} */
  const places = [];
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    if (/[\s`*_"“”#>|~\\]/.test(letter)) continue;
    const small = letter.toLowerCase();
    letters += small.length === 1 ? small : letter;
    places.push(place);
  }
  return { letters, places };
}

/**
 * Somebody's words, with those marked that matter. Of a long text only what stands around them is shown at first, so that
 * nobody has to look for them; on paper, where nothing can be opened, that is all.
 * @param {string} text
 * @param {{ marked?: Place | undefined, from: "start" | "end", printed: boolean }} how
 * @returns {HTMLElement[]}
 */
export function quoteBlocks(text, { marked, from, printed }) {
  const whole = { start: 0, end: text.length };
  if (text.length <= SHOWN_WHOLE) return [quoteBlock(text, whole, marked)];
  const focus =
    marked ?? (from === "start" ? { start: 0, end: AROUND } : { start: text.length - AROUND, end: text.length });
  const part = {
    start: brokenBefore(text, focus.start - AROUND),
    end: brokenAfter(text, focus.end + AROUND),
  };
  const all = element("summary", {}, "All of it");
  return [
    quoteBlock(text, part, marked),
    ...(printed ? [] : [element("details", { class: "whole" }, all, quoteBlock(text, whole, marked))]),
  ];
}

/**
 * @param {string} text
 * @param {Place} part
 * @param {Place | undefined} marked
 */
function quoteBlock(text, { start, end }, marked) {
  const from = marked && Math.max(start, marked.start);
  const to = marked && Math.min(end, marked.end);
  return element(
    "div",
    { class: "quote", dir: "auto" },
    start > 0 && "… ",
    text.slice(start, from ?? end),
    from !== undefined && to !== undefined && element("mark", {}, text.slice(from, to)),
    to !== undefined && text.slice(to, end),
    end < text.length && " …",
  );
}

/**
 * @param {string} text
 * @param {number} wanted
 */
function brokenBefore(text, wanted) {
  if (wanted <= 0) return 0;
  const space = text.slice(0, wanted).search(/\s\S*$/);
  return space < 0 || wanted - space > AROUND ? wanted : space + 1;
}

/**
 * @param {string} text
 * @param {number} wanted
 */
function brokenAfter(text, wanted) {
  if (wanted >= text.length) return text.length;
  const space = text.slice(wanted).search(/\s/);
  return space < 0 || space > AROUND ? wanted : wanted + space;
}
