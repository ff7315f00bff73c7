import type { Decision } from "../corrector.ts";
import type { Delta } from "../thread/delta.ts";
import type { ModelFailure } from "../models/failure.ts";

/** What a user interface can show while the agent works. What lasts is a delta; all else is shown once. */
export type AgentEvent =
  | { readonly type: "delta"; readonly delta: Delta }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "tool:progress"; readonly toolUseId: string; readonly text: string }
  | {
      readonly type: "inference:retrying";
      readonly failure: ModelFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** `attempt` counts from 1 since the person spoke: a verifier's attempts, or the looks after corrections. */
  | { readonly type: "assessment:started"; readonly attempt: number }
  | { readonly type: "assessment:finished"; readonly decision: Decision; readonly applied: boolean }
  | { readonly type: "rested" };

export type Emit = (event: AgentEvent) => void;
