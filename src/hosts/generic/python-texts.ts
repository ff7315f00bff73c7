/** The texts in a list of items as Python prints it; undefined for anything else. Takes linear time. */
export function pythonTexts(printed: string): string[] | undefined {
  const texts: string[] = [];
  let at = after(printed, 0, "[");
  while (at !== undefined && printed[at] === "{") {
    at = readItem(printed, at + 1, texts);
    if (at !== undefined) at = after(printed, at, ", ") ?? at;
  }
  return at !== undefined && printed.slice(at).trim() === "]" ? texts : undefined;
}

/** The place after an item's closing brace. */
function readItem(printed: string, start: number, texts: string[]): number | undefined {
  let at = start;
  while (printed[at] !== "}") {
    const key = stringAt(printed, at);
    const value = key && valueAt(printed, after(printed, key.end, ": "));
    if (!value) return undefined;
    if (key?.text === "text") texts.push(value.text);
    at = after(printed, value.end, ", ") ?? value.end;
  }
  return at + 1;
}

interface Token {
  readonly text: string;
  readonly end: number;
}

function after(printed: string, at: number, text: string): number | undefined {
  return printed.startsWith(text, at) ? at + text.length : undefined;
}

function valueAt(printed: string, at: number | undefined): Token | undefined {
  if (at === undefined) return undefined;
  const word = /^(?:None|True|False|-?\d[\d.]{0,20})/.exec(printed.slice(at, at + 24))?.[0];
  return word === undefined ? stringAt(printed, at) : { text: word, end: at + word.length };
}

function stringAt(printed: string, at: number): Token | undefined {
  const quote = printed[at];
  if (quote !== "'" && quote !== '"') return undefined;
  let end = at + 1;
  while (end < printed.length && printed[end] !== quote) end += printed[end] === "\\" ? 2 : 1;
  if (end >= printed.length) return undefined;
  return { text: unescaped(printed.slice(at + 1, end)), end: end + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([\s\S]))/g;

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, byte?: string, short?: string, long?: string, one = "") => {
    const digits = byte ?? short ?? long;
    if (digits === undefined) return ESCAPES[one] ?? one;
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
