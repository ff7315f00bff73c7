/** What goes where when Coxswain is installed for a host. */
export type Placement =
  /** One more item of a list inside a settings file that belongs to the person. */
  | {
      readonly type: "entry";
      readonly file: string;
      /** Keys down to the list. */
      readonly path: readonly string[];
      readonly entry: object;
      /** What the file needs besides, when it is not there yet. */
      readonly base?: object;
    }
  /** A file of our own. */
  | { readonly type: "file"; readonly file: string; readonly text: string }
  /** Codex runs no hook that was not trusted: their hashes go into its configuration. */
  | { readonly type: "codex-trust"; readonly config: string; readonly hooks: string };

export interface InstallPlace {
  readonly scope: "user" | "project";
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As the host's shell has to be told. */
  readonly command: string;
  /** The same for hosts that have a line for each shell: a shared file is read on machines of every kind. */
  readonly shells: { readonly bash: string; readonly powershell: string };
  /** The same, word by word, for hosts that start it without a shell. */
  readonly words: readonly string[];
  /** How long the host may let the hook run. */
  readonly seconds: number;
  /** The agent is steered while it works. */
  readonly parallel: boolean;
  /** The stops of subagents are looked at too. */
  readonly subagents: boolean;
  /** A file of `integrations/`, as shipped. */
  readonly integration: (name: string) => string;
  readonly platform: NodeJS.Platform;
  /** Where the settings of the whole machine begin: the root, except in tests. */
  readonly machine: string;
}

/** A file that may say whether a host runs hooks. */
export interface SwitchFile {
  /** A directory stands for the files in it, in the order of their names. */
  readonly file: string;
  /** `defaults` are an administrator's too, but everybody else speaks louder. */
  readonly whose: "defaults" | "person" | "project" | "administrator";
}

/** A setting that keeps a host from running our hook. */
export interface HookSwitch {
  /** Keys down to it, under each name it has. In one file the first name that is there counts. */
  readonly paths: readonly (readonly string[])[];
  /** What it says when it keeps us out. */
  readonly value: boolean;
  /** What an administrator has set still runs. */
  readonly sparesManaged?: true;
  /** Each louder than those before it. */
  files(place: InstallPlace): readonly SwitchFile[];
}

/** How a host is told to read nothing of a project, its hooks included. */
export type FolderTrust =
  /** A list of folders, each trusted or not; what it does not name is asked about. */
  | {
      readonly type: "list";
      file(place: InstallPlace): string;
      /** Whether the list counts where `security.folderTrust.enabled` is not set. */
      readonly countsUnsaid: boolean;
      /** Where that may be set, each louder than those before it. */
      settings(place: InstallPlace): readonly string[];
    }
  /** Codex reads nothing of a project that its configuration does not call trusted. */
  | { readonly type: "codex"; file(place: InstallPlace): string };

/** How Coxswain comes to a host, as data: somebody else writes it down and takes it back. */
export interface Installer {
  readonly name: string;
  readonly title: string;
  /** Its hooks run in PowerShell on Windows, for which a program in quotes is only a text until it is called. */
  readonly inPowerShell?: true;
  /** Commands that start it, for looking it up. */
  readonly commands: readonly string[];
  /** A directory that is there once it has run. */
  home(place: Pick<InstallPlace, "home" | "env">): string;
  /** The end of a turn comes first. */
  placements(place: InstallPlace): readonly Placement[];
  /** Whichever of them says so keeps our hook from running. */
  readonly hooksOff?: readonly HookSwitch[];
  readonly folderTrust?: FolderTrust;
  /** What a person should know afterwards. */
  readonly remark?: string;
  /** The same, where it is put in for everybody who works in a directory. */
  readonly projectRemark?: string;
}
