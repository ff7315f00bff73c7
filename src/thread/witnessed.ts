import * as z from "zod/mini";

const CheckOutcome = z.enum(["passed", "failed", "nothing-ran", "unknown"]);

/** One check of the project that Coxswain ran itself. */
export const CheckRun = z.object({
  kind: z.enum(["build", "typecheck", "test", "lint"]),
  command: z.string(),
  /** Where it ran, from the workspace; absent at its top. */
  cwd: z.optional(z.string()),
  ended: z.enum(["done", "timed-out", "interrupted", "not-started"]),
  exitCode: z.optional(z.number()),
  outcome: CheckOutcome,
  counts: z.object({
    passed: z.optional(z.number()),
    failed: z.optional(z.number()),
    skipped: z.optional(z.number()),
  }),
  durationMs: z.number(),
  /** The end of what it printed. */
  tail: z.string(),
  /** Why it proves nothing: the toolchain is missing, the time was up. */
  reason: z.optional(z.string()),
  /** How the same check ended on the files as they were before the turn; absent where that was not looked at. */
  before: z.optional(CheckOutcome),
  /** Which files those were: as the turn began, or as the last commit has what the turn changed; absent means the first. */
  comparedWith: z.optional(z.enum(["turn", "commit"])),
});
export type CheckRun = z.infer<typeof CheckRun>;

/** Something on the disk that is not as the agent's calls or words say. */
export const FileMismatch = z.object({
  path: z.string(),
  /** The step that wrote it; absent where only the closing text speaks of the file. */
  step: z.optional(z.number()),
  /** `text`: the file lacks what was written; `gone`: there is no such file; `left`: it was to be removed. */
  kind: z.enum(["text", "gone", "left"]),
  /** The first line that is missing; empty where the file itself is. */
  missing: z.string(),
  /** A command ran after the edit that may have changed the file on purpose. */
  unsure: z.boolean(),
});
export type FileMismatch = z.infer<typeof FileMismatch>;

/** What Coxswain saw with its own eyes when a turn had ended. */
export const Witnessed = z.object({
  /** The last step before the look: what a later step changes makes it old. */
  after: z.number(),
  checks: z.array(CheckRun),
  mismatches: z.array(FileMismatch),
});
export type Witnessed = z.infer<typeof Witnessed>;
