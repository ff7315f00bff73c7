import type { MaskKind } from "../../thread/shell/shell-command.ts";

export type CheckKind = "test" | "build" | "typecheck" | "lint" | "format";

/** `nothing-ran`: it was started and checked nothing (no test files, an empty filter, a program that is not there). */
export type RunEnd = "passed" | "failed" | "nothing-ran" | "unknown";

/** Why nobody can say how a run ended. */
export type UnknownReason =
  | "no result in the record"
  | "still running"
  | "interrupted"
  | "timed out"
  | "exit code hidden"
  | "one exit code for several commands"
  | "perhaps not run"
  | "exit code and output disagree"
  | "on other code"
  | "told by a helper";

export interface Counts {
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly skipped?: number | undefined;
}

export interface Ended {
  readonly end: RunEnd;
  readonly why?: UnknownReason;
  readonly counts: Counts;
  readonly exitCode?: number;
  readonly notReached?: true;
}

export interface Check {
  readonly kind: CheckKind;
  /** The kinds that it shows to pass: a build that checks types shows both. Holds `kind` first. */
  readonly shows: readonly CheckKind[];
  /** A task like `check` or `ci`, whose body is not in the record: what it runs besides, nobody knows. */
  readonly maybe?: readonly CheckKind[];
  /** The program, with its sub-command: `cargo test`. */
  readonly runner: string;
  /** It prints nothing when all is well. */
  readonly silent: boolean;
  /** `part` when paths or filters were given. */
  readonly scope: "whole" | "part";
  readonly targets: readonly string[];
  /** It never ends by itself. */
  readonly watches: boolean;
  /** It mends what it finds (`--fix`, `-u`): that it passes says less. */
  readonly rewrites: boolean;
  /** The check alone, spelled the same however it was called: no directory, environment, wrapper or redirect. */
  readonly command: string;
  readonly cwd?: string | undefined;
}

/** Something that happened after a run and changed what it looked at. */
export interface Outdated {
  readonly step: number;
  readonly path: string;
  /** A command that looks for what it changes: it may have found nothing. */
  readonly perhaps?: true;
}

/** One check that was started, and how it ended as far as the record shows. */
export interface CheckRun extends Omit<Check, "silent"> {
  /** The step that started it. */
  readonly step: number;
  readonly end: RunEnd;
  readonly why?: UnknownReason | undefined;
  readonly counts: Counts;
  /** The exit code of the check itself; absent where the line hides it. */
  readonly exitCode?: number | undefined;
  readonly shownAt?: number | undefined;
  /** Who ran it, where that was not the agent: a git hook, a helper, Coxswain itself. */
  readonly by?: "hook" | "helper" | "coxswain" | undefined;
  /** How the same check ended on the files from before the turn; only where Coxswain itself ran it on them. */
  readonly before?: RunEnd | undefined;
  /** The chain ended before it, so it never started. */
  readonly notReached?: true | undefined;
  /** What kept a failure of it from showing in the exit code of its line. */
  readonly couldNotFail?: MaskKind | undefined;
  /** It ran on other code than the agent's: its changes were put away, or another branch was out. */
  readonly onOtherCode?: true | undefined;
  /** Where an earlier `cd` of the same shell led to, when its own line says nothing: most hosts keep the directory. */
  readonly perhapsIn?: string | undefined;
  /** Its program told the result of an earlier run again: nothing that it looks at has changed. */
  readonly cached?: true | undefined;
  /** The agent wanted to see it fail and said so. */
  readonly wantedToFail?: true | undefined;
  /** A later change of something it covers. */
  readonly outdated?: Outdated | undefined;
  /** A later change of the same kind that alters no behaviour. */
  readonly retouched?: Outdated | undefined;
}
