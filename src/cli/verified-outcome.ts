import type { AgentEvent } from "../agent/thread-log.ts";
import { type VerdictKind, wasLeftAlone } from "../verdict.ts";
import { EXIT_OPEN, EXIT_UNCHECKED } from "./command.ts";

/** What came of the looks at the newest answer, for programs. */
export interface Outcome {
  /** Null where nobody looked at the answer. */
  readonly verdict: VerdictKind | null;
  readonly open: readonly string[];
  /** Why the answer was not checked; null when it was, or when nobody was to check it. */
  readonly unchecked: string | null;
}

export const NOT_LOOKED: Outcome = { verdict: null, open: [], unchecked: null };

export interface Looks {
  see(event: AgentEvent): void;
  outcome(): Outcome;
  /** Undefined where answers are not verified, or the last one passed. */
  exitCode(): number | undefined;
}

/** Follows what our own agent reports. */
export function followOutcome(): Looks {
  let now = NOT_LOOKED;
  let verifies = false;
  return {
    see(event) {
      if (event.type !== "assessment:finished") return;
      const { decision, applied } = event;
      const { verdict, attempt, tell } = decision;
      verifies = attempt !== undefined;
      const isLeft = wasLeftAlone(verdict);
      const sentBack = applied && verifies ? [verdict.message ?? ""] : [];
      now = {
        verdict: isLeft ? null : verdict.verdict,
        // A look that was given up settles nothing.
        open: tell !== undefined ? [tell] : isLeft ? now.open : sentBack,
        unchecked: verdict.verdict === "unchecked" ? verdict.reason : null,
      };
    },
    outcome: () => now,
    exitCode() {
      if (!verifies) return undefined;
      if (now.open.length > 0) return EXIT_OPEN;
      return now.unchecked === null ? undefined : EXIT_UNCHECKED;
    },
  };
}
