/** In one line, so that a host that wraps words says the same ones. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
