import { writtenAlternative, writtenNeeded } from "../src/patterns/lazy-pattern.ts";
import { asNumber, NUMBER, writtenSets } from "../src/patterns/text-grams.ts";
import { inAscii } from "./in-ascii.ts";
import { EDGE, type Node, parse, partsOf } from "./pattern-tree.ts";

/** An expression, with the words that a text must contain for each part of it to match. */
export interface Worded {
  /** In the form that src/patterns/lazy-pattern.ts reads, in ASCII. */
  readonly text: string;
  /**
   * A matching text contains one word of each set. Words are in even form, with a space for an edge; signs follow a
   * `\x04`.
   */
  readonly sets: readonly (readonly string[])[];
}

export function worded(expression: RegExp): Worded {
  // With both flags, letters match others that are not their capitals; pairs of code units are not read as one
  // letter; and sets of the newest kind are not understood. Such expressions get no words.
  const { ignoreCase, source, unicode, unicodeSets } = expression;
  if (unicodeSets || (unicode && (ignoreCase || /[\ud800-\udfff]|\\u\{/.test(source))))
    return { text: writtenAlternative("", inAscii(source)), sets: [] };
  const tree = parse(source);
  const sets = neededSets(tree, MOST_SETS);
  return { text: writtenAlternative(writtenSets(sets), templateOf(tree, source)), sets };
}

/** How every letter outside ASCII begins in an even text. */
const BEYOND_ASCII = ` ${NUMBER}`;

interface Needs {
  /** All texts that it can match, if they are few. */
  readonly whole: readonly string[] | undefined;
  /**
   * Every match, or the text around it, contains a word of each set; the most telling set comes first. A space at an
   * end is an edge.
   */
  readonly sets: readonly (readonly string[])[];
}

/** The most texts that are enumerated. */
const MOST = 96;
const MOST_WORDS = 200;
const MOST_SETS = 3;
/** The shortest word, with its edges; shorter ones occur in any text. */
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

/** A repeated separator between words is always one space in an even text. */
function needsOfRepeated({ node, least, most }: Extract<Node, { type: "repeated" }>): Needs {
  const { whole, sets } = needs(node);
  const known = most === 1 || whole?.every((text) => text === EDGE) ? whole : undefined;
  return least > 0 ? { whole: known, sets } : { whole: known && [...known, ""], sets: [] };
}

/** The sets of the alternatives are joined by rank: the best of each, then the next ones. */
function needsOfChoice(parts: readonly Needs[]): Needs {
  const whole = parts.every((part) => part.whole) ? [...new Set(parts.flatMap((part) => part.whole ?? []))] : undefined;
  const known = parts.every(({ sets }) => sets.length > 0);
  const ranks = known ? Math.max(...parts.map(({ sets }) => sets.length)) : 0;
  const joined = Array.from({ length: ranks }, (_, rank) =>
    parts.flatMap(({ sets }) => sets[Math.min(rank, sets.length - 1)] ?? []),
  );
  return { whole: whole && whole.length <= MOST ? whole : undefined, sets: best(joined) };
}

/** Parts that stand side by side are joined into longer words. */
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

/** The texts as words to search for, if each of them contains letters, or else signs. */
function wordsOf(texts: readonly string[]): (readonly string[])[] {
  const words = texts.map((text) => (/[\w\u0080-\uffff]/.test(text) ? evenWord(text) : signsIn(text)));
  return words.every((word) => word.length >= SHORTEST_WORD && word.trim() !== "") ? [words] : [];
}

/**
 * Signs are searched in the unchanged text, which a mark tells. `|` and `&` separate the needs and are not used as
 * signs.
 */
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

/** True when a text with a word of the first set always has one of the other, too. */
function says(set: readonly string[], other: readonly string[]): boolean {
  return set.every((word) => other.some((part) => word.includes(part)));
}

/** How likely a text contains one of the words, judged by their length. */
function chance(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + 3 ** -word.length, 0);
}

/** Drops words that contain another word of the set, since they tell nothing more. */
function withoutLonger(words: readonly string[]): readonly string[] {
  const all = [...new Set(words)];
  return all.filter((word) => !all.some((other) => other !== word && word.includes(other))).sort();
}

/** The most telling sets; of those, the shortest first, since they are searched fastest. */
function neededSets(node: Node, most: number): readonly (readonly string[])[] {
  const sets = needs(node).sets.slice(0, most);
  return sets
    .toSorted((left, right) => left.length - right.length)
    .map((words) => words.map((word) => word.replaceAll(/[^\0-\x7f]/g, asNumber)));
}

/** Shorter choices cost less to compile than to check. */
const SHORT_CHOICE = 24;

/**
 * The source, with the alternatives of long choices marked, and also the choices that every match needs. Choices with
 * numbered groups stay whole.
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

/** True when the node can match only if its parts match. */
function needsParts(node: Node): boolean {
  if (node.type === "around") return node.wanted;
  if (node.type === "repeated") return node.least > 0;
  return node.type !== "choice" || node.nodes.length === 1;
}

function keeps(node: Node): boolean {
  return node.type === "kept" || partsOf(node).some(keeps);
}
