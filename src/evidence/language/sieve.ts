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
  return { bits, marksIn: finder(Object.values<readonly string[]>(words).flat(), bitsOfWord) };
}

function finder(words: readonly string[], bitsOfWord: ReadonlyMap<string, number>): (text: string) => number {
  const anyWord = new RegExp(anyOf(new Set(words)), "gi");
  // Of what was found before: the hook reads a few sentences and ends.
  const known = new Map<string, number>();
  return (text) => {
    let found = 0;
    anyWord.lastIndex = 0;
    for (let match = anyWord.exec(text); match !== null; match = anyWord.exec(text)) {
      const word = match[0].toLowerCase();
      const marks = known.get(word) ?? marksOf(word, bitsOfWord);
      known.set(word, marks);
      found |= marks;
      // Another may begin inside this one.
      anyWord.lastIndex = match.index + 1;
    }
    return found;
  };
}

/** Those at the beginning of a word together: elsewhere they are passed over at once. */
function anyOf(words: ReadonlySet<string>): string {
  const inside: string[] = [];
  const beginnings: string[] = [];
  for (const word of words) {
    const source = word.endsWith(" ") ? `${word.trim()}\\b` : word.trim();
    (word.startsWith(" ") ? beginnings : inside).push(source);
  }
  if (beginnings.length > 0) inside.push(`\\b(?:${beginnings.sort().join("|")})`);
  return inside.join("|");
}

/** Where one is found, those it begins with and those that begin with it may stand too. */
function marksOf(word: string, bitsOfWord: ReadonlyMap<string, number>): number {
  let marks = 0;
  for (const [other, bits] of bitsOfWord) if (word.startsWith(other) || other.startsWith(word)) marks |= bits;
  return marks;
}
