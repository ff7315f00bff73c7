import type { Loose } from "../loose.ts";

/** What happened, whatever the host calls it. */
export type HookKind = "stop" | "subagent-stop" | "post-tool" | "pre-compact";

/** What a host tells its hook, in our words. */
export interface HookEvent {
  readonly kind: HookKind;
  /** The host's own name for it: some answers have to repeat it. */
  readonly name: string;
  readonly session: string;
  readonly cwd: string | undefined;
  /** Where the transcript lies, or will lie in a moment. */
  readonly transcript?: string | undefined;
  /** Stands in the transcript as soon as everything up to this event does, where the host writes late and then this. */
  readonly witness?: string | undefined;
  /** The transcript itself, where the host has no file to show. */
  readonly messages?: unknown;
  /** The agent's last words, which may not be in the transcript yet. */
  readonly closing?: string | undefined;
  /** `closing` holds everything the agent said since the person spoke, not only the end. */
  readonly cumulative?: boolean;
  /** The agent is at it again because a hook told it to. Not every host can be believed when it says no. */
  readonly again?: boolean;
  /** What still runs; absent where the host does not say. */
  readonly backgroundTasks?: number | undefined;
  /** The turn did not end by itself. */
  readonly cut?: boolean;
  /** The mode it runs in, in the host's word: `plan`, `acceptEdits`. */
  readonly mode?: string | undefined;
  /** The agent's model, where the host names it. */
  readonly model?: string | undefined;
}

/** What we have to say: to the agent at a stop, to the agent while it works, or to the person alone. */
export interface HookAnswer {
  readonly type: "continue" | "context" | "tell";
  readonly message: string;
}

/** How to speak with one host's hooks. */
export interface HookHost {
  /** As written on the command line; the same as the reader's, where there is one. */
  readonly name: string;
  /** Who trained the models it usually runs. */
  readonly family?: string;
  /** Stands in the transcript at least once for every tool call. */
  readonly callMark?: string;
  /** One of them stands in the transcript where the host itself had the agent go on with a turn that was over. */
  readonly wakes?: readonly string[];
  /** True for an input that only this host gives. Hosts run each other's hook files, so the argument alone is no proof. */
  owns(input: Loose): boolean;
  /** Undefined for what is none of our business. */
  read(input: Loose): HookEvent | undefined;
  /** Exactly what goes to standard output; empty where the host has no place for it. */
  write(event: HookEvent, answer: HookAnswer): string;
}
