/** The public API. Everything else is an implementation detail and may change. */
export {
  type AssessOptions,
  type Corrector,
  createCorrector,
  type CorrectorParts,
  type Decision,
} from "./corrector.ts";
export { CoxError, type ErrorCode } from "./errors.ts";
export { type Delta, parseDelta } from "./thread/delta.ts";
export { fold, reduce } from "./thread/reducer.ts";
export { EMPTY_THREAD, type Step, type Thread, type Turn } from "./thread/thread.ts";
export type { Assessment, Finding, Judge, Verdict, VerdictKind } from "./verdict.ts";
