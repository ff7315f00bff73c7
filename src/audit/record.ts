import type { ClaimStanding } from "../evidence/ledger.ts";
import type { Verdict, VerdictKind } from "../verdict.ts";

/** Tokens of one model in one turn. */
export interface ModelTokens {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
}

/** What a look at a turn gave. The rest of a would-be correction is kept as a case. */
export interface Look {
  readonly verdict: VerdictKind;
  readonly findings: readonly { readonly id: string; readonly confidence: number }[];
  /** How the person's words begin. */
  readonly request: string;
  /** A model objected, and the record proves nothing. Never kept: opinions are put in when they are asked for. */
  readonly opinion?: true;
}

/** One turn as the audit keeps it: small, and without anything that only a reader of the transcript would need. */
export interface TurnRecord {
  readonly turn: number;
  /** The same for every copy of this turn: resumed and forked sessions repeat what they go on from. */
  readonly key: string;
  /** When the person spoke. */
  readonly at?: string;
  /** Where it begins in the file. */
  readonly line: number;
  readonly model?: string;
  readonly steps: number;
  readonly tokens: readonly ModelTokens[];
  /** Absent where the gate stayed closed. */
  readonly look?: Look;
}

/** One transcript, with everything that was found in it. */
export interface SessionRecord {
  readonly host: string;
  readonly threadId: string;
  readonly cwd?: string;
  /** The file is a subagent's own: it answers to its agent, and nobody judges it here. */
  readonly subagent?: boolean;
  readonly turns: readonly TurnRecord[];
  /** Lines that could not be read. */
  readonly malformed: number;
  /** The last line is not finished yet. */
  readonly unfinished: boolean;
}

/** How a check stands at the end of its turn. */
export type ReceiptState = "fresh" | "stale" | "failed" | "masked" | "nothing-ran" | "unknown";

export interface CaseReceipt {
  readonly step: number;
  readonly command: string;
  readonly state: ReceiptState;
  /** What makes it so, in words. */
  readonly detail: string;
}

export interface CaseRequest {
  readonly text: string;
  /** What of it is meant, where that is a part. */
  readonly about?: string;
  readonly standing: string;
}

export interface CaseStep {
  readonly number: number;
  /** Where it stands in the file. */
  readonly line?: number;
  /** What it did, in one line. */
  readonly text: string;
  readonly outcome: string;
  readonly ok: boolean;
  readonly edits: boolean;
  /** The lines that it took out and put in, of a step that is part of the proof. */
  readonly diff?: string;
  /** The end of what came back, where it matters to the case. */
  readonly output?: string;
}

export interface CaseClaim {
  /** What it claims, in a word: one sentence may claim several things, of which one is so and another is not. */
  readonly type: string;
  readonly text: string;
  readonly standing: ClaimStanding;
  readonly steps: readonly number[];
}

/** A would-be correction with everything that a person needs to judge it. Text of strangers, already redacted. */
export interface Case {
  readonly id: string;
  readonly key: string;
  readonly path: string;
  readonly host: string;
  readonly threadId: string;
  readonly turn: number;
  readonly line: number;
  readonly at?: string;
  readonly cwd?: string;
  readonly model?: string;
  readonly request: string;
  readonly closing: string;
  readonly verdict: Verdict;
  readonly gate: readonly string[];
  readonly steps: readonly CaseStep[];
  /** Steps of the turn that were left out of the timeline. */
  readonly omitted: number;
  readonly receipts: readonly CaseReceipt[];
  readonly claims: readonly CaseClaim[];
  readonly requests: readonly CaseRequest[];
}
