/** What a text holds as JSON; nothing where it is none. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a text holds as JSON, else the text itself: for values that may be written either way. */
export function jsonOrText(text: string): unknown {
  const value = fromJson(text);
  return value === undefined ? text : value;
}

/** An object as JSON has them: with members, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
