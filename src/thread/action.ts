/** What a tool call did, whatever the host calls its tools. The kinds follow ACP, with `create` and `subagent` of our own. */
export type ActionKind =
  | "read"
  | "search"
  | "edit"
  | "create"
  | "delete"
  | "move"
  | "execute"
  | "fetch"
  | "think"
  | "subagent"
  | "other";

/** What a program may say of a tool of its own. */
export type OwnToolKind = Exclude<ActionKind, "subagent" | "other">;

/** One file that a call changes. `path` is absent when the command does not name the file (`git apply < patch`). */
export interface Change {
  readonly type: "edit" | "create" | "delete" | "move";
  readonly path?: string;
  readonly from?: string;
  readonly oldText?: string;
  readonly newText?: string;
  /**
   * Nothing tells whether this part ran and succeeded: it may have been skipped, or its failure ignored (`[ -f a ] ||
   * cp b a`).
   */
  readonly perhaps?: true;
}

/** A tool call in words that are the same for every host. */
export interface Action {
  readonly kind: ActionKind;
  readonly paths: readonly string[];
  /** What the call changes, also when it is a shell command (`sed -i`, heredocs, `tee`, `git apply`). */
  readonly changes: readonly Change[];
  readonly command?: string;
  /** The directory in which the call asked to run the command, if it named one beside the command. */
  readonly directory?: string;
  readonly background?: boolean;
}
