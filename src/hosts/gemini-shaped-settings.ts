import { join } from "node:path";
import { type FolderTrust, type InstallPlace, type SwitchFile, machineDirectory } from "./installer.ts";

/** Their settings are in four files, and a list says which folders are trusted. */
export interface GeminiShape {
  readonly directory: string;
  readonly home: (place: Pick<InstallPlace, "home" | "env">) => string;
  readonly machine: { readonly linux: string; readonly darwin: string; readonly win32: string };
  /** The prefix of the environment variables that name other places. */
  readonly variables: string;
}

export function settingsFiles(shape: GeminiShape, place: InstallPlace): readonly SwitchFile[] {
  const { directory, machine, variables } = shape;
  const system = machineDirectory(place, machine);
  return [
    { file: place.env[`${variables}_SYSTEM_DEFAULTS_PATH`] || join(system, "system-defaults.json"), whose: "defaults" },
    { file: join(shape.home(place), "settings.json"), whose: "person" },
    { file: join(place.project, directory, "settings.json"), whose: "project" },
    { file: place.env[`${variables}_SYSTEM_SETTINGS_PATH`] || join(system, "settings.json"), whose: "administrator" },
  ];
}

/** As documented under "Trusted Folders". A project cannot decide whether it is trusted. */
export function trustedFolders(shape: GeminiShape, countsUnsaid: boolean): FolderTrust {
  return {
    type: "list",
    countsUnsaid,
    file: (place) =>
      place.env[`${shape.variables}_TRUSTED_FOLDERS_PATH`] || join(shape.home(place), "trustedFolders.json"),
    settings: (place) => settingsFiles(shape, place).flatMap(({ file, whose }) => (whose === "project" ? [] : [file])),
  };
}
