import type { Placeholder } from "./placeholder.ts";

/** In URLs, markup and JSON in a page a code hides where a word begins. Only secrets are changed. */
export function beneathCodes(
  text: string,
  redact: (text: string, placeholder: Placeholder) => string,
  placeholder: Placeholder,
): string {
  if (!CODE.test(text)) return text;
  const { plain, originOf } = decoded(text);
  const found = new Map<string, Found>();
  const redacted = redact(plain, (kind, secret) => {
    const word = placeholder(kind, secret);
    found.set(word.trimEnd(), { word, secret });
    return word;
  });
  const places = placesIn(plain, redacted, found);
  if (!places) return redacted;
  let result = "";
  let done = 0;
  for (const { start, end, word } of places) {
    result += text.slice(done, originOf(start)) + word;
    done = originOf(end);
  }
  return result + text.slice(done);
}

const CODE = /\\{1,16}u00[2-7][\da-fA-F]|&(?:quot|amp|apos|lt|gt|#x?[\da-fA-F]{2,3});|%[2-7][\da-fA-F]/;
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: "&", apos: "'", lt: "<", gt: ">" };

function markOf(code: string): string {
  const name = /^&(\w+);$/.exec(code)?.[1];
  if (name !== undefined) return NAMED[name] ?? code;
  const [, digits = ""] = /(?:u00|%|#x?)([\da-fA-F]+);?$/.exec(code) ?? [];
  const number = Number.parseInt(digits, /^&#\d/.test(code) ? 10 : 16);
  return number >= 0x20 && number < 0x7f ? String.fromCharCode(number) : code;
}

/** The text with its codes decoded. `originOf` gives the place in the original; ask in ascending order. */
function decoded(text: string): { readonly plain: string; readonly originOf: (place: number) => number } {
  /** After each code: the offset in the plain text, and in the original text. */
  const behind: (readonly [plain: number, origin: number])[] = [[0, 0]];
  let shorter = 0;
  const plain = text.replaceAll(new RegExp(CODE.source, "g"), (code, at: number) => {
    const mark = markOf(code);
    const end = at + code.length;
    shorter += code.length - mark.length;
    behind.push([end - shorter, end]);
    return mark;
  });
  let next = 0;
  return {
    plain,
    originOf(place) {
      while ((behind[next + 1]?.[0] ?? Infinity) <= place) next += 1;
      const [from, origin] = behind[next] ?? [0, 0];
      return origin + place - from;
    },
  };
}

interface Found {
  readonly word: string;
  readonly secret: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

const WORDS = /\[redacted:[\w-]{1,40}:[0-9a-f]{4}\]/g;

function placesIn(plain: string, redacted: string, found: ReadonlyMap<string, Found>): readonly Place[] | undefined {
  const places: Place[] = [];
  let start = 0;
  let read = 0;
  for (const { 0: name, index } of redacted.matchAll(WORDS)) {
    const kept = redacted.slice(read, index);
    const known = found.get(name);
    if (!plain.startsWith(kept, start)) return undefined;
    start += kept.length;
    // This placeholder was in the text before.
    if (plain.startsWith(name, start)) {
      start += name.length;
      read = index + name.length;
      continue;
    }
    if (!known) return undefined;
    const end = start + lengthOf(known.secret, found);
    places.push({ start, end, word: known.word });
    start = end;
    read = index + known.word.length;
  }
  return plain.slice(start) === redacted.slice(read) ? places : undefined;
}

/** The secret's length in the plain text: another secret inside it may have been replaced by then. */
function lengthOf(secret: string, found: ReadonlyMap<string, Found>): number {
  let length = secret.length;
  for (const [name] of secret.matchAll(WORDS)) {
    const inner = found.get(name);
    if (inner && inner.secret !== secret) length += inner.secret.length - inner.word.length;
  }
  return length;
}
