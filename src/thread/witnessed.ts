import * as z from "zod/mini";

const CheckOutcome = z.enum(["passed", "failed", "nothing-ran", "unknown"]);

export const CheckRun = z.object({
  kind: z.enum(["build", "typecheck", "test", "lint"]),
  command: z.string(),
  /** The directory it ran in, relative to the workspace; absent for the workspace itself. */
  cwd: z.optional(z.string()),
  ended: z.enum(["done", "timed-out", "interrupted", "not-started"]),
  exitCode: z.optional(z.number()),
  outcome: CheckOutcome,
  counts: z.object({ passed: z.optional(z.number()), failed: z.optional(z.number()), skipped: z.optional(z.number()) }),
  durationMs: z.number(),
  tail: z.string(),
  /** Why the run proves nothing: for example, the toolchain is missing or the time was up. */
  reason: z.optional(z.string()),
  before: z.optional(CheckOutcome),
  /** Which files `before` used: those from the start of the turn (the default), or the last commit's. */
  comparedWith: z.optional(z.enum(["turn", "commit"])),
});
export type CheckRun = z.infer<typeof CheckRun>;

/** A file on disk that differs from what the agent's calls or words say. */
export const FileMismatch = z.object({
  path: z.string(),
  /** The step that wrote the file; absent when only the closing text mentions it. */
  step: z.optional(z.number()),
  /** `text`: the file lacks what was written; `gone`: it does not exist; `left`: it should have been removed. */
  kind: z.enum(["text", "gone", "left"]),
  /** The first missing line; empty when the whole file is missing. */
  missing: z.string(),
  /** True when a command after the edit may have changed the file on purpose. */
  unsure: z.boolean(),
});
export type FileMismatch = z.infer<typeof FileMismatch>;

export const Witnessed = z.object({
  /** The last step before the look; after a later step that changes files, the look is out of date. */
  after: z.number(),
  checks: z.array(CheckRun),
  mismatches: z.array(FileMismatch),
});
export type Witnessed = z.infer<typeof Witnessed>;
