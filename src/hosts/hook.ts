import type { Loose } from "../text/loose.ts";

export type HookKind = "stop" | "subagent-stop" | "post-tool" | "pre-compact" | "dropped";

export interface HookEvent {
  readonly kind: HookKind;
  readonly name: string;
  readonly session: string;
  readonly cwd: string | undefined;
  readonly transcript?: string | undefined;
  /** A text that the host writes to the transcript after everything that led to this event, if it writes late. */
  readonly witness?: string | undefined;
  readonly messages?: unknown;
  /** The agent's last words, which may not be in the transcript yet. */
  readonly closing?: string | undefined;
  /** True when `closing` holds everything the agent said since the person spoke, not only the end. */
  readonly cumulative?: boolean;
  readonly again?: boolean;
  readonly backgroundTasks?: number;
  /** True when the turn was cut off and did not end by itself. */
  readonly cut?: boolean;
  /** Why the words that we handed over last never reached the agent: only a plugin of ours tells that. */
  readonly dropped?: string | undefined;
  /** The agent's mode, in the host's word: `plan`, `acceptEdits`. */
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
  /** What the person set of our settings in the host's own, by key path. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the host knows of the run. */
  readonly run?: {
    readonly heartbeat: boolean;
    readonly subagent: boolean;
    readonly attempt?: number;
    readonly earlierFeedback?: readonly string[];
  };
  /** Where the person's rules for the agent lie, where that is not known from the record. */
  readonly workspace?: string;
}

/** What we say, with our name in front: to the agent at a stop, to the agent while it works, or to the person alone. */
export interface HookAnswer {
  readonly type: "continue" | "context" | "tell";
  readonly message: string;
  /** What a message to the agent is about, in words for the person, where a host may refuse it. */
  readonly objection?: string;
}

export interface HookHost {
  readonly name: string;
  /** The family of the models that it usually runs. */
  readonly family?: string;
  readonly callMark?: string;
  /** One of these texts is in the transcript when the host itself made the agent go on after its turn was over. */
  readonly wakes?: readonly string[];
  /** Answers can be verified there before they go out, with at most so many attempts at each. */
  readonly mostAttempts?: number;
  /** True when the input can only come from this host: hosts run each other's hook files. */
  owns(input: Loose): boolean;
  /** True when something typed since is kept elsewhere than in the transcript, and not in the thread yet. */
  hasTyped?(event: HookEvent, since: Date, isInThread: (text: string) => boolean): boolean;
  /** Undefined for an event that does not concern us. */
  read(input: Loose): HookEvent | undefined;
  /** Exactly what to print on standard output; empty when the host has no place for it. */
  write(event: HookEvent, answer: HookAnswer): string;
}
