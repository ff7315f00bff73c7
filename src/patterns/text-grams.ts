/**
 * Which words a text may contain, as numbers of neighbouring letters: any two, any three, and any one or two signs.
 * Many texts share numbers, and different letters may have the same one. So a word whose numbers are missing is
 * certainly not in the text; nothing more is asked.
 *
 * The text is made even for this: small letters, one space for whatever is between and around words, and letters
 * outside ASCII standing alone, as numbers. Signs are taken unchanged.
 */

/** So many that two of the letters that an ASCII line may contain can encode any of them. */
export const LETTERS = 88;
const FIRST_LETTER = 0x28;
/** Numbers from here on need more than two letters. */
export const MOST_NUMBER = LETTERS * LETTERS;
const GRAMS = MOST_NUMBER;

const SPACE = 0x20;
/** Stands before the number of a letter outside ASCII. */
export const NUMBER = "\x05";
/** Stands before signs, in place of a letter. */
const SIGN = 1;
/** Stands before two letters when the one before them is unknown. */
const ANY = 0;

function gramOf(before: number, middle: number, last: number): number {
  return (before * 1021 + middle * 89 + last) % GRAMS;
}

/** How many texts are remembered at once: one bit for each, in two tables. */
const MOST_TEXTS = 64;
const marks = new Uint32Array(2 * GRAMS);
const known = new Map<string, number>();

/** The number of a text for {@link holdsOneOfEach}; valid until that many other texts were numbered. */
export function textNumber(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size === MOST_TEXTS) {
    known.clear();
    marks.fill(0);
  }
  const number = known.size;
  known.set(text, number);
  mark(inAsciiAlone(text), (number >> 5) * GRAMS, 1 << (number & 31));
  return number;
}

function mark(text: string, table: number, bit: number): void {
  const { length } = text;
  let before = ANY;
  let last = SPACE;
  let sign = 0;
  for (let at = 0; at <= length; at += 1) {
    let letter = at === length ? SPACE : text.charCodeAt(at);
    if (letter >= 0x41 && letter <= 0x5a) letter += 0x20;
    if (isLetter(letter)) {
      sign = 0;
    } else {
      if (letter !== SPACE) {
        add(table, bit, SIGN, 0, letter);
        if (sign !== 0) add(table, bit, SIGN, sign, letter);
      }
      sign = letter;
      if (last === SPACE) continue;
      letter = SPACE;
    }
    add(table, bit, ANY, last, letter);
    add(table, bit, before, last, letter);
    before = last;
    last = letter;
  }
}

function add(table: number, bit: number, before: number, middle: number, last: number): void {
  const place = table + gramOf(before, middle, last);
  marks[place] = (marks[place] ?? 0) | bit;
}

/** True for a letter, a digit, `_`, or the mark before a letter's number. */
function isLetter(letter: number): boolean {
  return letter > 0x60 ? letter < 0x7b : letter < 0x3a ? letter > 0x2f || letter === 5 : letter === 0x5f;
}

/** True when a text may contain a word of each set that is {@link writtenSets written} between these places. */
export function holdsOneOfEach(number: number, sets: string, start: number, end: number): boolean {
  if (start === end) return true;
  const table = (number >> 5) * GRAMS;
  const bit = 1 << (number & 31);
  for (let at = start; at < end; at += 4) {
    // The first of its two numbers, which most texts lack. Inlined, because this runs thousands of times before V8
    // has compiled it.
    const high = sets.charCodeAt(at);
    if (high === AND) return false;
    const place = table + high * LETTERS + sets.charCodeAt(at + 1) - FIRST_NUMBER;
    if (((marks[place] ?? 0) & bit) === 0) continue;
    if (((marks[table + readNumber(sets, at + 2)] ?? 0) & bit) === 0) continue;
    // A word of this set is there: on to the next set.
    const next = sets.indexOf(AND_SIGN, at + 4);
    if (next === -1 || next >= end) return true;
    at = next - 3;
  }
  return false;
}

/** Between two sets. */
const AND = 0x26;
const AND_SIGN = "&";
/** The number of two letters that both stand for zero. */
const FIRST_NUMBER = FIRST_LETTER * LETTERS + FIRST_LETTER;

/** Words are in even letters, with a space for an edge; signs follow a `\x04`. */
export function writtenSets(sets: readonly (readonly string[])[]): string {
  return sets.map((words) => words.map(writtenWord).join("")).join(AND_SIGN);
}

/** Two numbers are enough for a word: those of its rarest neighbouring letters. */
function writtenWord(word: string): string {
  const isSigns = word.startsWith("\x04");
  const parts = isSigns ? partsOf(word.slice(1), 2) : partsOf(word, 3);
  const [first = "", second = first] = parts.toSorted((left, right) => rarity(right) - rarity(left));
  return [first, second].map((part) => writtenNumber(isSigns ? signGram(part) : letterGram(part))).join("");
}

/** All parts of this length; for a shorter word, the whole word. */
function partsOf(word: string, length: number): readonly string[] {
  const count = Math.max(word.length - length + 1, 1);
  return Array.from({ length: count }, (_, at) => word.slice(at, at + length));
}

const MOST_USED = " etaoinsrhldcumfpgwybvkxjqz";

function rarity(letters: string): number {
  return [...letters].reduce((sum, letter) => sum + (MOST_USED.indexOf(letter) + 1 || MOST_USED.length), 0);
}

function signGram(signs: string): number {
  const [first = 0, second] = [...signs].map((sign) => sign.charCodeAt(0));
  return second === undefined ? gramOf(SIGN, 0, first) : gramOf(SIGN, first, second);
}

function letterGram(letters: string): number {
  const [first = 0, second = 0, third] = [...letters].map((letter) => letter.charCodeAt(0));
  return third === undefined ? gramOf(ANY, first, second) : gramOf(first, second, third);
}

/** A number below {@link MOST_NUMBER} as two letters. */
export function writtenNumber(number: number): string {
  return writtenDigit(Math.floor(number / LETTERS)) + writtenDigit(number % LETTERS);
}

export function readNumber(text: string, at: number): number {
  return readDigit(text, at) * LETTERS + readDigit(text, at + 1);
}

/** A number below {@link LETTERS} as one letter. */
export function writtenDigit(digit: number): string {
  return String.fromCharCode(FIRST_LETTER + digit);
}

export function readDigit(text: string, at: number): number {
  return text.charCodeAt(at) - FIRST_LETTER;
}

function inAsciiAlone(text: string): string {
  if (Buffer.byteLength(text) === text.length && !text.includes(NUMBER)) return text;
  return text.replaceAll(BLANK, " ").replaceAll(BEYOND_ASCII, (letter) => ` ${asNumber(letter)} `);
}

export function asNumber(letter: string): string {
  return `${NUMBER}${letter.charCodeAt(0).toString(16)}`;
}

/** Some blanks are outside ASCII, and separate words like any other. */
const BLANK = /[\s\x05]/g;
const BEYOND_ASCII = /[^\0-\x7f]/g;
