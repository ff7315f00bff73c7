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
 * An expression of which V8 compiles only the parts that a text can match. The build uses it in place of the
 * expressions of the hook and of the commands that judge (scripts/lazy-patterns.ts): a process that runs for a tenth
 * of a second would spend half of it on compiling them, and most of them match nothing. A longer process soon uses
 * the whole expressions.
 */
export class LazyPattern {
  /**
   * A process that asks more often than this runs long enough to compile the whole expression, if a text may match;
   * after ten times as many, it is compiled in any case, because that is faster by then. Compiling a large expression
   * takes longer than asking it a thousand times.
   */
  static patience = 50;

  // Hundreds are created at every start, so they have few fields and no private ones, which would cost time for each
  // object.
  /**
   * The text that contains its source, perhaps among others (scripts/texts-aside.ts), in the form of an alternative.
   */
  readonly texts: string;
  readonly start: number;
  readonly flags: string;
  asked: number;
  whole: RegExp | undefined;
  /** The compiled parts of it that some texts needed, by their source. */
  parts: Map<string, RegExp> | undefined;
  /** The last text and its answer: rules ask the same of one sentence, and V8 compiles again what runs twice. */
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

/** True when a search continues where the last one ended, so that the object must always be the same. */
function goesOn({ flags }: LazyPattern): boolean {
  return flags !== "" && (flags.includes("g") || flags.includes("y"));
}

function wholeOf(pattern: LazyPattern): RegExp {
  return (pattern.whole ??= new RegExp(sourceOf(pattern, undefined) ?? NEVER, pattern.flags));
}

/**
 * The expression for a text. For a continuing search it is the whole one; undefined when no search is running and
 * none would match.
 */
function patternFor(pattern: LazyPattern, text: string): RegExp | undefined {
  if (!goesOn(pattern)) return partFor(pattern, text);
  return pattern.whole || text.length > LONGEST || mayMatch(pattern, textNumber(text)) ? wholeOf(pattern) : undefined;
}

/** The part of it that can match in the text; undefined when none can. */
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

/** The source for the text of that number; undefined when it cannot match. */
function sourceOf({ texts, start }: LazyPattern, number: number | undefined): string | undefined {
  const long = isLong(texts, start);
  const template = start + (long ? LONG_HEAD : SHORT_HEAD) + needsLength(texts, start, long);
  return reduced(texts, number, template, template + templateLength(texts, start, long));
}

/** How many times the patience, when no text could match. */
const IN_VAIN = 10;
/** Texts are made even only if they are sentences or shell lines, not files. */
const LONGEST = 4000;

/**
 * Stands before an alternative and before the whole, followed by its length, the length of its needs, the needs, and
 * itself.
 */
const OPEN = "\x01";
/** Most are so short that one letter tells each length; this mark stands before longer lengths. */
const LONG = "\x02";
const SHORT_HEAD = 3;
const LONG_HEAD = 8;
/** Stands before the first alternative of a choice that every match needs. */
const NEEDED = "\x03";
/** Matches nothing. */
const NEVER = "(?!)";

/**
 * The template between two places, without alternatives that cannot match in the text of that number. Undefined when
 * nothing is left of a choice that every match needs.
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

/** The alternatives of a choice that every match needs. */
export function writtenNeeded(alternatives: string): string {
  return `${NEEDED}${alternatives}`;
}

/** An alternative in the form that {@link reduced} reads; there is no `|` between two of them. */
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
