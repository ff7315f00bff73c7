import { withoutElement } from "../reading/content.ts";
import { asList, asRecord, type Loose } from "../../text/loose.ts";

export interface Written {
  readonly user: string;
  readonly host: string;
}

/** Separates the person's words. They stand in an element of their own; without one, the whole text is the person's. */
export function writtenIn(text: string): Written {
  const whole = withoutElement(text, "mode_notice").trim();
  if (OWN_WORDS.test(whole)) return { user: "", host: whole };
  const input = inElement(whole, /<user_input\b[^<>]{0,80}>/, "</user_input>");
  if (!input) return { user: command(whole), host: "" };
  return { user: command(input.inside), host: input.outside };
}

/** What Cline writes in the person's role when the person has pressed a button. */
const OWN_WORDS = /^(?:\[TASK RESUMPTION\]|The user approved switching to act mode\.|<hook_context\b)/;

function command(text: string): string {
  const element = inElement(text, /<user_command\b[^<>]{0,80}>/, "</user_command>");
  return (element?.inside ?? text).trim();
}

/** The words may contain the closing tag: the first one counts that ends the text or precedes another element. */
function inElement(text: string, open: RegExp, close: string): { inside: string; outside: string } | undefined {
  const opening = open.exec(text);
  if (!opening) return undefined;
  const start = opening.index + opening[0].length;
  const wanted = closingOf(text, close, start, BEHIND);
  const end = wanted === -1 ? text.indexOf(close, start) : wanted;
  if (end === -1) return undefined;
  const before = text.slice(0, opening.index);
  const after = text.slice(end + close.length);
  return {
    inside: text.slice(start, end),
    outside: [before.trim(), after.trim()].filter((part) => part !== "").join("\n"),
  };
}

const BEHIND = /^(?:$|\n{1,2}<[a-z_]{1,40}[ >])/;

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
