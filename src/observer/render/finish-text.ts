/** Redacted again as a whole, for a secret may stand in an earlier part; then cut: placeholders may be longer. */
export function finishText(text: string, limit: number, redact: (text: string) => string = (same) => same): string {
  const whole = redact(text);
  if (whole.length <= limit) return whole;
  const gap = `\n(${whole.length - limit} characters are left out here)\n`;
  const room = limit - gap.length;
  if (room <= 0) return whole.slice(0, Math.max(0, limit)).toWellFormed();
  const head = Math.ceil(room * 0.55);
  const end = whole.slice(whole.length - (room - head));
  const wholeLines = end.slice(end.indexOf("\n") + 1);
  return `${whole.slice(0, head)}${gap}${wholeLines}`.toWellFormed();
}

export function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
