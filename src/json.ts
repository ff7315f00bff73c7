/** The JSON value of a text; undefined when it is no JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
