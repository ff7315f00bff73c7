import type { Language } from "../language/language.ts";

/** The files listed after a file: `b.txt` and `c.txt` of "write a.txt, b.txt and c.txt". */
export function listedBehind(text: string, path: string, paths: readonly string[], { deeds }: Language): string[] {
  const listed: string[] = [];
  let end = text.indexOf(path) + path.length;
  for (const next of paths.slice(paths.indexOf(path) + 1)) {
    const at = text.indexOf(next, end);
    if (at < 0 || !deeds.joinsFiles.test(text.slice(end, at))) break;
    listed.push(next);
    end = at + next.length;
  }
  return listed.length > 0 && deeds.afterFile.test(text.slice(end).replace(/^[`"']+/, "")) ? listed : [];
}
