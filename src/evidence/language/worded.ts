/** What the tables need of an expression. */
export type Pattern = Pick<RegExp, "test" | "exec">;

/** By the place of a pattern in its table: words of which each of its matches holds one, in small letters, with `|` between them. */
export type NeededWords = Readonly<Record<string, string>>;

/**
 * The same table, whose long patterns look at a text only when it holds one of their words. Compiling a long pattern
 * costs more than finding out in this way that it cannot match, and a hook compiles everything anew at every stop.
 */
export function withWords<Table extends object>(table: Table, words: NeededWords, place = ""): Table {
  const entries = Object.entries(table).map(([name, value]: [string, unknown]) => {
    const here = place === "" ? name : `${place}.${name}`;
    return [name, worded(value, words, here)] as const;
  });
  return (Array.isArray(table) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as Table;
}

function worded(value: unknown, words: NeededWords, place: string): unknown {
  const needed = words[place];
  if (value instanceof RegExp) return needed === undefined ? value : new WordedPattern(value, needed.split("|"));
  return typeof value === "object" && value !== null ? withWords(value, words, place) : value;
}

/** A process that asks more often than this lives long enough to compile the pattern; a compiled one is the quicker way. */
const WORTH_COMPILING = 50;

class WordedPattern implements Pattern {
  readonly #pattern: RegExp;
  readonly #words: readonly string[];
  #asked = 0;

  constructor(pattern: RegExp, words: readonly string[]) {
    this.#pattern = pattern;
    this.#words = words;
  }

  test(text: string): boolean {
    return this.#mayMatch(text) && this.#pattern.test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.#mayMatch(text) ? this.#pattern.exec(text) : null;
  }

  #mayMatch(text: string): boolean {
    if (this.#asked >= WORTH_COMPILING) return true;
    const small = text.toLowerCase();
    const found = this.#words.some((word) => small.includes(word));
    this.#asked = found ? WORTH_COMPILING : this.#asked + 1;
    return found;
  }
}
