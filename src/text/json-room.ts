/** Of empty lists, megabytes of text make gigabytes, and V8 ends the process. Transcripts have one in 100 bytes. */
const MAX_OPENED = 2_000_000;
/** Nobody nests as deeply as this, nor reads what is nested so. */
const DEEPEST = 500;
const MAX_CUTS = 10_000;

/** `null` takes the place of what is nested too deeply. Undefined when it holds too many even so. */
export function inRoom(text: string, deepest: number = DEEPEST): string | undefined {
  if (text.length <= MAX_OPENED) return text;
  const kept: string[] = [];
  let from = 0;
  let opened = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case "[":
      case "{":
        depth += 1;
        if (depth <= deepest) opened += 1;
        else if (depth === deepest + 1) kept.push(text.slice(from, at), "null");
        if (opened > MAX_OPENED || kept.length > MAX_CUTS) return undefined;
        break;
      case "]":
      case "}":
        if (depth === deepest + 1) from = at + 1;
        depth -= 1;
        break;
      default:
    }
  }
  if (depth > deepest) return undefined;
  return kept.length === 0 ? text : `${kept.join("")}${text.slice(from)}`;
}

/** The place of the quote that ends it; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === "\\") before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
