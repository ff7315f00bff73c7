/** Characters that formatters may put in or take out: white space, commas, semicolons, brackets. */
const LAYOUT = new Set([..." \t\n\r\v\f\u00a0\ufeff\u2028\u2029,;()"].map((character) => character.charCodeAt(0)));
const QUOTE = '"'.charCodeAt(0);
const QUOTES = new Set([..."'`\""].map((character) => character.charCodeAt(0)));

/** True when two texts differ only in what a formatter may change. Stops at the first real difference. */
export function sameButLayout(left: string, right: string): boolean {
  let at = 0;
  let other = 0;
  for (;;) {
    while (at < left.length && isLayout(left.charCodeAt(at))) at += 1;
    while (other < right.length && isLayout(right.charCodeAt(other))) other += 1;
    if (at === left.length || other === right.length) return at === left.length && other === right.length;
    if (sign(left.charCodeAt(at)) !== sign(right.charCodeAt(other))) return false;
    at += 1;
    other += 1;
  }
}

function isLayout(code: number): boolean {
  return code <= 0x3b ? LAYOUT.has(code) : code >= 0xa0 && /\s/.test(String.fromCharCode(code));
}

function sign(code: number): number {
  return QUOTES.has(code) ? QUOTE : code;
}
