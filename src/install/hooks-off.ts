import type { HookSwitch, Installer, InstallPlace, SwitchFile } from "../hosts/installer.ts";
import { distrustOf } from "./folder-trust.ts";
import { filesAt, saidIn, ifPossible, liesWithin } from "./settings-file.ts";

/** A setting that turns off a host's hooks, and so ours. */
export interface HooksOff {
  readonly key: string;
  readonly file: string;
  readonly whose: SwitchFile["whose"];
  /** True when hooks set by an administrator still run. */
  readonly sparesManaged: boolean;
}

/** The setting that turns hooks off, in this directory or in all directories; undefined when hooks run. */
export function hooksOffIn(
  installer: Installer,
  place: InstallPlace,
  where: "this directory" | "all directories",
): HooksOff | undefined {
  const isRead = where === "this directory" && distrustOf(installer, place) === undefined;
  const off = (installer.hooksOff ?? []).flatMap((each) => switchedOff(each, place, isRead) ?? []);
  // The administrator's setting is named first: changing one's own would not help.
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

/** The first name of a switch that a file has, with its value. Symlinks that lead out of a project are not followed. */
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
