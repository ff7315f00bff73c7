import type { Language } from "../language/language.ts";
import { baseName } from "../changes/paths.ts";

/**
 * True when the person wants a file written and then moved, merged or deleted: "write tmp.json and rename it to
 * state.json". At the end there is no such file; and if the code is to do all that, nobody writes one.
 */
export function isMovedOn(text: string, path: string, { requests }: Language): boolean {
  const at = text.indexOf(path);
  if (at < 0) return false;
  const rest = text.slice(at + path.length, at + path.length + FAR);
  const name = baseName(path).toLowerCase();
  return Array.from(rest.matchAll(requests.movesFile)).some(({ groups }) => {
    const { it, file, other } = groups ?? {};
    if (it !== undefined) return true;
    return [file, other].some((named) => named !== undefined && baseName(named).toLowerCase() === name);
  });
}

/** How far behind its name we look: what is to become of a file is said soon. */
const FAR = 300;
