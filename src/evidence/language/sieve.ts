import { rememberingEach } from "../remembering.ts";

/**
 * For each pattern, some parts of words: any text in which the pattern matches has at least one of them. A space at an
 * end means the edge of a word. test/sieve-words.test.ts proves this from the patterns.
 */
export type NeededWords<Name extends PropertyKey> = Readonly<Record<Name, readonly string[]>>;

/** Tells in one look which of many patterns a text may match at all. */
export interface Sieve<Name extends PropertyKey> {
  /** The marks of a text; 0 where no pattern may match. */
  readonly marksIn: (text: string) => number;
  /** Whether this pattern may match in a text with these marks. */
  readonly admits: (marks: number, name: Name) => boolean;
}

/** One less than a number has bits, so that no marks can be equal to EVERY_BIT. */
const MOST_LISTS = 31;
const EVERY_BIT = -1;
/** Making a sieve takes as long as trying all patterns on so many texts. A hook reads fewer texts, and then ends. */
const WORTH_MAKING = 120;

export function createSieve<Name extends PropertyKey>(
  words: () => NeededWords<Name>,
  worthMaking = WORTH_MAKING,
): Sieve<Name> {
  let asked = 0;
  let made: Made<Name> | undefined;
  return {
    marksIn(text) {
      asked += 1;
      if (asked <= worthMaking) return EVERY_BIT;
      made ??= make(words());
      return made.find(text);
    },
    admits: (marks, name) => marks === EVERY_BIT || (marks & (made?.bits[name] ?? 0)) !== 0,
  };
}

interface Made<Name extends PropertyKey> {
  readonly bits: Readonly<Record<Name, number>>;
  /** The bits of the patterns that may match. */
  readonly find: (text: string) => number;
}

function make<Name extends PropertyKey>(words: NeededWords<Name>): Made<Name> {
  const bitOfList = new Map<string, number>();
  const bits = {} as Record<Name, number>;
  for (const [name, list] of Object.entries(words) as [Name, readonly string[]][]) {
    const key = list.join("|");
    const bit = bitOfList.get(key) ?? 1 << bitOfList.size;
    bitOfList.set(key, bit);
    bits[name] = bit;
  }
  if (bitOfList.size > MOST_LISTS)
    throw new Error("more lists of words than a sieve has bits: let two patterns share one");
  return { bits, find: finder(bitsOfWords(words, bits)) };
}

/** One sieve for each table of patterns. */
export function sievesOf<Table extends object, Name extends PropertyKey>(
  wordsOf: (table: Table) => NeededWords<Name>,
): (table: Table) => Sieve<Name> {
  return rememberingEach((table: Table) => createSieve(() => wordsOf(table)));
}

function bitsOfWords<Name extends PropertyKey>(
  words: NeededWords<Name>,
  bits: Readonly<Record<Name, number>>,
): ReadonlyMap<string, number> {
  const bitsOfWord = new Map<string, number>();
  for (const [name, list] of Object.entries(words) as [Name, readonly string[]][]) {
    for (const word of list) bitsOfWord.set(word, (bitsOfWord.get(word) ?? 0) | bits[name]);
  }
  return bitsOfWord;
}

/** How a text is read: letters made small, and everything outside of words taken as an edge. */
const EDGE = 0;
const ALPHABET = " abcdefghijklmnopqrstuvwxyz0123456789_";
const SYMBOLS = ALPHABET.length;

function symbolsOfAscii(): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    Math.max(EDGE, ALPHABET.indexOf(String.fromCharCode(code).toLowerCase())),
  );
}

/**
 * Finds all words in one walk over the text (Aho and Corasick). An expression of all these words would do it, too, but
 * its code is so long that fetching it costs more than the walk.
 */
function finder(bitsOfWord: ReadonlyMap<string, number>): (text: string) => number {
  const signs = new Map<number, number>();
  const symbolOf = symbolsOfAscii();
  const tree = startTree(symbolOf);
  for (const [word, bits] of bitsOfWord) {
    const code = word.charCodeAt(0);
    if (code < symbolOf.length) tree.add(word, bits);
    else signs.set(code, (signs.get(code) ?? 0) | bits);
  }
  const { next, found } = tree.finish();
  return (text) => {
    let at = next[EDGE] ?? 0;
    let marks = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 128) marks |= signs.get(code) ?? 0;
      at = next[at * SYMBOLS + (code < 128 ? (symbolOf[code] ?? EDGE) : EDGE)] ?? 0;
      marks |= found[at] ?? 0;
    }
    return marks | (found[next[at * SYMBOLS + EDGE] ?? 0] ?? 0);
  };
}

interface WordTree {
  add(word: string, bits: number): void;
  /** For each place in the tree and each symbol, the next place; and for each place, what is found there. */
  finish(): { readonly next: Uint16Array; readonly found: Int32Array };
}

function startTree(symbolOf: Uint8Array): WordTree {
  const branches: Map<number, number>[] = [new Map()];
  const bitsAt = [0];
  return {
    add(word, bits) {
      let at = 0;
      for (const letter of word) {
        const symbol = symbolOf[letter.charCodeAt(0)] ?? EDGE;
        const known = branches[at]?.get(symbol);
        if (known === undefined) {
          branches[at]?.set(symbol, branches.length);
          at = branches.push(new Map()) - 1;
          bitsAt.push(0);
        } else at = known;
      }
      bitsAt[at] = (bitsAt[at] ?? 0) | bits;
    },
    finish() {
      const next = new Uint16Array(branches.length * SYMBOLS);
      const found = Int32Array.from(bitsAt);
      // Where no branch goes on, the walk continues from the longest end of the word so far that begins another word.
      const shorter = new Uint16Array(branches.length);
      const queue = [0];
      for (const at of queue) {
        const from = (shorter[at] ?? 0) * SYMBOLS;
        if (at !== 0) next.copyWithin(at * SYMBOLS, from, from + SYMBOLS);
        found[at] = (found[at] ?? 0) | (found[shorter[at] ?? 0] ?? 0);
        for (const [symbol, place] of branches[at] ?? []) {
          shorter[place] = at === 0 ? 0 : (next[at * SYMBOLS + symbol] ?? 0);
          next[at * SYMBOLS + symbol] = place;
          queue.push(place);
        }
      }
      return { next, found };
    },
  };
}
