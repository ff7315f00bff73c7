import { asList, asRecord, type Loose } from "../../text/loose.ts";

export function blocksOf({ content }: Loose): readonly Loose[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).flatMap((item): Loose[] => {
    const block = asRecord(item);
    return block ? [block] : [];
  });
}

/** How many characters after the end of an element are enough to see what follows. */
const NEXT = 50;

/** Where an element ends whose text may contain its closing tag: at the first one before `next`; -1 for none. */
export function closingOf(text: string, close: string, from: number, next: RegExp): number {
  for (let end = text.indexOf(close, from); end !== -1; end = text.indexOf(close, end + close.length)) {
    const after = end + close.length;
    if (next.test(text.slice(after, after + NEXT))) return end;
  }
  return -1;
}
