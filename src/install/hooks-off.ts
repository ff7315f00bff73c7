import type { HookSwitch, Installer, InstallPlace, SwitchFile } from "../hosts/installer.ts";
import { distrustOf } from "./folder-trust.ts";
import { filesAt, saidIn } from "./host-settings.ts";
import { ifPossible, liesWithin } from "./settings-file.ts";

/** Where somebody has switched off the hooks of a host, ours with them. */
export interface HooksOff {
  readonly key: string;
  readonly file: string;
  readonly whose: SwitchFile["whose"];
  /** What an administrator has set still runs. */
  readonly sparesManaged: boolean;
}

/** How it is in a directory, or in all that say nothing themselves; undefined where hooks run. */
export function hooksOffIn(
  installer: Installer,
  place: InstallPlace,
  where: "this directory" | "all directories",
): HooksOff | undefined {
  const isRead = where === "this directory" && distrustOf(installer, place) === undefined;
  const off = (installer.hooksOff ?? []).flatMap((each) => switchedOff(each, place, isRead) ?? []);
  // Whoever mends their own settings first would only learn of the administrator's afterwards.
  return off.find(({ whose }) => whose === "administrator") ?? off[0];
}

function switchedOff(hookSwitch: HookSwitch, place: InstallPlace, readsProject: boolean): HooksOff | undefined {
  const files = hookSwitch
    .files(place)
    .filter(({ whose }) => readsProject || whose !== "project")
    .flatMap((each) => filesAt(each.file).map((file) => ({ ...each, file })));
  const said = files.flatMap((each) => wordOf(each, hookSwitch, place) ?? []);
  const last = said.at(-1);
  return last?.value === hookSwitch.value ? last : undefined;
}

/** The first name of a switch that a file has, and what it says there. No link that leads out of a project is followed. */
function wordOf({ file, whose }: SwitchFile, { paths, sparesManaged }: HookSwitch, { project }: InstallPlace) {
  if (whose === "project" && !ifPossible(() => liesWithin(file, project))) return undefined;
  const words = paths.map((path) => ({
    key: path.join("."),
    value: saidIn(file, path),
    file,
    whose,
    sparesManaged: sparesManaged === true,
  }));
  return words.find(({ value }) => value !== undefined);
}
