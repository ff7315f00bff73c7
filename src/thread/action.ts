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

/** One file a call changes. `path` is absent when the command does not say (`git apply < patch`). */
export interface Change {
  readonly type: "edit" | "create" | "delete" | "move";
  readonly path?: string;
  /** Where a moved file came from. */
  readonly from?: string;
  readonly oldText?: string;
  readonly newText?: string;
  /** The command may not have run, or was let fail (`[ -f a ] || cp b a`, `if … then`), and nothing tells whether it did. */
  readonly perhaps?: true;
}

/** A tool call in words that are the same for every host. */
export interface Action {
  readonly kind: ActionKind;
  /** Every path the call names, in order, each once. */
  readonly paths: readonly string[];
  /** What the call changes, also when it is a shell command (`sed -i`, heredocs, `tee`, `git apply`). */
  readonly changes: readonly Change[];
  readonly command?: string;
  /** Where the call asked for the command to be run, if it said so beside it. */
  readonly directory?: string;
  /** True where the call asked for the background. */
  readonly background?: boolean;
}
