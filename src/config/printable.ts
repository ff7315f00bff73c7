import { shortened } from "../shortened.ts";

const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

/** Text of a stranger's file, made safe for a terminal: nothing in it can move the cursor or hide. */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A name in quotes, made harmless and cut to a readable length. */
export function quoted(name: string): string {
  return `"${printable(shortened(name, 80))}"`;
}
