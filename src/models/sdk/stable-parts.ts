const PART_LENGTH = 4000;

/** Splits a text at line ends so that all parts but the last stay the same when the text grows at its end. */
export function stableParts(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > PART_LENGTH) {
    const line = text.lastIndexOf("\n", start + PART_LENGTH - 1);
    const end = line > start ? line + 1 : start + PART_LENGTH;
    parts.push(text.slice(start, end));
    start = end;
  }
  return [...parts, text.slice(start)];
}
