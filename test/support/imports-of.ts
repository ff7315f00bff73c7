export function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:(?<=[\s}*])from\s*|\bimport\s*\(\s*|^\s*import\s+)(["'])([^"'\n]+)\1/gm);
  return [...found].map((match) => match[2] ?? "");
}
