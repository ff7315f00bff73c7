import type { Delta } from "../thread/delta.ts";

export interface SessionFacts {
  readonly id: string;
  readonly cwd: string | undefined;
  /** As the agent introduced itself. */
  readonly agent: string | undefined;
  /** The mode that the agent is in, where it has any. */
  readonly mode?: string | undefined;
}

/** What is to be said after a turn: to the agent, or to the person alone; nothing, most of the time. */
export interface Remark {
  readonly say?: string;
  readonly tell?: string;
}

/** Keeps the record of the sessions and decides about their turns. Neither method rejects, nor takes for ever. */
export interface Supervisor {
  endOfTurn(session: SessionFacts, deltas: readonly Delta[], signal: AbortSignal): Promise<Remark>;
  /** For a turn that is not to be judged. */
  note(session: SessionFacts, deltas: readonly Delta[]): Promise<void>;
}
