/** The public API. Everything else is an implementation detail and may change. */
export {
  type AssessOptions,
  type CorrectorParts,
  type Decision,
  type Judgement,
  judgeTurn,
  type Judging,
} from "./corrector.ts";
export { deltaFor } from "./decision-delta.ts";
export { CoxError, type ErrorCode } from "./text/errors.ts";
export { createEvidenceJudge, type EvidenceJudge, type EvidenceSettings } from "./evidence/judge.ts";
export type { GuardLimits } from "./guard/guard.ts";
export { detectHost, hostNamed, HOSTS } from "./hosts/hosts.ts";
export type { Host, LineReading, StoredSession, TranscriptReader } from "./hosts/host.ts";
export { type OpenedTranscript, openTranscript } from "./hosts/open-transcript.ts";
export { type ReadThread, readThread } from "./hosts/open-transcript.ts";
export type { MalformedLine } from "./hosts/reading/tally.ts";
export {
  type ReadOptions,
  readTranscript,
  type TranscriptPosition,
  type TranscriptReading,
} from "./hosts/transcript.ts";
export {
  createRememberingCorrector as createCorrector,
  type MessagesOptions,
  type RememberingCorrector as Corrector,
} from "./messages/remembering-corrector.ts";
export type { AnswerRecord, AnswerStep, AnswerToVerify, ConversationLine } from "./messages/thread-of-answer.ts";
export type { Clock } from "./models/clock.ts";
export type { ModelFailure } from "./models/failure.ts";
export type {
  Decision as ModelDecision,
  DecisionRequest,
  ForcedTool,
  InferenceEvent,
  InferenceRequest,
  Model,
  ModelSettings,
  ToolDefinition,
} from "./models/model.ts";
export type { ModelRuntime } from "./models/clock.ts";
export { createModel, type ModelAccess } from "./models/providers.ts";
export type { ScriptInput } from "./models/scripted/script-file.ts";
export { createScriptedModel } from "./models/scripted/scripted.ts";
export type { Gate, GateReason, GateSettings } from "./observer/gate.ts";
export type { Question } from "./observer/model-judge.ts";
export { createObserver, observerRequest, type ObserverParts, type ObserverSettings } from "./observer/observer.ts";
export type { RenderSettings } from "./observer/render/render-thread.ts";
export { createMemoryStore } from "./store/memory.ts";
export type { Cursor, Feedback, VerdictRecord } from "./store/records.ts";
export { openSqliteStore, type SqliteStoreOptions } from "./store/sqlite.ts";
export type {
  Batch,
  ForgetFilter,
  Forgotten,
  Store,
  StoredDelta,
  ThreadFilter,
  UsageFilter,
  VerdictFilter,
} from "./store/store.ts";
export type { ThreadSummary } from "./store/thread-summary.ts";
export type { UsageRow } from "./store/usage-row.ts";
export type { Action, Change } from "./thread/action.ts";
export { type Delta, parseDelta } from "./thread/delta-schema.ts";
export type { AssistantMessage, Message, UserMessage } from "./thread/message.ts";
export { fold, type GrowingThread, reduce, startFold } from "./thread/reducer.ts";
export { EMPTY_THREAD, type Step, type Thread, type Turn } from "./thread/thread.ts";
export { closingText, lastTurn, requestText } from "./thread/turns.ts";
export type { Usage, UsageTotals } from "./thread/usage.ts";
export {
  type Assessment,
  type Finding,
  type Judge,
  type RunFacts,
  type Verdict,
  type VerdictKind,
  verdictOf,
  type Witness,
} from "./verdict.ts";
export {
  type Answer,
  type AnswerRun,
  runVerified,
  type VerificationEvent,
  type VerifiedAnswer,
  type VerifiedRunOptions,
} from "./verified-run.ts";
export { type VerifiedStep, verifyAnswer, type VerifyAnswerOptions } from "./verify-answer.ts";
export type { ContextSettings } from "./verifier/context.ts";
export { subagentThread } from "./verifier/subagent-thread.ts";
export type { TriggerSettings } from "./verifier/trigger.ts";
export { createVerifier, type VerifierParts, type VerifierSettings } from "./verifier/verifier.ts";
