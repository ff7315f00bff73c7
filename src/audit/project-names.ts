/**
 * What people call projects, by their directories: the end of the path that tells them apart from the others. It begins
 * at a name, so it is `cli/.worktrees/4` and not `4`.
 */
export function projectNames(directories: readonly string[]): Map<string, string> {
  const parts = new Map([...new Set(directories)].map((path) => [path, path.split(/[\\/]/).filter(Boolean)]));
  const names = new Map([...parts.keys()].map((path) => [path, nameFrom(path, parts, 1)]));
  for (;;) {
    const groups = Map.groupBy(names, ([, { name }]) => name);
    const alike = [...groups.values()].filter((group) => group.length > 1).flat();
    const longer = alike.filter(([path, { length }]) => length <= (parts.get(path)?.length ?? 0));
    if (longer.length === 0) return new Map([...names].map(([path, { name }]) => [path, name]));
    for (const [path, { length }] of longer) names.set(path, nameFrom(path, parts, length + 1));
  }
}

/** The last parts of a path, as many as are wanted, and more until they begin with a name; then the whole path. */
function nameFrom(path: string, parts: ReadonlyMap<string, readonly string[]>, wanted: number) {
  const all = parts.get(path) ?? [];
  const tree = all.findLastIndex((part) => WORKTREES.test(part));
  let first = Math.min(all.length - wanted, tree === -1 ? all.length : tree);
  while (first > 0 && !isName(all[first])) first -= 1;
  const isWhole = first < 0 || (first === 0 && !isName(all[0]));
  return { name: isWhole ? path : all.slice(first).join("/"), length: all.length - first };
}

/** What lies in such a folder is a copy of the project around it. */
const WORKTREES = /^\.?worktrees?$/;

/** Numbers and hidden folders are no names. */
function isName(part = ""): boolean {
  return /\p{L}/u.test(part) && !part.startsWith(".") && !WORKTREES.test(part);
}
