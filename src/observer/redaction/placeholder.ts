export type Placeholder = (kind: string, secret: string) => string;

/** Sixteen bits of a salted hash tell two secrets apart. Line breaks are kept, so that line numbers stay right. */
export function placeholders(salt: () => string): Placeholder {
  return (kind, secret) => {
    // Loaded with the first secret: verdicts seldom quote one, and a hook has only milliseconds.
    const { createHash } = process.getBuiltinModule("node:crypto");
    const hash = createHash("sha256").update(salt()).update("\0").update(secret).digest("hex").slice(0, 4);
    return `[redacted:${kind}:${hash}]${"\n".repeat(secret.split("\n").length - 1)}`;
  };
}

const ONE_PLACEHOLDER = /^\[redacted:[\w-]{1,40}:[0-9a-f]{4}\]$/;

/** True when the text is exactly one of our placeholders, which is never redacted again. */
export function isPlaceholder(text: string): boolean {
  return ONE_PLACEHOLDER.test(text);
}

export type KeyLine = readonly [start: number, end: number];

/** The text without the lines of these keys, each key replaced at its first line: breaks and marks between them stay. */
export function withoutKeys(text: string, keys: Iterable<readonly KeyLine[]>, placeholder: Placeholder): string {
  let result = "";
  let done = 0;
  for (const lines of keys) {
    const body = lines.map(([start, end]) => text.slice(start, end)).join("");
    for (const [index, [start, end]] of lines.entries()) {
      result += text.slice(done, start) + (index === 0 ? placeholder("private-key", body) : "");
      done = end;
    }
  }
  return result + text.slice(done);
}

export function linesOf(text: string): readonly KeyLine[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const range = [start, start + line.length] as const;
    start += line.length + 1;
    return range;
  });
}
