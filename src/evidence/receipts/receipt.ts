import type { MaskKind } from "../../thread/shell/shell-command.ts";

/** What a command checks. `run` starts the program itself, `probe` asks a running service. */
export type CheckKind = "test" | "build" | "typecheck" | "lint" | "format" | "run" | "probe";

/** `nothing-ran`: it was started and checked nothing (no test files, an empty filter, a program that is not there). */
export type CheckOutcome = "passed" | "failed" | "nothing-ran" | "unknown";

/** How the run came to an end as far as the thread shows. Only `done` can be a pass. */
export type RunEnd = "done" | "timed-out" | "interrupted" | "background" | "running";

export interface CheckCounts {
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly skipped?: number | undefined;
}

/** Why a receipt no longer speaks for the files as they are. */
export interface Staleness {
  /** The step that changed something it covers. */
  readonly step: number;
  /** Absent when the change names no file. */
  readonly path?: string;
  /** `weak`: a formatter, a generated file, a comment, another part of the project, a change without a path. */
  readonly strength: "sure" | "weak";
}

/** One check that was started, and what the record proves about it. */
export interface Receipt {
  /** The step that started it. */
  readonly step: number;
  /** The step that showed its end, where that is a later one (a background task). */
  readonly reportedAt?: number;
  /** The check alone, spelled the same however it was called: no directory, environment, wrapper or redirect. */
  readonly command: string;
  readonly kind: CheckKind;
  /** The kinds of claim it can bear out: a build that checks types bears out both. Holds `kind` first. */
  readonly supports: readonly CheckKind[];
  readonly runner: string;
  /** `partial` when paths or filters were given, or only what failed before was run again. */
  readonly scope: "whole" | "partial";
  /** The paths and filters given. */
  readonly targets: readonly string[];
  readonly cwd?: string | undefined;
  readonly ended: RunEnd;
  /** The exit code of the check itself; absent when the line hides it. */
  readonly exitCode?: number | undefined;
  readonly outcome: CheckOutcome;
  readonly counts: CheckCounts;
  /** Everything it says comes from a cache. */
  readonly cached?: true | undefined;
  /** What hides the exit code. */
  readonly masked?: MaskKind | undefined;
  /** The failure was wanted and said so (`! cmd`, "should fail before the fix"); the outcome is then never `failed`. */
  readonly expectedFailure?: true | undefined;
  /** It ran on other code than the agent's, while its changes were stashed; the outcome is then `unknown`. */
  readonly baseline?: true | undefined;
  /** It ran only what had failed before. */
  readonly onlyFailed?: true | undefined;
  /** Told by a subagent, not seen. */
  readonly reported?: true;
  /** A hook of git ran it at this step, and what it printed says how it ended. */
  readonly byHook?: true;
  /** Coxswain ran it itself, after this step. */
  readonly witnessed?: true;
  /** Coxswain also ran it on the files as they were before, and it passed: so where it ran does not make it fail. */
  readonly passedBefore?: true;
  readonly stale?: Staleness;
}
