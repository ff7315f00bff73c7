/** TypeScript's types lack it; Node has had it since version 21. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };
const ESCAPE = "\\u00";
/** The most bytes that one character can take. */
const ESCAPE_BYTES = 6;

/** A JSON string that is not decoded, one byte per character, with its quotes: most outputs are never looked at. */
export class JsonText {
  readonly json: string;

  private constructor(json: string) {
    this.json = json;
  }

  /** Undefined when this is not one complete, valid string. Checking costs half as much as decoding. */
  static of(json: string): JsonText | undefined {
    try {
      rawJSON(json);
    } catch {
      return undefined;
    }
    return json.startsWith('"') ? new JsonText(json) : undefined;
  }

  /** The text, decoded again at each access. */
  get text(): string {
    return JSON.parse(Buffer.from(this.json, "latin1").toString("utf8")) as string;
  }

  /** Roughly the text's length, never less. */
  get length(): number {
    return this.json.length;
  }

  /** `words` must be printable ASCII without quotes, backslashes and slashes: only one kind of escape is there. */
  startsWith(words: string): boolean {
    if (this.json.startsWith(words, 1)) return true;
    return hasEscapedLetter(this.json.slice(1, 1 + words.length * ESCAPE_BYTES)) && this.text.startsWith(words);
  }

  /** False only when these words (plain letters) are certainly not in the text. */
  mayInclude(words: string): boolean {
    return this.json.includes(words) || hasEscapedLetter(this.json);
  }
}

/** True when a printable ASCII character is written as an escape, which is rare. */
function hasEscapedLetter(json: string): boolean {
  for (let at = json.indexOf(ESCAPE); at !== -1; at = json.indexOf(ESCAPE, at + 1)) {
    const digit = json[at + ESCAPE.length] ?? "";
    if (digit >= "2" && digit <= "7") return true;
  }
  return false;
}
