/** @import { DrawnCase } from "../report-data.ts" */
/** @import { View } from "./steps.js" */
import { element } from "../../web/parts/dom.js";
import { spokenOf } from "./proof.js";
import { placeOf, quoteBlocks } from "./quote.js";

/** What of the agent's words and of the person's is quoted in a message, and how such a quote is led in. */
const TOLD = /\b(?:say|next step|printed|so)\b[^"]{0,24}"([^"]+)"/g;
const ASKED = /\b(?:I said|I asked|asked for|my points)\b[^"]{0,40}"([^"]+)"/g;

/**
 * The agent's last words with the sentence marked that is not so.
 * @param {View} view
 * @returns {HTMLElement[]}
 */
export function claimedBlocks(view) {
  const { found, printed } = view;
  const words = falseWords(found);
  const marked = words.map((sentence) => placeOf(found.closing, sentence)).find((place) => place !== undefined);
  const [first] = words;
  return [
    // What the report keeps of long last words is their end: a sentence from before it stands for itself.
    ...(first !== undefined && !marked ? [element("p", {}, element("mark", { dir: "auto" }, first))] : []),
    ...(found.closing === ""
      ? [element("p", { class: "nothing" }, "The agent stopped without last words.")]
      : quoteBlocks(found.closing, { marked, from: "end", printed })),
  ];
}

/**
 * The sentence that the finding speaks of, as the message quotes it; else what was claimed and is not so.
 * @param {DrawnCase} found
 * @returns {string[]}
 */
function falseWords({ receipt, closing, verdict, spoken }) {
  const quoted = spokenOf({ verdict, spoken }).flatMap(({ message }) => quotesIn(message, TOLD));
  const claims = receipt.filter(({ part }) => part === "claims");
  const ofClaims = quoted.map((words) => claims.find(({ about }) => placeOf(about, words))?.about ?? words);
  const contradicted = claims.filter(({ tone }) => tone === "bad").map(({ about }) => about);
  return [...ofClaims.filter((words) => placeOf(closing, words)), ...contradicted];
}

/**
 * @param {string} message
 * @param {RegExp} how
 */
function quotesIn(message, how) {
  return [...message.matchAll(how)].map((match) => match[1] ?? "");
}

/**
 * What was asked, with the words marked that the finding speaks of.
 * @param {View} view
 * @returns {HTMLElement[]}
 */
export function askedBlocks({ found, printed }) {
  const marked = spokenOf(found)
    .flatMap(({ message }) => quotesIn(message, ASKED))
    .map((words) => placeOf(found.request, words))
    .find((place) => place !== undefined);
  return requestBlocks(found.request, { marked, from: "start", printed });
}

/**
 * What an agent printed of a run holds its deeds, not what it was told.
 * @param {string} request
 * @param {Parameters<typeof quoteBlocks>[1]} how
 * @returns {HTMLElement[]}
 */
export function requestBlocks(request, how) {
  if (request !== "") return quoteBlocks(request, how);
  return [element("p", { class: "nothing" }, "The transcript does not hold the request.")];
}
