/** Redacted again as a whole, for a secret may stand in an earlier part; then cut: placeholders may be longer. */
export function finishText(text: string, limit: number, redact: (text: string) => string = (same) => same): string {
  return withinLimit(redact(text), limit);
}

/** The last resort for a text that is still too long: a gap in the middle, with a note. */
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

export function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
