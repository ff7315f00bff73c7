/**
 * The last act on what a model will read. Redacted once more as a whole: what one part gave away as a secret may stand
 * bare in a part that was written before. Cut after that, because the word for a secret may be longer than it.
 */
export function finishText(text: string, limit: number, redact: (text: string) => string = (same) => same): string {
  return withinLimit(redact(text), limit);
}

/** The last resort against texts that are too long even when shortened: a gap in the middle, said in place. */
function withinLimit(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const gap = `\n(${text.length - limit} characters are left out here)\n`;
  const room = limit - gap.length;
  if (room <= 0) return text.slice(0, Math.max(0, limit)).toWellFormed();
  const head = Math.ceil(room * 0.55);
  const end = text.slice(text.length - (room - head));
  const wholeLines = end.slice(end.indexOf("\n") + 1);
  return `${text.slice(0, head)}${gap}${wholeLines}`.toWellFormed();
}
