/** Not in the language's types yet; Node has had it since version 21. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };
const ESCAPE = "\\u00";
/** What one character of a text takes at most. */
const ESCAPE_BYTES = 6;

/**
 * A JSON string that stands in a line and has not been decoded. It answers what readers ask of every output without
 * decoding it. `json` holds its bytes, one a character, with the quotes around them.
 */
export class JsonText {
  readonly json: string;

  private constructor(json: string) {
    this.json = json;
  }

  /** Undefined when this is not one whole string that can be decoded: checking costs half as much as decoding. */
  static of(json: string): JsonText | undefined {
    try {
      rawJSON(json);
    } catch {
      return undefined;
    }
    return json.startsWith('"') ? new JsonText(json) : undefined;
  }

  /** The text, decoded anew each time. */
  get text(): string {
    return JSON.parse(Buffer.from(this.json, "latin1").toString("utf8")) as string;
  }

  /** About the text's length, never less. */
  get length(): number {
    return this.json.length;
  }

  /** `words` are printable ASCII without quotes, backslashes and slashes: such a character has only one kind of escape. */
  startsWith(words: string): boolean {
    if (this.json.startsWith(words, 1)) return true;
    return hasEscapedLetter(this.json.slice(1, 1 + words.length * ESCAPE_BYTES)) && this.text.startsWith(words);
  }

  /** False when these words, plain letters, are surely not in it. */
  mayInclude(words: string): boolean {
    return this.json.includes(words) || hasEscapedLetter(this.json);
  }
}

/** A printable ASCII character is written as an escape, which nobody does without a reason. */
function hasEscapedLetter(json: string): boolean {
  for (let at = json.indexOf(ESCAPE); at !== -1; at = json.indexOf(ESCAPE, at + 1)) {
    const digit = json[at + ESCAPE.length] ?? "";
    if (digit >= "2" && digit <= "7") return true;
  }
  return false;
}
