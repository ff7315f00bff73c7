import type { CheckRun } from "../../thread/witnessed.ts";

export type CheckName = CheckRun["kind"];

/** In the order of running: fast kinds first. */
export const CHECK_NAMES: readonly CheckName[] = ["lint", "typecheck", "build", "test"];

/** Its command comes from the project's files or the person's settings, never from a thread. */
export interface ProjectCheck {
  readonly kind: CheckName;
  readonly command: readonly [program: string, ...words: string[]];
  /** As a person would type it. */
  readonly line: string;
  /** The directory in which it runs, relative to the top of the project; empty for the top. */
  readonly directory: string;
  /** Where it was found, for a person: `package.json scripts.test`. */
  readonly source: string;
  /** Files whose changes it can notice; absent when these may be any files. */
  readonly covers?: RegExp;
}

/** A check that an ecosystem found in one directory. */
export interface FoundCheck {
  readonly kind: CheckName;
  readonly command: ProjectCheck["command"];
  readonly source: string;
}
