import { asList, asRecord, type Loose } from "../../loose.ts";

/** What a message holds, block by block; bare words are one block. */
export function blocksOf({ content }: Loose): readonly Loose[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).flatMap((item): Loose[] => {
    const block = asRecord(item);
    return block ? [block] : [];
  });
}

/** How far behind the end of an element it shows what comes next. */
const NEXT = 50;

/** Where an element ends whose words may name its own end: the first one behind which `next` stands, and -1 for none. */
export function closingOf(text: string, close: string, from: number, next: RegExp): number {
  for (let end = text.indexOf(close, from); end !== -1; end = text.indexOf(close, end + close.length)) {
    const after = end + close.length;
    if (next.test(text.slice(after, after + NEXT))) return end;
  }
  return -1;
}
