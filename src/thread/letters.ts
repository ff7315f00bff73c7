/**
 * Questions about single letters, by their codes. At a stop most texts are short and each is asked once: then to make an
 * expression takes longer than to look.
 */

/** One of ASCII. */
export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || isCapital(code);
}

export function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether white space, as `\s` takes it, or nothing at all stands there. */
export function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 0x20 && code < 0x7f ? false : text.charAt(at).trim() === "";
}

/** Whether a sign stands somewhere at the beginning of the text or behind white space. */
export function opensWord(text: string, sign: string): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (isBlankAt(text, at - 1)) return true;
  return false;
}
