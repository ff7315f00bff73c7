import type { Action } from "./action.ts";
import type { GuidanceFile, VerdictNote } from "./delta.ts";
import type { Message, ToolResult } from "./message.ts";
import type { OperationType, UsageTotals } from "./usage.ts";
import type { Witnessed } from "./witnessed.ts";

/** One tool call and its result. `number` counts through the whole thread from 1 and can be cited. */
export interface Step {
  readonly number: number;
  readonly toolUseId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly action: Action;
  readonly result?: ToolResult;
  /** For a command that was left running: the newest step when its end was shown. The agent knew no sooner. */
  readonly endShownAt?: number;
  readonly messageIndex: number;
}

/** What Coxswain saw itself, and at which place in the conversation. */
export interface Look extends Witnessed {
  readonly messageIndex: number;
}

export type TurnOutcome = "open" | "ended" | "limit" | "refused" | "aborted" | "failed";

/** From the person's message to the end of the work. The counts grow with it, so the gate never has to walk it. */
export interface Turn {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly steps: readonly Step[];
  readonly toolCalls: number;
  /** Calls that changed files and succeeded. */
  readonly edits: number;
  readonly corrections: number;
  /** True when the agent has said or done something since the person spoke. */
  readonly answered: boolean;
  /** What Coxswain saw itself when it looked at this turn. */
  readonly witnessed: readonly Look[];
  readonly outcome: TurnOutcome;
  /** True when its end was judged and needed no correction, and nothing was said or seen since. */
  readonly judged: boolean;
}

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

export interface Correction {
  readonly turn: number;
  readonly message: string;
  readonly verdict: VerdictNote;
}

export interface Relation {
  readonly relation: "from" | "to";
  readonly threadId: string;
  readonly goal: string;
}

/** Everything that is known about one conversation with an agent; made only by folding its deltas. */
export interface Thread {
  readonly id: string;
  readonly host: string;
  readonly cwd: string | undefined;
  readonly mode: string | undefined;
  readonly title: string | undefined;
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
  readonly stepCount: number;
  readonly pending: ReadonlyMap<string, { readonly turn: number; readonly step: number }>;
  readonly queue: readonly QueuedMessage[];
  readonly guidance: readonly GuidanceFile[];
  readonly corrections: readonly Correction[];
  readonly relations: readonly Relation[];
  readonly usage: Readonly<Partial<Record<OperationType, UsageTotals>>>;
  readonly compactions: number;
  /** True while a started inference has neither completed nor been cancelled. */
  readonly inferring: boolean;
  readonly skipCorrection: boolean;
  /** How often something did not fit: a result without a call, a call told twice, a rewind to an unknown place. */
  readonly dropped: number;
}

/** A thread in which nothing has happened yet. */
export const EMPTY_THREAD: Thread = {
  id: "",
  host: "",
  cwd: undefined,
  mode: undefined,
  title: undefined,
  messages: [],
  turns: [],
  stepCount: 0,
  pending: new Map(),
  queue: [],
  guidance: [],
  corrections: [],
  relations: [],
  usage: {},
  compactions: 0,
  inferring: false,
  skipCorrection: false,
  dropped: 0,
};
