import { inRoom } from "./json-room.ts";

export function fromJson(text: string): unknown {
  try {
    const parsable = inRoom(text);
    return parsable === undefined ? undefined : JSON.parse(parsable);
  } catch {
    return undefined;
  }
}

/** Where a text holds too many lists and objects, its first two levels: for messages that must be heard. */
export function outlineFromJson(text: string): unknown {
  for (const deepest of [undefined, 2, 1]) {
    const parsable = inRoom(text, deepest);
    if (parsable !== undefined) return fromJson(parsable);
  }
  return undefined;
}

/** The JSON value of a text, or else the text itself: for values that may be written either way. */
export function jsonOrText(text: string): unknown {
  const value = fromJson(text);
  return value === undefined ? text : value;
}

/** True for an object as in JSON: with members, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One line of JSON. Half of a character would be an escape that strict readers such as jq refuse. */
export function jsonLine(value: object): string {
  const text = JSON.stringify(value);
  // Only half characters are written so; a backslash of the text itself is written as two.
  const whole = text.includes(String.raw`\ud`) ? text.replaceAll(/\\(?:\\|ud[89a-f]..)/g, wholeCharacter) : text;
  return `${whole}\n`;
}

function wholeCharacter(escaped: string): string {
  return escaped === "\\\\" ? escaped : "\uFFFD";
}
