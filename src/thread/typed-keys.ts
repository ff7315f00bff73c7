/**
 * True for a key, or empty input, instead of a command: OpenHands writes `C-c`, others the control character itself.
 */
export function isKey(text: string): boolean {
  const key = text.trim();
  return key === "" || (key.length <= LONGEST && /^(?:C-|ctrl\+)[a-z\\]$/i.test(key)) || isCharacter(text);
}

const LONGEST = "ctrl+c".length;

function isCharacter(text: string): boolean {
  return text.length === 1 && "\u0003\u0004\u001A\u001C".includes(text);
}
