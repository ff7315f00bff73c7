/** The public API, by what it is for (docs/library.md). Everything else is an implementation detail and may change. */

// A session on disk, judged
export { type ReadThread, readThread } from "./hosts/open-transcript.ts";
export { type Judgement, judgeTurn } from "./corrector.ts";
export { closingText, lastTurn, requestText } from "./thread/turns.ts";

// Who judges
export { createEvidenceJudge, type EvidenceJudge } from "./evidence/judge.ts";
export { createObserver } from "./observer/observer.ts";
export { createVerifier } from "./verifier/verifier.ts";
export { type Assessment, type Finding, type Judge, type Verdict, verdictOf, type Witness } from "./verdict.ts";

// A loop of your own, corrected
export {
  createRememberingCorrector as createCorrector,
  type RememberingCorrector as Corrector,
} from "./messages/remembering-corrector.ts";
export type { CorrectorParts, Decision } from "./corrector.ts";
export { deltaFor } from "./decision-delta.ts";

// Answers, sent back until they are right
export { type AnswerRun, runVerified, type VerifiedAnswer } from "./verified-run.ts";
export { type VerifiedStep, verifyAnswer } from "./verify-answer.ts";
export type { AnswerToVerify, ConversationLine } from "./messages/thread-of-answer.ts";
export { subagentThread } from "./verifier/subagent-thread.ts";

// The record
export type { Delta } from "./thread/delta-schema.ts";
export { fold } from "./thread/reducer.ts";
export type { Message } from "./thread/message.ts";
export type { Step, Thread, Turn } from "./thread/thread.ts";

// Where it is kept
export { createMemoryStore } from "./store/memory.ts";
export { openPostgresStore } from "./store/postgres.ts";
export { openSqliteStore } from "./store/sqlite.ts";
export type { Store } from "./store/store.ts";

// Models
export type { ForcedTool, Model } from "./models/model.ts";
export { createModel } from "./models/providers.ts";
export { createScriptedModel } from "./models/scripted/scripted.ts";

export { CoxError } from "./text/errors.ts";
