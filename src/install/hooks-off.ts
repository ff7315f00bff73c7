import { join } from "node:path";
import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { valueAt } from "./json-edit.ts";
import { liesWithin, readState } from "./settings-file.ts";

/** Where somebody has switched off all hooks of a host, ours with them. */
export interface HooksOff {
  readonly key: string;
  readonly file: string;
  /** A project says so, and only for itself. */
  readonly inProject: boolean;
}

/** How it is in a directory, or in all that say nothing themselves; undefined where hooks run. */
export function hooksOffIn(
  { hooksOff }: Installer,
  place: InstallPlace,
  where: "this directory" | "all directories",
): HooksOff | undefined {
  if (!hooksOff) return undefined;
  const own = hooksOff.file(place);
  const shared = where === "this directory" ? hooksOff.project.map((name) => join(place.project, name)) : [];
  const said = (file: string) => valueIn(file, hooksOff.path, file === own ? undefined : place.project);
  const file = [own, ...shared].findLast((each) => said(each) !== undefined);
  if (file === undefined || said(file) !== hooksOff.value) return undefined;
  return { key: hooksOff.path.join("."), file, inProject: file !== own };
}

/**
 * What cannot be read switches nothing off. Mostly the host cannot read it either, though ours is the narrower reader: it
 * gives up at 1 MB and at 100 levels, and follows no link that leads out of a project.
 */
function valueIn(file: string, path: readonly string[], project: string | undefined): unknown {
  try {
    if (project !== undefined && !liesWithin(file, project)) return undefined;
    const state = readState(file);
    return state && valueAt(state.bytes.toString("utf8"), path);
  } catch {
    return undefined;
  }
}
