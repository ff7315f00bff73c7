/** The shortest string that the expressions below match; none matches a blank. */
export const SHORTEST_RANDOM = 32;

/** Candidates for `isRandom`. Public keys and ids of messages and calls are as random, so they are excluded. */
export const LONG_STRING =
  /(?<![\w+/.-]|base64,)(?!sha(?:1|256|384|512)-|AAAA[A-Z]3Nza|(?:chatcmpl|msg|toolu|call|req|resp|run|thread|asst|evt)[_-])[A-Za-z0-9_-]{32,128}(?![\w+/=-])/g;

/** URLs, and parts of their paths that may be a key: a secret URL gives access to everyone who has it. */
export const ADDRESS = /\bhttps?:\/\/[^\s"'`<>\\)]{32,2000}/g;
export const PATH_PART = /(?<=\/)[A-Za-z0-9_-]{32,128}(?=$|[/?#.,;])/g;

/** 30, 32 or 64 bytes in base64, standing alone: hashes of these lengths have a name in front (`h1:`, `sha256-`). */
export const BASE64_KEY =
  /(?<![\w+/.:#%-]|sha-?(?:1|256|384|512)[=:]\s?["']?|SHA-(?:1|256|384|512)=)(?:[A-Za-z0-9+/]{40}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)(?![\w+/=-])/g;

/** When a smaller share of a string is readable words, it is random. Chosen on 6,600 long names in real code. */
const WORD_SHARE = 0.6;
/** In a name, letters and digits meet in only a few places. */
const NAME_SHARE = 0.8;
const LETTER_MEETS_DIGIT = 5;

/** True when the string is random. Hashes and ids are hexadecimal, and names consist of words; a key is neither. */
export function isRandom(text: string): boolean {
  if (/^[0-9a-f-]+$/i.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  if (new Set(text).size < 12 || /0123456|abcdefg/i.test(text)) return false;
  const share = wordShare(text);
  if (share < WORD_SHARE) return true;
  return share < NAME_SHARE && (text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length >= LETTER_MEETS_DIGIT;
}

function wordShare(text: string): number {
  let length = 0;
  let inWords = 0;
  for (const part of text.split(/[_/+=-]+/)) {
    if (/^(?:\d*|[A-Za-z]{1,3})$/.test(part)) continue;
    length += part.length;
    for (const [word] of part.matchAll(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)) if (isPronounceable(word)) inWords += word.length;
  }
  return length < 20 ? 1 : inWords / length;
}

function isPronounceable(word: string): boolean {
  return /[aeiouy]/i.test(word) && !/[^aeiouy]{5}|[jqz][^aeiouy]/i.test(word);
}

/** True when this is one line of an encoded file: a line next to it looks the same. */
export function isWrapped(text: string, start: number, length: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  const after = text.slice(start + length, start + length + 100);
  return (
    /(?:^|[^A-Za-z0-9+/=])[A-Za-z0-9+/=]{40,}\r?\n\s{0,8}$/.test(before) ||
    /^\r?\n\s{0,8}[A-Za-z0-9+/=]{40,}(?:$|[^\w+/=-])/.test(after)
  );
}

export function longWords(text: string, length: number): string {
  return text
    .split(" ")
    .filter((word) => word.length >= length)
    .join(" ");
}
