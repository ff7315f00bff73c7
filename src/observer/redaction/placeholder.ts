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
