import type { HookSwitch, Installer, InstallPlace, SwitchFile, FolderTrust } from "../hosts/installer.ts";
import { filesAt, saidIn, ifPossible, liesWithin } from "./settings-file.ts";
import { dirname } from "node:path";
import { DISK, projectDirectories, realOr } from "../config/files.ts";
import { isWithin } from "../text/places.ts";

/** A setting that turns off a host's hooks, and so ours. */
export interface HooksOff {
  readonly key: string;
  readonly file: string;
  readonly whose: SwitchFile["whose"];
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

export interface Distrust {
  readonly file: string;
  /** True when the person was asked and refused; false when they were never asked. */
  readonly refused: boolean;
}

export function distrustOf({ folderTrust }: Installer, place: InstallPlace): Distrust | undefined {
  if (!folderTrust) return undefined;
  return folderTrust.type === "codex" ? untrustedProject(folderTrust, place) : untrustedFolder(folderTrust, place);
}

/** The directory itself decides, then the root of its repository; without trust, Codex reads nothing. */
function untrustedProject(trust: FolderTrust, place: InstallPlace): Distrust | undefined {
  const config = trust.file(place);
  const directories = projectDirectories(place.project, DISK, place.platform);
  const asked = [place.project, directories.at(-1) ?? place.project].flatMap((each) => [realOr(each, DISK), each]);
  const levels = asked.map((directory) => saidIn(config, ["projects", directory, "trust_level"]));
  const level = levels.find((each) => each !== undefined);
  return level === "trusted" ? undefined : { file: config, refused: level !== undefined };
}

type TrustList = Extract<FolderTrust, { type: "list" }>;

/** The nearest listed folder decides. A folder that nobody was asked about may be trusted at the next start. */
function untrustedFolder(trust: TrustList, place: InstallPlace): Distrust | undefined {
  const enabled = trust
    .settings(place)
    .map((file) => saidIn(file, ["security", "folderTrust", "enabled"]))
    .findLast((each) => each !== undefined);
  if ((enabled ?? trust.countsUnsaid) !== true) return undefined;
  const file = trust.file(place);
  const directory = realOr(place.project, DISK);
  const rules = Object.entries(Object(saidIn(file, [])) as Record<string, unknown>)
    .map(([path, level]) => ({ path: realOr(level === "TRUST_PARENT" ? dirname(path) : path, DISK), level }))
    .filter(({ path }) => isWithin(directory, path));
  const longest = Math.max(...rules.map(({ path }) => path.length));
  const refused = rules.some(({ path, level }) => path.length === longest && level === "DO_NOT_TRUST");
  return refused ? { file, refused } : undefined;
}
