/** Reads one JavaScript literal (string, number, array, object) at a position; undefined for anything else. */
export function readLiteral(
  source: string,
  start: number,
): { readonly value: unknown; readonly end: number } | undefined {
  const reader: Reader = { source, position: start, depth: 0 };
  const value = readValue(reader);
  return value === FAILED ? undefined : { value, end: reader.position };
}

interface Reader {
  readonly source: string;
  position: number;
  depth: number;
}

const FAILED = Symbol("no literal");
const MAX_DEPTH = 20;
const WORDS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
]);

function readValue(reader: Reader): unknown {
  skipSpace(reader);
  const character = reader.source[reader.position];
  if (character === '"' || character === "'" || character === "`") return readString(reader, character);
  if (character === "{") return nested(reader, readObject);
  if (character === "[") return nested(reader, readArray);
  if (reader.source.startsWith("String.raw`", reader.position)) {
    reader.position += "String.raw".length;
    return readString(reader, "`", true);
  }
  return readWord(reader);
}

function nested(reader: Reader, read: (reader: Reader) => unknown): unknown {
  if (reader.depth >= MAX_DEPTH) return FAILED;
  reader.depth++;
  const value = read(reader);
  reader.depth--;
  return value;
}

function readString(reader: Reader, quote: string, raw = false): unknown {
  const parts: string[] = [];
  let from = ++reader.position;
  for (; reader.position < reader.source.length; reader.position++) {
    const character = reader.source[reader.position];
    if (character === quote) {
      parts.push(reader.source.slice(from, reader.position++));
      return parts.join("");
    }
    if (quote === "`" && character === "$" && reader.source[reader.position + 1] === "{") return FAILED;
    if (character !== "\\" || raw) continue;
    parts.push(reader.source.slice(from, reader.position), unescape(reader));
    from = reader.position + 1;
  }
  return FAILED;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
};

function unescape(reader: Reader): string {
  const next = reader.source[++reader.position] ?? "";
  const hex = next === "u" ? /^u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))/i : next === "x" ? /^x([\da-f]{2})/i : undefined;
  const found = hex?.exec(reader.source.slice(reader.position, reader.position + 10));
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? "", 16);
  if (!found || !(code <= 0x10ffff)) return ESCAPES[next] ?? next;
  reader.position += found[0].length - 1;
  return String.fromCodePoint(code);
}

function readArray(reader: Reader): unknown {
  const values: unknown[] = [];
  reader.position++;
  for (;;) {
    skipSpace(reader);
    if (take(reader, "]")) return values;
    const value = readValue(reader);
    if (value === FAILED) return FAILED;
    values.push(value);
    skipSpace(reader);
    if (!take(reader, ",") && reader.source[reader.position] !== "]") return FAILED;
  }
}

/** Reads an object up to the first member whose value is no literal; that member and what follows is left out. */
function readObject(reader: Reader): unknown {
  const members: [string, unknown][] = [];
  reader.position++;
  for (;;) {
    skipSpace(reader);
    if (take(reader, "}")) return Object.fromEntries(members);
    const key = readKey(reader);
    skipSpace(reader);
    if (key === undefined || !take(reader, ":")) return members.length > 0 ? Object.fromEntries(members) : FAILED;
    const value = readValue(reader);
    if (value === FAILED) return members.length > 0 ? Object.fromEntries(members) : FAILED;
    members.push([key, value]);
    skipSpace(reader);
    take(reader, ",");
  }
}

function readKey(reader: Reader): string | undefined {
  const quote = reader.source[reader.position];
  if (quote === '"' || quote === "'") {
    const key = readString(reader, quote);
    return typeof key === "string" ? key : undefined;
  }
  const name = /^[A-Za-z_$][\w$]{0,100}/.exec(reader.source.slice(reader.position, reader.position + 101))?.[0];
  if (name !== undefined) reader.position += name.length;
  return name;
}

function readWord(reader: Reader): unknown {
  const word = /^[\w.+-]{1,40}/.exec(reader.source.slice(reader.position, reader.position + 41))?.[0] ?? "";
  const value = WORDS.has(word)
    ? WORDS.get(word)
    : /^-?\d[\d_.]*$/.test(word)
      ? Number(word.replaceAll("_", ""))
      : FAILED;
  if (value !== FAILED) reader.position += word.length;
  return value;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.source[reader.position] ?? "")) reader.position++;
}

function take(reader: Reader, character: string): boolean {
  if (reader.source[reader.position] !== character) return false;
  reader.position++;
  return true;
}
