import { holdsOneOfEach, MOST_NUMBER, readNumber, textNumber, writtenNumber } from "./text-grams.ts";

/**
 * An expression of which V8 compiles only what a text can match. The build puts it in the place of the hook's expressions,
 * and of those that commands judge with (scripts/lazy-patterns.ts): a process that lives for the tenth of a second would
 * spend half of it on compiling them, and most of them find nothing. Who lives longer soon has the whole ones.
 */
export class LazyPattern {
  /** Who asks more often than this lives long enough to compile the whole; then it is the quicker way. */
  static patience = 50;

  // Hundreds are made at every start, so they have as little as they can, and nothing private: that costs twice as much.
  /** Where it is written, maybe among others (scripts/texts-aside.ts), in the form of an alternative. */
  readonly texts: string;
  readonly start: number;
  readonly flags: string;
  asked: number;
  whole: RegExp | undefined;
  /** What was left of it for some text, by its source. */
  parts: Map<string, RegExp> | undefined;

  constructor(texts: string, start: number, flags: string) {
    this.texts = texts;
    this.start = start;
    this.flags = flags;
    this.asked = 0;
    this.whole = undefined;
    this.parts = undefined;
  }

  get source(): string {
    return this.#pattern.source;
  }

  get global(): boolean {
    return this.flags.includes("g");
  }

  get lastIndex(): number {
    return this.whole?.lastIndex ?? 0;
  }

  set lastIndex(index: number) {
    this.#pattern.lastIndex = index;
  }

  test(text: string): boolean {
    return (this.#goesOn ? this.#from(text) : this.#for(text))?.test(text) ?? false;
  }

  exec(text: string): RegExpExecArray | null {
    return (this.#goesOn ? this.#from(text) : this.#for(text))?.exec(text) ?? null;
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

  get #pattern(): RegExp {
    return (this.whole ??= new RegExp(this.#source(undefined), this.flags));
  }

  /** The whole; nothing where no search is under way and none would find anything. */
  #from(text: string): RegExp | undefined {
    return this.whole || text.length > LONGEST || this.#mayMatch(textNumber(text)) ? this.#pattern : undefined;
  }

  /** As much of it as can match in the text; nothing where it cannot. */
  #for(text: string): RegExp | undefined {
    if (this.asked >= LazyPattern.patience || text.length > LONGEST) return this.#pattern;
    this.asked += 1;
    const number = textNumber(text);
    if (!this.#mayMatch(number)) return undefined;
    const source = this.#source(number);
    this.parts ??= new Map();
    const made = this.parts.get(source) ?? new RegExp(source, this.flags);
    this.parts.set(source, made);
    return made;
  }

  #mayMatch(number: number): boolean {
    const needs = this.start + HEAD;
    return holdsOneOfEach(number, this.texts, needs, this.texts.indexOf(NEEDED, needs));
  }

  #source(number: number | undefined): string {
    const needs = this.start + HEAD;
    const template = this.texts.indexOf(NEEDED, needs) + 1;
    return reduced(this.texts, number, template, needs + readLength(this.texts, this.start + 1));
  }
}

/** Making a text even is for sentences and lines of a shell, not for files. */
const LONGEST = 4000;

/** Before an alternative, and before the whole: how long it is, what a text needs for it, and then itself. */
const OPEN = "\x01";
const NEEDED = "\x02";
/** The mark and the length. */
const HEAD = 5;
/** Matches nowhere. */
const NEVER = "(?!)";

/** What stands from there to there, without the alternatives that cannot match in the text of that number. */
function reduced(template: string, text: number | undefined, start: number, end: number): string {
  let source = "";
  for (let at = start; ;) {
    const open = template.indexOf(OPEN, at);
    if (open === -1 || open >= end) return source + template.slice(at, end);
    source += template.slice(at, open);
    const left: string[] = [];
    for (at = open; at < end && template[at] === OPEN;) {
      const needs = at + HEAD;
      const needed = template.indexOf(NEEDED, needs);
      at = needs + readLength(template, at + 1);
      if (text === undefined || holdsOneOfEach(text, template, needs, needed))
        left.push(reduced(template, text, needed + 1, at));
    }
    source += left.length === 0 ? NEVER : left.join("|");
  }
}

/** An alternative as {@link reduced} reads it; there is no `|` between two of them. */
export function writtenAlternative(needs: string, template: string): string {
  const rest = `${needs}${NEEDED}${template}`;
  return `${OPEN}${writtenNumber(Math.floor(rest.length / MOST_NUMBER))}${writtenNumber(rest.length % MOST_NUMBER)}${rest}`;
}

function readLength(template: string, at: number): number {
  return readNumber(template, at) * MOST_NUMBER + readNumber(template, at + 2);
}
