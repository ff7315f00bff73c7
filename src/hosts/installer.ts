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
}

/** How Coxswain comes to a host, as data: somebody else writes it down and takes it back. */
export interface Installer {
  readonly name: string;
  readonly title: string;
  /** Commands that start it, for looking it up. */
  readonly commands: readonly string[];
  /** A directory that is there once it has run. */
  home(place: Pick<InstallPlace, "home" | "env">): string;
  placements(place: InstallPlace): readonly Placement[];
  /** The setting that keeps the host from running any hook. */
  readonly hooksOff?: {
    readonly path: readonly string[];
    readonly value: boolean;
    /** The person's settings. */
    file(place: Pick<InstallPlace, "home" | "env">): string;
    /** Those of a project, in it. They speak louder than the person's, and the later louder than the earlier. */
    readonly project: readonly string[];
  };
  /** What a person should know afterwards. */
  readonly remark?: string;
}
