/** True when an agent worked in a directory or below it; the paths may be those of another system. */
export function isWithin(cwd: string | undefined, directory: string): boolean {
  if (cwd === undefined) return false;
  const root = directory.replace(/(?<![\\/])[\\/]+$/, "");
  return cwd === root || cwd.startsWith(`${root}/`) || cwd.startsWith(`${root}\\`);
}
