import { writtenAlternative } from "../src/patterns/lazy-pattern.ts";
import { asNumber, NUMBER, writtenSets } from "../src/patterns/text-grams.ts";
import { inAscii } from "./in-ascii.ts";

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

type Node = { readonly start: number; readonly end: number } & (
  | { readonly type: "letter"; readonly letter: string }
  /** One of a few texts. */
  | { readonly type: "texts"; readonly texts: readonly string[] }
  /** Something looked for around a place, or not to be found there. */
  | { readonly type: "around"; readonly inside: Node; readonly wanted: boolean }
  | { readonly type: "unknown" }
  /** Some letter beyond ASCII. */
  | { readonly type: "beyond" }
  | { readonly type: "kept"; readonly inside: Node }
  | { readonly type: "repeated"; readonly node: Node; readonly least: number; readonly most: number }
  | { readonly type: "sequence"; readonly nodes: readonly Node[] }
  | { readonly type: "choice"; readonly nodes: readonly Node[] }
);

/** An edge of a word, or something between words. */
const EDGE = " ";
/** How any letter beyond ASCII begins in an even text. */
const BEYOND_ASCII = ` ${NUMBER}`;

/** A reader of expressions as this project writes them. */
function parse(source: string): Node {
  let at = 0;
  return choice();

  function choice(): Node {
    const start = at;
    const nodes = [sequence()];
    while (source[at] === "|") {
      at += 1;
      nodes.push(sequence());
    }
    return { type: "choice", nodes, start, end: at };
  }

  function sequence(): Node {
    const start = at;
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") nodes.push(repeated(single()));
    return { type: "sequence", nodes, start, end: at };
  }

  function repeated(node: Node): Node {
    const [mark, least, , most] = /^(?:[?*+]|\{(\d+)(,(\d*))?\})/.exec(source.slice(at)) ?? [];
    if (mark === undefined) return node;
    at += mark.length;
    if (source[at] === "?") at += 1;
    const again = { type: "repeated", node, start: node.start, end: at } as const;
    if (mark === "?") return { ...again, least: 0, most: 1 };
    if (least === undefined) return { ...again, least: mark === "+" ? 1 : 0, most: Infinity };
    const exact = !mark.includes(",");
    return { ...again, least: Number(least), most: exact ? Number(least) : Number(most || Infinity) };
  }

  function single(): Node {
    const start = at;
    const rest = source.slice(at);
    if (rest.startsWith("(")) return group(rest);
    const set = /^\[(?:\\.|[^\]\\])*\]/s.exec(rest)?.[0];
    if (set !== undefined) return ofSet(set, start, (at += set.length));
    const kind = /^(?:\\[wWdDsSB1-9]|\\[pP]\{[^}]*\}|\\k<\w+>|\.)/.exec(rest)?.[0];
    if (kind === "\\s") return ofSet("[\\s]", start, (at += 2));
    if (kind !== undefined) return { type: "unknown", start, end: (at += kind.length) };
    const edge = /^(?:\\b|[$^])/.exec(rest)?.[0];
    if (edge !== undefined) return { type: "texts", texts: [EDGE], start, end: (at += edge.length) };
    const letter = letterOf(rest);
    const end = (at += letter.written);
    return isFolded(letter.is)
      ? { type: "beyond", start, end }
      : { type: "letter", letter: letter.is.toLowerCase(), start, end };
  }

  function group(rest: string): Node {
    const start = at;
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0] ?? "(";
    if (opening === "(" && rest.startsWith("(?")) throw new Error(`not understood: ${rest.slice(0, 20)}`);
    at += opening.length;
    const inside = choice();
    at += 1;
    const place = { inside, start, end: at } as const;
    if (/[=!]$/.test(opening)) return { type: "around", ...place, wanted: opening.endsWith("=") };
    return opening === "(?:" ? { type: "sequence", nodes: [inside], start, end: at } : { type: "kept", ...place };
  }
}

/**
 * Beyond ASCII small and capital letters are not as simply related as "in small letters" takes them to be. None of them
 * matches a letter of ASCII, though: that takes the flags which {@link worded} leaves alone.
 */
function isFolded(letter: string): boolean {
  return letter > "\x7f" && letter.toLowerCase() !== letter.toUpperCase();
}

function letterOf(rest: string): { readonly is: string; readonly written: number } {
  const [coded, short, long] = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(rest) ?? [];
  if (coded !== undefined)
    return { is: String.fromCharCode(Number.parseInt(short ?? long ?? "", 16)), written: coded.length };
  if (/^\\[nrtfv0]/.test(rest)) return { is: EDGE, written: 2 };
  if (/^\\[a-z0-9]/i.test(rest)) throw new Error(`not understood: ${rest.slice(0, 20)}`);
  return rest.startsWith("\\") ? { is: rest.slice(1, 2), written: 2 } : { is: rest.slice(0, 1), written: 1 };
}

/** A few letters or signs are a choice. Of a larger set of what stands between words each member is an edge. */
function ofSet(set: string, start: number, end: number): Node {
  const members = set.slice(1, -1).match(/\\.|[^\\]/gs) ?? [];
  const known = members[0] !== "^" && !members.slice(1, -1).includes("-");
  const letters = members.map((member) => (/^\\[^a-z0-9]$/i.test(member) ? member.slice(1) : member.toLowerCase()));
  if (known && letters.every(isFolded)) return { type: "beyond", start, end };
  if (letters.some(isFolded)) return { type: "unknown", start, end };
  if (known && members.length <= MOST_MEMBERS && letters.every((letter) => letter.length === 1))
    return { type: "texts", texts: [...new Set(letters)], start, end };
  if (known && members.every((member) => BETWEEN_WORDS.test(member)))
    return { type: "texts", texts: [EDGE], start, end };
  return { type: "unknown", start, end };
}

const MOST_MEMBERS = 6;
const BETWEEN_WORDS = /^(?:\\[snrtfv]|\\?[!-/:-@[-^`{-~ ])$/;

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

/** The source, with the alternatives of long choices marked. Where something is kept by number, all of it stays. */
function templateOf(node: Node, source: string): string {
  if (node.type === "choice" && node.nodes.length > 1 && node.end - node.start >= SHORT_CHOICE && !keeps(node))
    return node.nodes.map((part) => alternativeOf(part, source)).join("");
  let text = "";
  let at = node.start;
  for (const part of partsOf(node)) {
    text += inAscii(source.slice(at, part.start)) + templateOf(part, source);
    at = part.end;
  }
  return text + inAscii(source.slice(at, node.end));
}

function alternativeOf(node: Node, source: string): string {
  return writtenAlternative(writtenSets(neededSets(node, 1)), templateOf(node, source));
}

function partsOf(node: Node): readonly Node[] {
  if (node.type === "around" || node.type === "kept") return [node.inside];
  if (node.type === "repeated") return [node.node];
  return node.type === "sequence" || node.type === "choice" ? node.nodes : [];
}

function keeps(node: Node): boolean {
  return node.type === "kept" || partsOf(node).some(keeps);
}
