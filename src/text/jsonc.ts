/** A value with its line, to point at a wrong key, and its place in the text, to change that. */
export type JsonNode = { readonly line: number; readonly start: number; readonly end: number } & (
  | { readonly type: "scalar"; readonly value: string | number | boolean | null }
  | { readonly type: "array"; readonly items: readonly JsonNode[] }
  | { readonly type: "object"; readonly entries: readonly JsonEntry[] }
);

export interface JsonEntry {
  readonly key: string;
  readonly line: number;
  readonly start: number;
  readonly node: JsonNode;
}

export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** Completes the sentence "not valid JSON: …". Never quotes the file: it may be a link to something private. */
  readonly message: string;
}

/** Deep enough for every configuration, and shallow enough for the stack. */
const MAX_DEPTH = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*"/y;
const WORD = /true|false|null/y;
/** What JSON5 allows beyond that. */
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const SINGLE = /'[^'\\\u0000-\u001f]*(?:\\(?:\r\n|[^])[^'\\\u0000-\u001f]*)*'/y;
const LOOSE_NUMBER = /[+-]?(?:0[xX][\da-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;

class Fault extends Error {
  readonly position: number;
  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

export type JsonDialect = "JSONC" | "JSON5";

export function parseJsonc(
  text: string,
  dialect: JsonDialect = "JSONC",
): { readonly node: JsonNode } | { readonly fault: JsonFault } {
  try {
    return { node: readDocument(text, dialect === "JSON5") };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.position);
    const line = countLines(before) + 1;
    return { fault: { line, column: error.position - before.lastIndexOf("\n"), message: error.message } };
  }
}

export function valueOf(node: JsonNode): unknown {
  if (node.type === "scalar") return node.value;
  if (node.type === "array") return node.items.map(valueOf);
  return Object.fromEntries(node.entries.map((entry) => [entry.key, valueOf(entry.node)]));
}

function readDocument(text: string, isLoose: boolean): JsonNode {
  let position = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;

  skipBlank();
  if (position === text.length) return { type: "object", line: 1, start: position, end: position, entries: [] };
  const root = readValue(0);
  skipBlank();
  if (position < text.length) throw new Fault(position, "expected the end of the file");
  return root;

  function readValue(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new Fault(position, `nested more than ${MAX_DEPTH} deep`);
    const place = { line, start: position };
    switch (text[position]) {
      case "{": {
        const entries = readMembers("}", () => readEntry(depth));
        return { type: "object", ...place, end: position, entries };
      }
      case "[": {
        const items = readMembers("]", () => readValue(depth + 1));
        return { type: "array", ...place, end: position, items };
      }
      default: {
        const value = startsString() ? readString() : readNumberOrWord();
        return { type: "scalar", ...place, end: position, value };
      }
    }
  }

  function readMembers<Member>(close: "}" | "]", readMember: () => Member): Member[] {
    const members: Member[] = [];
    position += 1;
    for (;;) {
      skipBlank();
      if (text[position] === close) break;
      members.push(readMember());
      skipBlank();
      if (text[position] === close) break;
      if (text[position] !== ",") throw new Fault(position, `expected "," or "${close}"`);
      position += 1;
    }
    position += 1;
    return members;
  }

  function readEntry(depth: number): JsonEntry {
    const place = { line, start: position };
    const key = startsString() ? readString() : isLoose ? take(NAME) : undefined;
    if (key === undefined) throw new Fault(position, 'expected a key in double quotes or "}"');
    skipBlank();
    if (text[position] !== ":") throw new Fault(position, 'expected ":" after the key');
    position += 1;
    skipBlank();
    return { key, ...place, node: readValue(depth + 1) };
  }

  function startsString(): boolean {
    return text[position] === '"' || (isLoose && text[position] === "'");
  }

  function readString(): string {
    const start = position;
    const token = take(text[position] === "'" ? SINGLE : STRING);
    if (token === undefined) throw new Fault(start, "a string does not end on its line");
    try {
      const value: unknown = JSON.parse(isLoose ? asJson(token) : token);
      return String(value);
    } catch {
      throw new Fault(start, "a string holds an escape that JSON does not know");
    }
  }

  function readNumberOrWord(): number | boolean | null {
    const word = take(WORD);
    if (word !== undefined) return word === "null" ? null : word === "true";
    const number = take(isLoose ? LOOSE_NUMBER : NUMBER);
    if (number === undefined) throw new Fault(position, "expected a value");
    return Number(number);
  }

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = position;
    const token = pattern.exec(text)?.[0];
    if (token !== undefined) position += token.length;
    return token;
  }

  function skipBlank(): void {
    for (;;) {
      const character = text[position];
      if (character === " " || character === "\t" || character === "\r") position += 1;
      else if (character === "\n") {
        position += 1;
        line += 1;
      } else if (character === "/" && text[position + 1] === "/") {
        const end = text.indexOf("\n", position);
        position = end === -1 ? text.length : end;
      } else if (character === "/" && text[position + 1] === "*") {
        const end = text.indexOf("*/", position + 2);
        if (end === -1) throw new Fault(position, 'a comment does not end: "*/" is missing');
        line += countLines(text.slice(position, end));
        position = end + 2;
      } else return;
    }
  }
}

/** A string of JSON5 in JSON's own escapes. */
function asJson(token: string): string {
  const inner = token.slice(1, -1).replaceAll(/\\(?:x([\da-fA-F]{2})|(\r?\n)|([^]))|"/g, (found, code, end, own) => {
    if (code !== undefined) return `\\u00${code}`;
    if (end !== undefined) return "";
    if (own === undefined) return `\\${found}`;
    return ESCAPES[own] ?? (/["\\/bfnrtu]/.test(own) ? found : own);
  });
  return `"${inner}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { v: "\\u000b", 0: "\\u0000" };

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
