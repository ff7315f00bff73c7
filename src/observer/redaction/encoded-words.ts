import type { Placeholder } from "./placeholder.ts";

/** Shorter ones hold no secret of a known form; longer ones are files. */
const BASE64_WORD =
  /(?<![A-Za-z0-9+/_-])(?=[a-z+/]{0,40}[A-Z]|[A-Z+/]{0,40}[a-z])[A-Za-z0-9+/]{24,2000}={0,2}(?![A-Za-z0-9+/=_-])/g;
/** What nobody encodes but as a text. */
const TEXT = /^[\t\n\r -~]{16,}$/;

/**
 * Removes words in base64 that hold a secret when they are decoded, as the values of a Kubernetes secret and what a
 * command pipes into `base64 -d`. Only the whole word can go: what is around the secret is not to be seen there.
 */
export function redactEncodedWords(
  text: string,
  placeholder: Placeholder,
  redact: (text: string, placeholder: Placeholder) => string,
): string {
  return text.replaceAll(BASE64_WORD, (word) => {
    const decoded = Buffer.from(word, "base64").toString("latin1");
    return TEXT.test(decoded) && redact(decoded, placeholder) !== decoded ? placeholder("encoded", word) : word;
  });
}
