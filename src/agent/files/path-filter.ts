import { relative, sep } from "node:path";
import { compileGlob, expandBraces } from "./glob.ts";

/**
 * A call's glob as a test for real paths. Without a slash it matches names at any depth. With a slash it matches the
 * path from the workspace or, as models often mean it, from the directory that they named.
 */
export function pathFilter(glob: string | undefined, root: string, start: string): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  const negated = glob.startsWith("!");
  const written = glob.replace(/^!/, "").replace(/^\.?\//, "");
  const matchers = expandBraces(written).map((pattern) => ({
    byName: !pattern.includes("/"),
    matches: compileGlob(pattern),
  }));
  return (path) => {
    const bases = [partsOf(relative(root, path)), partsOf(relative(start, path))];
    const fits = matchers.some(({ byName, matches }) =>
      byName ? matches(bases[0]?.slice(-1) ?? []) : bases.some((parts) => matches(parts)),
    );
    return fits !== negated;
  };
}

function partsOf(path: string): string[] {
  return path.split(sep);
}
