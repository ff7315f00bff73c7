/**
 * Checks on single characters, by their codes. At a stop most texts are short and each is checked once, so compiling
 * a regular expression would take longer than the check itself.
 */

/** True for an ASCII letter. */
export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || isCapital(code);
}

export function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** True when the character there is white space (as for `\s`), or the text has no character there. */
export function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 0x20 && code < 0x7f ? false : text.charAt(at).trim() === "";
}

/** True when the sign stands somewhere at the start of the text or after white space. */
export function opensWord(text: string, sign: string): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (isBlankAt(text, at - 1)) return true;
  return false;
}
