/** Whether a thread works in a directory or somewhere below it, on any system. */
export function isWithin(cwd: string | undefined, directory: string): boolean {
  if (cwd === undefined) return false;
  const root = directory.replace(/[\\/]+$/, "");
  return cwd === root || cwd.startsWith(`${root}/`) || cwd.startsWith(`${root}\\`);
}
