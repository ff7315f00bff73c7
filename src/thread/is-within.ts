/** True when the working directory `cwd` is the directory or lies below it. The paths may be of another system. */
export function isWithin(cwd: string | undefined, directory: string): boolean {
  if (cwd === undefined) return false;
  const place = oneSpelling(cwd);
  const root = oneSpelling(directory).replace(/(?<!\/)\/+$/, "");
  return place === root || place.startsWith(`${root}/`);
}

function oneSpelling(path: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
}
