import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Place } from "./program.ts";

/**
 * Coxswain's own memory may stay, with the directories on the way to it: what it decided is the person's to keep, and
 * what Node compiled of it lies where caches lie.
 */
const OWN =
  /^home\/(?:(?:\.local\/state\/coxswain|\.config\/coxswain|\.cache\/coxswain|tmp)(?:\/|$)|\.local(?:\/state)?$|\.(?:config|cache)$)/;

export function treeOf(place: Place): Record<string, string> {
  return Object.fromEntries([...entriesOf(place.home, "home"), ...entriesOf(place.workspace, "workspace")]);
}

function entriesOf(root: string, name: string): [string, string][] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(entry.parentPath, entry.name);
    const key = `${name}/${relative(root, path)}`;
    if (OWN.test(key) || key.startsWith("workspace/.git/")) return [];
    if (entry.isDirectory()) return [[`${key}/`, ""]];
    return [[key, `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, "utf8")}`]];
  });
}
