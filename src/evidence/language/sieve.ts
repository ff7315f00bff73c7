/**
 * For each of some patterns, parts of words of which one stands in every text where it matches. A space at an end is the
 * edge of a word. That this is so is proven from the patterns: see test/sieve-words.test.ts.
 */
export type NeededWords<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Tells in one look which of many patterns a text may match at all. */
export interface Sieve<Name extends string> {
  /** The bits of those that may match. */
  readonly marksIn: (text: string) => number;
  readonly bits: Readonly<Record<Name, number>>;
}

/** As many as have room in the bits of a number. */
const MOST_LISTS = 31;

export function createSieve<Name extends string>(words: NeededWords<Name>): Sieve<Name> {
  const lists = Object.entries(words) as [Name, readonly string[]][];
  const bitOfList = new Map<string, number>();
  const bitsOfWord = new Map<string, number>();
  const bits = {} as Record<Name, number>;
  for (const [name, list] of lists) {
    const key = list.join("|");
    const bit = bitOfList.get(key) ?? 1 << bitOfList.size;
    bitOfList.set(key, bit);
    bits[name] = bit;
    for (const word of list) bitsOfWord.set(word.trim(), (bitsOfWord.get(word.trim()) ?? 0) | bit);
  }
  if (bitOfList.size > MOST_LISTS) throw new Error("more lists of words than a sieve has bits");
  return {
    bits,
    marksIn: finder(
      lists.flatMap(([, list]) => list),
      bitsOfWord,
    ),
  };
}

function finder(words: readonly string[], bitsOfWord: ReadonlyMap<string, number>): (text: string) => number {
  const marks = new Map([...bitsOfWord.keys()].map((word) => [word, marksOfBeginnings(word, bitsOfWord)]));
  // The longest first: what is found stands for the words it begins with.
  const distinct = [...new Set(words)].sort((left, right) => right.trim().length - left.trim().length);
  const anyWord = new RegExp(distinct.map((word) => word.replaceAll(/^ | $/g, "\\b")).join("|"), "gi");
  return (text) => {
    let found = 0;
    anyWord.lastIndex = 0;
    for (let match = anyWord.exec(text); match !== null; match = anyWord.exec(text)) {
      found |= marks.get(match[0].toLowerCase()) ?? 0;
      // Another may begin inside this one.
      anyWord.lastIndex = match.index + 1;
    }
    return found;
  };
}

function marksOfBeginnings(word: string, bitsOfWord: ReadonlyMap<string, number>): number {
  let marks = 0;
  for (const [other, bits] of bitsOfWord) if (word.startsWith(other)) marks |= bits;
  return marks;
}
