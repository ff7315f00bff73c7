/** True when an agent worked in a directory or below it; the paths may be those of another system. */
export function isWithin(cwd: string | undefined, directory: string): boolean {
  if (cwd === undefined) return false;
  const place = oneSpelling(cwd);
  const root = oneSpelling(directory).replace(/(?<!\/)\/+$/, "");
  return place === root || place.startsWith(`${root}/`);
}

/** Windows minds neither case nor which slash: programs there write one place as `C:\Repo` and as `c:/repo`. */
function oneSpelling(path: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
}
