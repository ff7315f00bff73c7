import type { CheckKind } from "./receipt.ts";

/** Options of a call that change what a pass means. */
export type CheckFlag = "watch" | "pass-with-no-tests" | "only-failed" | "update-snapshots" | "fix";

/** What one command of a line checks. */
export interface Check {
  readonly kind: CheckKind;
  readonly supports: readonly CheckKind[];
  readonly runner: string;
  /** The name of the reader that knows the summary. */
  readonly reads: string;
  /** `yes`: it prints nothing when all is well. `marked`: its errors also cannot be mistaken for anything else. */
  readonly silent: "no" | "yes" | "marked";
  /** It is started by a tool that always says at the end when a task failed. */
  readonly told: boolean;
  readonly scope: "whole" | "partial";
  readonly targets: readonly string[];
  readonly flags: readonly CheckFlag[];
  /** The check alone, spelled the same however it was called. */
  readonly command: string;
  readonly cwd?: string;
}
