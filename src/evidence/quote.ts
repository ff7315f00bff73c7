import { neutralise, squeezed } from "../text/strings.ts";

/** Text from the record, ready for a message: short, on one line, in quotes, without what steers a terminal. */
export function quote(text: string, length = 80): string {
  // Before it is shortened: half an escape sequence would not be recognised as one.
  const line = squeezed(neutralise(text)).replaceAll(/[`"]/g, "").trim();
  if (line.length <= length) return `"${line}"`;
  const start = line.lastIndexOf(" ", length - 1) + 1;
  const [word = ""] = line.slice(start).split(" ", 1);
  // Half a secret would not be recognised when secrets are taken out of messages, so such a word goes completely.
  const end = start + word.length >= length && MAY_BE_KEY.test(word) ? start : length - 1;
  return `"${line.slice(0, end).trimEnd()}…"`;
}

const MAY_BE_KEY = /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[^/\\]{16}/;

/** The name of a file, ready for a message. One that is no plain name is quoted: to the agent it could be a sentence. */
export function shownFile(path: string): string {
  return PLAIN_NAME.test(path) && neutralise(path) === path ? path : quote(path, 60);
}

const PLAIN_NAME = /^[^\s"'`<>;|&$!?,*]{1,160}$/;
