import {
  holdsOneOfEach,
  LETTERS,
  MOST_NUMBER,
  readDigit,
  readNumber,
  textNumber,
  writtenDigit,
  writtenNumber,
} from "./text-grams.ts";

/**
 * An expression of which V8 compiles only what a text can match. The build puts it in the place of the hook's expressions,
 * and of those that commands judge with (scripts/lazy-patterns.ts): a process that lives for the tenth of a second would
 * spend half of it on compiling them, and most of them find nothing. Who lives longer soon has the whole ones.
 */
export class LazyPattern {
  /**
   * Who asks more often than this lives long enough to compile the whole, if a text may match, and who asks ten times as
   * often in any case: then it is the quicker way. A large one takes longer to compile than to be asked a thousand times.
   */
  static patience = 50;

  // Hundreds are made at every start, so they have as little as they can, and nothing private: each would be branded for it.
  /** Where it is written, maybe among others (scripts/texts-aside.ts), in the form of an alternative. */
  readonly texts: string;
  readonly start: number;
  readonly flags: string;
  asked: number;
  whole: RegExp | undefined;
  /** What was left of it for some text, by its source. */
  parts: Map<string, RegExp> | undefined;
  /** What was asked last, and the answer: rules ask the same of one sentence, and V8 compiles what runs twice once more. */
  tested: string | undefined;
  found: boolean;

  constructor(texts: string, start: number, flags: string) {
    this.texts = texts;
    this.start = start;
    this.flags = flags;
    this.asked = 0;
    this.whole = undefined;
    this.parts = undefined;
    this.tested = undefined;
    this.found = false;
  }

  get source(): string {
    return wholeOf(this).source;
  }

  get global(): boolean {
    return this.flags.includes("g");
  }

  get lastIndex(): number {
    return this.whole?.lastIndex ?? 0;
  }

  set lastIndex(index: number) {
    wholeOf(this).lastIndex = index;
  }

  test(text: string): boolean {
    if (text === this.tested) return this.found;
    const found = patternFor(this, text)?.test(text) ?? false;
    if (goesOn(this)) return found;
    this.tested = text;
    return (this.found = found);
  }

  exec(text: string): RegExpExecArray | null {
    return patternFor(this, text)?.exec(text) ?? null;
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return partFor(this, text)?.[Symbol.match](text) ?? null;
  }

  [Symbol.matchAll](text: string): Iterable<RegExpMatchArray> {
    return partFor(this, text)?.[Symbol.matchAll](text) ?? [].values();
  }

  [Symbol.replace](text: string, by: string): string {
    return partFor(this, text)?.[Symbol.replace](text, by) ?? text;
  }

  [Symbol.search](text: string): number {
    return partFor(this, text)?.[Symbol.search](text) ?? -1;
  }

  [Symbol.split](text: string, most?: number): string[] {
    return wholeOf(this)[Symbol.split](text, most);
  }
}

/** It searches on from where it was, so it has to be one and the same every time. */
function goesOn({ flags }: LazyPattern): boolean {
  return flags !== "" && (flags.includes("g") || flags.includes("y"));
}

function wholeOf(pattern: LazyPattern): RegExp {
  return (pattern.whole ??= new RegExp(sourceOf(pattern, undefined) ?? NEVER, pattern.flags));
}

/** Where it goes on, the whole; nothing where no search is under way and none would find anything. */
function patternFor(pattern: LazyPattern, text: string): RegExp | undefined {
  if (!goesOn(pattern)) return partFor(pattern, text);
  return pattern.whole || text.length > LONGEST || mayMatch(pattern, textNumber(text)) ? wholeOf(pattern) : undefined;
}

/** As much of it as can match in the text; nothing where it cannot. */
function partFor(pattern: LazyPattern, text: string): RegExp | undefined {
  const isAskedOften = pattern.asked >= LazyPattern.patience * (pattern.whole ? 1 : IN_VAIN);
  if (isAskedOften || text.length > LONGEST) return wholeOf(pattern);
  pattern.asked += 1;
  const number = textNumber(text);
  if (!mayMatch(pattern, number)) return undefined;
  if (pattern.asked > LazyPattern.patience) return wholeOf(pattern);
  const source = sourceOf(pattern, number);
  if (source === undefined) return undefined;
  pattern.parts ??= new Map();
  const made = pattern.parts.get(source) ?? new RegExp(source, pattern.flags);
  pattern.parts.set(source, made);
  return made;
}

function mayMatch({ texts, start }: LazyPattern, number: number): boolean {
  const long = isLong(texts, start);
  const needs = start + (long ? LONG_HEAD : SHORT_HEAD);
  return holdsOneOfEach(number, texts, needs, needs + needsLength(texts, start, long));
}

/** Nothing where no text of that number can match. */
function sourceOf({ texts, start }: LazyPattern, number: number | undefined): string | undefined {
  const long = isLong(texts, start);
  const template = start + (long ? LONG_HEAD : SHORT_HEAD) + needsLength(texts, start, long);
  return reduced(texts, number, template, template + templateLength(texts, start, long));
}

/** So many times the patience, where no text could match. */
const IN_VAIN = 10;
/** Making a text even is for sentences and lines of a shell, not for files. */
const LONGEST = 4000;

/** Before an alternative, and before the whole: how long it is, how long what a text needs for it, that, and then itself. */
const OPEN = "\x01";
/** Most are so short that a letter tells each length; before other lengths stands this. */
const LONG = "\x02";
const SHORT_HEAD = 3;
const LONG_HEAD = 8;
/** Before the first alternative of a choice that nothing matches without. */
const NEEDED = "\x03";
/** Matches nowhere. */
const NEVER = "(?!)";

/**
 * What stands from there to there, without the alternatives that cannot match in the text of that number. Nothing where
 * that leaves none of a choice that is needed.
 */
function reduced(template: string, text: number | undefined, start: number, end: number): string | undefined {
  let source = "";
  for (let at = start; ;) {
    const open = template.indexOf(OPEN, at);
    if (open === -1 || open >= end) return source + template.slice(at, end);
    const isNeeded = template[open - 1] === NEEDED;
    source += template.slice(at, isNeeded ? open - 1 : open);
    const left: string[] = [];
    for (at = open; at < end && template[at] === OPEN;) {
      const long = isLong(template, at);
      const needs = at + (long ? LONG_HEAD : SHORT_HEAD);
      const own = needs + needsLength(template, at, long);
      const past = own + templateLength(template, at, long);
      const mayMatch = text === undefined || holdsOneOfEach(text, template, needs, own);
      const part = mayMatch ? reduced(template, text, own, past) : undefined;
      if (part !== undefined) left.push(part);
      at = past;
    }
    if (left.length === 0 && isNeeded) return undefined;
    source += left.length === 0 ? NEVER : left.join("|");
  }
}

/** The alternatives of a choice that nothing matches without. */
export function writtenNeeded(alternatives: string): string {
  return `${NEEDED}${alternatives}`;
}

/** An alternative as {@link reduced} reads it; there is no `|` between two of them. */
export function writtenAlternative(needs: string, template: string): string {
  const isShort = template.length < LETTERS && needs.length < LETTERS;
  const head = isShort
    ? [template.length, needs.length].map(writtenDigit)
    : [
        LONG,
        ...[Math.floor(template.length / MOST_NUMBER), template.length % MOST_NUMBER, needs.length].map(writtenNumber),
      ];
  return [OPEN, ...head, needs, template].join("");
}

function isLong(template: string, at: number): boolean {
  return template[at + 1] === LONG;
}

function needsLength(template: string, at: number, long: boolean): number {
  return long ? readNumber(template, at + 6) : readDigit(template, at + 2);
}

function templateLength(template: string, at: number, long: boolean): number {
  if (!long) return readDigit(template, at + 1);
  return readNumber(template, at + 2) * MOST_NUMBER + readNumber(template, at + 4);
}
