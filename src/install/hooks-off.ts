import { join } from "node:path";
import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { valueAt } from "./json-edit.ts";
import { readState } from "./settings-file.ts";

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
  const file = [own, ...shared].findLast((each) => valueIn(each, hooksOff.path) !== undefined);
  if (file === undefined || valueIn(file, hooksOff.path) !== hooksOff.value) return undefined;
  return { key: hooksOff.path.join("."), file, inProject: file !== own };
}

/** What the host cannot read either switches nothing off. */
function valueIn(file: string, path: readonly string[]): unknown {
  try {
    const state = readState(file);
    return state && valueAt(state.bytes.toString("utf8"), path);
  } catch {
    return undefined;
  }
}
