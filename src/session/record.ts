import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import type { Suspicion } from "../evidence/score/score.ts";
import type { Verdict, VerdictKind } from "../verdict.ts";
import type { Account } from "./account.ts";

export interface ModelTokens {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
}

export interface LookFinding {
  readonly id: string;
  readonly confidence: number;
  /** What a lead would say, redacted. A would-be correction has it in its case. */
  readonly message?: string;
}

/** The result of judging a turn. The rest of a would-be correction is stored as a case. */
export interface Look {
  readonly verdict: VerdictKind;
  readonly findings: readonly LookFinding[];
  readonly request: string;
  /** A model may be asked about it: what proof may say of any turn, a model is only asked about work. */
  readonly open?: true;
  /** How much it is worth a look; the reasons only where it is. Absent where the record could not be read. */
  readonly worth?: Suspicion;
  readonly account?: Account;
  /** The beginning of what the record holds of a turn that is worth a look; a would-be correction has it in its case. */
  readonly receipt?: readonly ReceiptLine[];
  /** True when only a model objected. Never stored: opinions are added when they are wanted. */
  readonly opinion?: true;
}

/** One turn as the audit stores it: small, and without what only a reader of the transcript needs. */
export interface TurnRecord {
  readonly turn: number;
  /** The same for every copy of this turn: resumed and forked sessions repeat earlier turns. */
  readonly key: string;
  readonly at?: string;
  readonly line: number;
  readonly model?: string;
  readonly steps: number;
  readonly tokens: readonly ModelTokens[];
  readonly look?: Look;
}

export interface SessionRecord {
  readonly host: string;
  readonly threadId: string;
  readonly cwd?: string;
  /** True for a subagent's own file, which is not judged: a subagent reports to its agent. */
  readonly subagent?: boolean;
  readonly turns: readonly TurnRecord[];
  readonly malformed: number;
  readonly unfinished: boolean;
}

export interface CaseStep {
  readonly number: number;
  readonly line?: number;
  /** What it is in the first finding that rests on it, in a word or two. */
  readonly role?: string;
  readonly text: string;
  readonly outcome: string;
  readonly ok: boolean;
  readonly edits: boolean;
  /** The lines that it took out and put in, of a step that is part of the proof. */
  readonly diff?: string;
  readonly output?: string;
}

export interface TurnAccount {
  readonly request: string;
  readonly closing: string;
  readonly verdict: Verdict;
  readonly steps: readonly CaseStep[];
  readonly omitted: number;
  /** What ran, what was asked and claimed, and what the record holds of it. */
  readonly receipt: readonly ReceiptLine[];
  readonly account: Account;
  readonly worth: Suspicion;
}

/** A would-be correction, and where it stands. Its texts come from strangers and are redacted. */
export interface Case extends TurnAccount {
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
  readonly gate: readonly string[];
}

/** What a model said about a turn in which nothing was proven. */
export interface Opinion {
  readonly verdict: Verdict;
  /** How many steps the turn had when the model saw it: if it has grown since, the opinion no longer applies. */
  readonly steps: number;
  /** When the turn began and in which directory: needed to forget it, also when the transcript is gone. */
  readonly at?: string;
  readonly cwd?: string;
  readonly found?: Case;
}
