import { join, win32 } from "node:path";
/** A change to a file that installs Coxswain for a host. */
export type Placement =
  /** One more item in a list of a settings file that belongs to the person. */
  | {
      readonly type: "entry";
      readonly file: string;
      readonly path: readonly string[];
      readonly entry: object;
      /** What else the file needs when it does not exist yet. */
      readonly base?: object;
    }
  | { readonly type: "file"; readonly file: string; readonly text: string }
  /** One value in a settings file that belongs to the person and is read as JSON5. */
  | { readonly type: "setting"; readonly file: string; readonly path: readonly string[]; readonly value: unknown }
  /** One more name in such a file's list of what may run; without that list, everything may. */
  | { readonly type: "allowed"; readonly file: string; readonly path: readonly string[]; readonly value: string }
  | { readonly type: "codex-trust"; readonly config: string; readonly hooks: string };

export interface InstallPlace {
  readonly scope: "user" | "project";
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The hook's command as the host's shell needs it. */
  readonly command: string;
  /** The command for each shell, for hosts with a line per shell: a shared file is read on all kinds of machines. */
  readonly shells: { readonly bash: string; readonly powershell: string };
  readonly words: readonly string[];
  readonly seconds: number;
  /** True when the agent is steered while it works. */
  readonly parallel: boolean;
  /** True when the stops of subagents are looked at, too. */
  readonly subagents: boolean;
  /** The text of a file in `integrations/`, as shipped. */
  readonly integration: (name: string) => string;
  readonly platform: NodeJS.Platform;
  /** The directory under which the settings of the whole machine lie: the root, except in tests. */
  readonly machine: string;
}

export interface SwitchFile {
  /** A directory stands for the files in it, in the order of their names. */
  readonly file: string;
  /** `defaults` also come from an administrator, but all other files override them. */
  readonly whose: "defaults" | "person" | "project" | "administrator";
}

export interface HookSwitch {
  /** The keys that lead to it, one path for each name it has. In one file, the first name that exists counts. */
  readonly paths: readonly (readonly string[])[];
  /** The value that turns our hook off. */
  readonly value: boolean;
  /** True when hooks set by an administrator still run. */
  readonly sparesManaged?: true;
  /** The files that may hold the setting; each overrides those before it. */
  files(place: InstallPlace): readonly SwitchFile[];
}

/** How a host is told to read nothing from a project, also no hooks. */
export type FolderTrust =
  /** A list of folders, each trusted or not; the host asks about all others. */
  | {
      readonly type: "list";
      file(place: InstallPlace): string;
      /** Whether the list counts when `security.folderTrust.enabled` is not set. */
      readonly countsUnsaid: boolean;
      settings(place: InstallPlace): readonly string[];
    }
  /** Codex reads nothing from a project that its configuration does not call trusted. */
  | { readonly type: "codex"; file(place: InstallPlace): string };

/** How Coxswain is installed for a host, as data; other code writes and removes it. */
export interface Installer {
  readonly name: string;
  readonly title: string;
  /** In PowerShell on Windows a quoted program is only text unless it is called with `&`. */
  readonly inPowerShell?: true;
  readonly verifies?: true;
  /** Why it cannot be installed for a project. */
  readonly userOnly?: string;
  /** Commands that start the host, to find out whether it is installed. */
  readonly commands: readonly string[];
  home(place: Pick<InstallPlace, "home" | "env">): string;
  placements(place: InstallPlace): readonly Placement[];
  /** Settings that each keep our hook from running. */
  readonly hooksOff?: readonly HookSwitch[];
  readonly folderTrust?: FolderTrust;
  readonly remark?: string;
  /** The remark for an installation in a project, for everybody who works there. */
  readonly projectRemark?: string;
}

/** The command on this machine, and whether to steer a working agent, filled in. */
export function pluginText(shipped: string, { words, parallel }: Pick<InstallPlace, "words" | "parallel">): string {
  return shipped
    .replace(/^const COMMAND = .*$/m, () => `const COMMAND = ${JSON.stringify(words)};`)
    .replace(/^const STEER = .*$/m, () => `const STEER = ${parallel};`);
}

/** A directory with settings for everybody on a machine; on Windows below the system drive. */
export function machineDirectory(
  { platform, machine }: Pick<InstallPlace, "platform" | "machine">,
  names: { readonly linux: string; readonly darwin: string; readonly win32: string },
): string {
  if (platform === "win32") return win32.join("C:\\", names.win32);
  return join(machine, platform === "darwin" ? names.darwin : names.linux);
}
