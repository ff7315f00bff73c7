/**
 * An expression of which V8 compiles only what a text can match. The build puts it in the place of the hook's expressions
 * (scripts/lazy-patterns.ts): a process that lives for the tenth of a second would spend half of it on compiling them, and
 * most of them find nothing. Who lives longer soon has the whole ones.
 */
export class LazyPattern {
  /** Who asks more often than this lives long enough to compile the whole; then it is the quicker way. */
  static patience = 50;

  // Hundreds are made at every start, so they have as little as they can, and nothing private: that costs twice as much.
  /** Where it is written, maybe among others (scripts/texts-aside.ts): first what a text needs for it, then its template. */
  readonly texts: string;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly flags: string;
  used: Used | undefined;
  /** The whole, once it was asked so often that it is worth it. */
  ready: RegExp | undefined;

  constructor(texts: string, start: number, middle: number, end: number, flags: string) {
    this.texts = texts;
    this.start = start;
    this.middle = middle;
    this.end = end;
    this.flags = flags;
    this.used = undefined;
    this.ready = undefined;
  }

  get source(): string {
    return this.#pattern.source;
  }

  get global(): boolean {
    return this.flags.includes("g");
  }

  get lastIndex(): number {
    return this.used?.whole?.lastIndex ?? 0;
  }

  set lastIndex(index: number) {
    this.#pattern.lastIndex = index;
  }

  test(text: string): boolean {
    if (this.ready) return this.ready.test(text);
    return this.#goesOn ? this.#pattern.test(text) : (this.#for(text)?.test(text) ?? false);
  }

  exec(text: string): RegExpExecArray | null {
    if (this.ready) return this.ready.exec(text);
    return this.#goesOn ? this.#pattern.exec(text) : (this.#for(text)?.exec(text) ?? null);
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.#for(text)?.[Symbol.match](text) ?? null;
  }

  [Symbol.matchAll](text: string): Iterable<RegExpMatchArray> {
    return this.#for(text)?.[Symbol.matchAll](text) ?? [].values();
  }

  [Symbol.replace](text: string, by: string): string {
    return this.#for(text)?.[Symbol.replace](text, by) ?? text;
  }

  [Symbol.search](text: string): number {
    return this.#for(text)?.[Symbol.search](text) ?? -1;
  }

  [Symbol.split](text: string, most?: number): string[] {
    return this.#pattern[Symbol.split](text, most);
  }

  /** It searches on from where it was, so it has to be one and the same every time. */
  get #goesOn(): boolean {
    return this.flags !== "" && (this.flags.includes("g") || this.flags.includes("y"));
  }

  get #memory(): Used {
    return (this.used ??= {
      needs: this.texts.slice(this.start, this.middle),
      template: this.texts.slice(this.middle, this.end),
      asked: 0,
      whole: undefined,
      parts: undefined,
    });
  }

  get #pattern(): RegExp {
    const used = this.#memory;
    return (used.whole ??= new RegExp(reduced(used.template, undefined), this.flags));
  }

  /** As much of it as can match in the text; nothing where it cannot. */
  #for(text: string): RegExp | undefined {
    if (this.ready) return this.ready;
    const used = this.#memory;
    if (used.asked >= LazyPattern.patience) return (this.ready = this.#pattern);
    if (text.length > LONGEST) return this.#pattern;
    used.asked += 1;
    const subject = subjectOf(text);
    if (!holds(subject, used.needs)) return undefined;
    if (!used.template.includes(OPEN)) return this.#pattern;
    const source = reduced(used.template, subject);
    used.parts ??= new Map();
    const made = used.parts.get(source) ?? new RegExp(source, this.flags);
    used.parts.set(source, made);
    return made;
  }
}

/** What is known of a pattern that was asked. */
interface Used {
  readonly needs: string;
  /** The source, with marked alternatives: see scripts/needed-words.ts. */
  readonly template: string;
  asked: number;
  whole: RegExp | undefined;
  /** What was left of it for some text, by its source. */
  parts: Map<string, RegExp> | undefined;
}

/** Making a text even is for sentences and lines of a shell, not for files. */
const LONGEST = 4000;

const OPEN = "\x01";
const NEEDED = "\x02";
const CLOSE = "\x03";
const SIGNS = "\x04";
/** Matches nowhere. */
const NEVER = "(?!)";

/** The source without the alternatives that cannot match in the text. */
function reduced(template: string, subject: Subject | undefined): string {
  let at = 0;
  return part();

  /** Up to the end of the alternative it stands in. */
  function part(): string {
    let text = "";
    for (;;) {
      const open = endOf(template, OPEN, at, template.length);
      const close = endOf(template, CLOSE, at, open);
      text += template.slice(at, close);
      at = close;
      if (close !== open || close === template.length) return text;
      text += choice();
    }
  }

  function choice(): string {
    const left: string[] = [];
    while (template[at] === OPEN) {
      const start = at + 1;
      const close = template.indexOf(CLOSE, start);
      const needed = endOf(template, NEEDED, start, close);
      const viable = subject === undefined || holds(subject, template.slice(start, needed));
      at = needed === close ? start : needed + 1;
      const alternative = viable ? part() : skip();
      if (alternative !== undefined) left.push(alternative);
      at += 1;
    }
    return left.length === 0 ? NEVER : left.join("|");
  }

  function skip(): undefined {
    for (let depth = 0; ; at += 1) {
      const open = endOf(template, OPEN, at, template.length);
      at = endOf(template, CLOSE, at, open);
      if (at === open) depth += 1;
      else if (depth === 0) return undefined;
      else depth -= 1;
    }
  }
}

/**
 * Whether a text holds one word of each set: sets have `&` between them, words `|`. Word by word, because V8 remembers
 * every part of what is split.
 */
function holds({ text, even }: Subject, needs: string): boolean {
  let start = 0;
  while (start < needs.length) {
    const setEnd = endOf(needs, "&", start, needs.length);
    let found = false;
    while (!found && start < setEnd) {
      const end = endOf(needs, "|", start, setEnd);
      found =
        needs[start] === SIGNS ? text.includes(needs.slice(start + 1, end)) : even.includes(needs.slice(start, end));
      start = end + 1;
    }
    if (!found) return false;
    start = setEnd + 1;
  }
  return true;
}

function endOf(text: string, mark: string, start: number, last: number): number {
  const end = text.indexOf(mark, start);
  return end === -1 || end > last ? last : end;
}

/** A text that patterns look at. */
interface Subject {
  readonly text: string;
  /** In small letters, with one space between words and around them, and letters beyond ASCII alone, as their numbers. */
  readonly even: string;
}

/** Many patterns in turn look at the same few texts. */
const known = new Map<string, Subject>();
const MOST_KNOWN = 64;

function subjectOf(text: string): Subject {
  const before = known.get(text);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const isPlain = Buffer.byteLength(text) === text.length;
  const apart = isPlain ? text : text.replaceAll(BLANK, " ").replaceAll(BEYOND_ASCII, " $& ");
  const even = ` ${apart} `.toLowerCase().replaceAll(BETWEEN_WORDS, " ");
  const subject = { text, even: isPlain ? even : even.replaceAll(BEYOND_ASCII, asNumber) };
  known.set(text, subject);
  return subject;
}

/** One letter beyond ASCII makes V8 keep a text at twice its length: what patterns need of a text has none. */
export function asNumber(letter: string): string {
  return `\x05${letter.charCodeAt(0).toString(16)}`;
}

/** Some blanks lie beyond ASCII too, and stand between words like any other. */
const BLANK = /\s/g;
const BEYOND_ASCII = /[^\0-\x7f]/g;
const BETWEEN_WORDS = /[^\w\u0080-\uffff]+/g;
