/** The public API. Everything else is an implementation detail and may change. */
export {
  type AssessOptions,
  type Corrector,
  createCorrector,
  type CorrectorParts,
  type Decision,
  type Judgement,
  judgeTurn,
  type Judging,
} from "./corrector.ts";
export { deltaFor } from "./decision-delta.ts";
export { CoxError, type ErrorCode } from "./errors.ts";
export { agentState } from "./evidence/agent-state.ts";
export { createEvidenceJudge, type EvidenceSettings } from "./evidence/judge.ts";
export type { GuardLimits } from "./guard/guard.ts";
export { detectHost, hostNamed, HOSTS } from "./hosts/hosts.ts";
export type { Host } from "./hosts/host.ts";
export { openTranscript } from "./hosts/open-transcript.ts";
export { readTranscript } from "./hosts/transcript.ts";
export { createModel, type ModelAccess } from "./models/providers.ts";
export type { Model } from "./models/model.ts";
export { createScriptedModel } from "./models/scripted/scripted.ts";
export { createObserver, observerRequest, type ObserverParts, type ObserverSettings } from "./observer/observer.ts";
export { createMemoryStore } from "./store/memory.ts";
export { openSqliteStore } from "./store/sqlite.ts";
export type { Store } from "./store/store.ts";
export { type Delta, parseDelta } from "./thread/delta-schema.ts";
export type { AssistantMessage, Message, UserMessage } from "./thread/message.ts";
export { fold, type GrowingThread, reduce, startFold } from "./thread/reducer.ts";
export { EMPTY_THREAD, type Step, type Thread, type Turn } from "./thread/thread.ts";
export { closingText, lastTurn, requestText } from "./thread/turns.ts";
export type { Usage } from "./thread/usage.ts";
export type { Assessment, Finding, Judge, RunFacts, Verdict, VerdictKind } from "./verdict.ts";
export {
  type Answer,
  type AnswerRun,
  type Line,
  runVerified,
  type VerificationEvent,
  type VerifiedAnswer,
  type VerifiedRunOptions,
} from "./verified-run.ts";
export { subagentThread } from "./verifier/subagent-thread.ts";
export type { TriggerSettings } from "./verifier/trigger.ts";
export { createVerifier, type VerifierParts, type VerifierSettings } from "./verifier/verifier.ts";
