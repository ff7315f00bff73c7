/** A time in the one form that sorts as text, or undefined where it is absent or makes no sense. */
export function isoTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/** The `since` or `before` of a filter. Unlike a transcript's time it comes from us, so nonsense is a mistake to be seen. */
export function filterTime(time: string | undefined): string | undefined {
  const text = isoTime(time);
  if (time !== undefined && text === undefined) throw new RangeError(`Not a time: ${time}`);
  return text;
}
