import { withoutElement } from "../reading/content.ts";
import { closingOf } from "./parts.ts";

/** Words in a message of the person's side: those of the person, and what Cline put around them. */
export interface Written {
  readonly user: string;
  readonly host: string;
}

/** What the person typed stands in an element of its own; a message without one is the person's as it is. */
export function writtenIn(text: string): Written {
  const whole = withoutElement(text, "mode_notice").trim();
  if (OWN_WORDS.test(whole)) return { user: "", host: whole };
  const input = inElement(whole, /<user_input\b[^<>]{0,80}>/, "</user_input>");
  if (!input) return { user: command(whole), host: "" };
  return { user: command(input.inside), host: input.outside };
}

/** What Cline says in the person's name where the person has pressed a button. */
const OWN_WORDS = /^(?:\[TASK RESUMPTION\]|The user approved switching to act mode\.|<hook_context\b)/;

function command(text: string): string {
  const element = inElement(text, /<user_command\b[^<>]{0,80}>/, "</user_command>");
  return (element?.inside ?? text).trim();
}

/** A person may write about the element: the first closing counts that ends the text, or that another element stands behind. */
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
