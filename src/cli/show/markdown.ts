import { neutralise } from "../../neutralise.ts";
import { squeezed } from "../../thread/squeezed.ts";

/** What has an effect anywhere in a line; in the middle of a word, `_` has none. */
const MARKUP = /[\\`*[\]<>&~|$]|(?<!\w)_|_(?!\w)/g;
/** What has one only where a line begins: a heading, a list, a rule. */
const AT_START = /^(?:[-+#=]|\d+(?=[.)]))/;
/** Pages turn such words into links, pictures and calls to people, whatever stands before them; in code they do not. */
const CALLING = /[@#]\w|:\/\/|\bwww\.|\bGH-\d|:[\w+-]+:/i;

/** Somebody's text in a line of Markdown, as it reads. */
export function escaped(text: string): string {
  const words = squeezed(neutralise(text)).split(" ");
  const line = words.map((word) => (CALLING.test(word) ? code(word) : word.replaceAll(MARKUP, "\\$&"))).join(" ");
  return line.replace(AT_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** A code span that its content cannot end: for names, places and commands. */
export function code(text: string): string {
  const line = squeezed(neutralise(text));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((ticks) => ticks[0].length));
  const fence = "`".repeat(longest + 1);
  const room = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}
