import type { Delta } from "../thread/delta.ts";

export interface SessionFacts {
  readonly id: string;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  readonly mode?: string | undefined;
}

export interface Remark {
  readonly say?: string;
  readonly tell?: string;
}

/** Keeps the record of the sessions and judges their turns. Neither method rejects, and both always resolve. */
export interface Supervisor {
  endOfTurn(session: SessionFacts, deltas: readonly Delta[], signal: AbortSignal): Promise<Remark>;
  note(session: SessionFacts, deltas: readonly Delta[]): Promise<void>;
}
