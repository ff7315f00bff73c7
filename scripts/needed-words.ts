import { writtenAlternative, writtenNeeded } from "../src/patterns/lazy-pattern.ts";
import { asNumber, NUMBER, writtenSets } from "../src/patterns/text-grams.ts";
import { inAscii } from "./in-ascii.ts";
import { EDGE, type Node, parse, partsOf } from "./pattern-tree.ts";

/** An expression with what a text has to hold for each part of it to match there. */
export interface Worded {
  /** As src/patterns/lazy-pattern.ts reads it, in ASCII. */
  readonly text: string;
  /** A text that it matches has one word of each set: even ones, with a space for an edge, or signs behind a `\x04`. */
  readonly sets: readonly (readonly string[])[];
}

export function worded(expression: RegExp): Worded {
  // Under both flags letters match others that are no capitals of them; pairs of code units are not read as one letter,
  // and sets of the newest kind not at all.
  const { ignoreCase, source, unicode, unicodeSets } = expression;
  if (unicodeSets || (unicode && (ignoreCase || /[\ud800-\udfff]|\\u\{/.test(source))))
    return { text: writtenAlternative("", inAscii(source)), sets: [] };
  const tree = parse(source);
  const sets = neededSets(tree, MOST_SETS);
  return { text: writtenAlternative(writtenSets(sets), templateOf(tree, source)), sets };
}

/** How any letter beyond ASCII begins in an even text. */
const BEYOND_ASCII = ` ${NUMBER}`;

interface Needs {
  /** Everything it can match, where that is little. */
  readonly whole: readonly string[] | undefined;
  /** Every match, or what stands around it, holds a word of each; what says most goes first. A space at an end is an edge. */
  readonly sets: readonly (readonly string[])[];
}

/** More texts than this are not followed. */
const MOST = 96;
const MOST_WORDS = 200;
const MOST_SETS = 3;
/** With its edges; shorter ones stand in any text. */
const SHORTEST_WORD = 2;
const LONGEST_WORD = 8;

function needs(node: Node): Needs {
  switch (node.type) {
    case "letter":
      return { whole: [node.letter], sets: /\w/.test(node.letter) ? [] : wordsOf([node.letter]) };
    case "texts":
      return { whole: node.texts, sets: wordsOf(node.texts) };
    case "around":
      return { whole: [""], sets: node.wanted ? needs(node.inside).sets : [] };
    case "kept":
      return needs(node.inside);
    case "unknown":
      return { whole: undefined, sets: [] };
    case "beyond":
      return { whole: undefined, sets: [[BEYOND_ASCII]] };
    case "repeated":
      return needsOfRepeated(node);
    case "choice":
      return needsOfChoice(node.nodes.map(needs));
    case "sequence":
      return needsOfSequence(node.nodes.map(needs));
  }
}

/** However often something between words is repeated, in an even text it is one space. */
function needsOfRepeated({ node, least, most }: Extract<Node, { type: "repeated" }>): Needs {
  const { whole, sets } = needs(node);
  const known = most === 1 || whole?.every((text) => text === EDGE) ? whole : undefined;
  return least > 0 ? { whole: known, sets } : { whole: known && [...known, ""], sets: [] };
}

/** A set of one side may be joined with any set of the other: the best with the best, the next with the next. */
function needsOfChoice(parts: readonly Needs[]): Needs {
  const whole = parts.every((part) => part.whole) ? [...new Set(parts.flatMap((part) => part.whole ?? []))] : undefined;
  const known = parts.every(({ sets }) => sets.length > 0);
  const ranks = known ? Math.max(...parts.map(({ sets }) => sets.length)) : 0;
  const joined = Array.from({ length: ranks }, (_, rank) =>
    parts.flatMap(({ sets }) => sets[Math.min(rank, sets.length - 1)] ?? []),
  );
  return { whole: whole && whole.length <= MOST ? whole : undefined, sets: best(joined) };
}

/** What stands side by side makes longer words. */
function needsOfSequence(parts: readonly Needs[]): Needs {
  const sets: (readonly string[])[] = [];
  let side: readonly string[] = [""];
  let followed = true;
  for (const { whole, sets: own } of parts) {
    sets.push(...own);
    const joined = whole && side.flatMap((before) => whole.map((after) => before + after));
    if (joined && joined.length <= MOST) {
      side = joined;
      continue;
    }
    sets.push(...wordsOf(side));
    side = whole ?? [""];
    followed = false;
  }
  return { whole: followed ? side : undefined, sets: best([...sets, ...wordsOf(side)]) };
}

/** The texts as words to look for, where each of them has something to look for: letters, or else signs. */
function wordsOf(texts: readonly string[]): (readonly string[])[] {
  const words = texts.map((text) => (/[\w\u0080-\uffff]/.test(text) ? evenWord(text) : signsIn(text)));
  return words.every((word) => word.length >= SHORTEST_WORD && word.trim() !== "") ? [words] : [];
}

/** Looked for in the text as it is, behind a mark that says so. The marks of the needs themselves are no signs. */
function signsIn(text: string): string {
  const signs = text.split(EDGE).find((part) => part !== "" && !/[|&]/.test(part));
  return signs === undefined ? "" : `\x04${signs}`;
}

function evenWord(text: string): string {
  const apart = text.replaceAll(/\s/g, " ").replaceAll(/[^\0-\x7f]/g, " $& ");
  return apart
    .replaceAll(/[^\w\u0080-\uffff]+/g, " ")
    .toLowerCase()
    .slice(0, LONGEST_WORD);
}

function best(sets: readonly (readonly string[])[]): (readonly string[])[] {
  const small = sets.map(withoutLonger).filter((set) => set.length <= MOST_WORDS);
  const distinct = new Map(small.map((set) => [set.join("|"), set]));
  const ranked = [...distinct.values()].sort((left, right) => chance(left) - chance(right));
  return ranked.filter((set, index) => !ranked.slice(0, index).some((better) => says(better, set))).slice(0, MOST_SETS);
}

/** Whether a text that holds a word of the one set holds one of the other too. */
function says(set: readonly string[], other: readonly string[]): boolean {
  return set.every((word) => other.some((part) => word.includes(part)));
}

/** How likely some text holds one of them, as far as the length of words tells. */
function chance(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + 3 ** -word.length, 0);
}

/** A word that holds another one of the set says nothing more. */
function withoutLonger(words: readonly string[]): readonly string[] {
  const all = [...new Set(words)];
  return all.filter((word) => !all.some((other) => other !== word && word.includes(other))).sort();
}

/** What says most, and of that first what is soon looked for. */
function neededSets(node: Node, most: number): readonly (readonly string[])[] {
  const sets = needs(node).sets.slice(0, most);
  return sets
    .toSorted((left, right) => left.length - right.length)
    .map((words) => words.map((word) => word.replaceAll(/[^\0-\x7f]/g, asNumber)));
}

/** Choices that are shorter than this cost less to compile than to think about. */
const SHORT_CHOICE = 24;

/**
 * The source, with the alternatives of long choices marked, and those choices without which nothing matches. Where something
 * is kept by number, all of it stays.
 */
function templateOf(node: Node, source: string, isNeeded = true): string {
  if (node.type === "choice" && node.nodes.length > 1 && node.end - node.start >= SHORT_CHOICE && !keeps(node)) {
    const alternatives = node.nodes.map((part) => alternativeOf(part, source)).join("");
    return isNeeded ? writtenNeeded(alternatives) : alternatives;
  }
  let text = "";
  let at = node.start;
  for (const part of partsOf(node)) {
    text += inAscii(source.slice(at, part.start)) + templateOf(part, source, isNeeded && needsParts(node));
    at = part.end;
  }
  return text + inAscii(source.slice(at, node.end));
}

function alternativeOf(node: Node, source: string): string {
  return writtenAlternative(writtenSets(neededSets(node, 1)), templateOf(node, source));
}

/** Whether what it consists of has to match for it to match. */
function needsParts(node: Node): boolean {
  if (node.type === "around") return node.wanted;
  if (node.type === "repeated") return node.least > 0;
  return node.type !== "choice" || node.nodes.length === 1;
}

function keeps(node: Node): boolean {
  return node.type === "kept" || partsOf(node).some(keeps);
}
