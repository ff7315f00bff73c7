import type { CheckRun } from "../../thread/witnessed.ts";

export type CheckName = CheckRun["kind"];

/** In the order in which they are run: what is quick comes first. */
export const CHECK_NAMES: readonly CheckName[] = ["lint", "typecheck", "build", "test"];

/** One check the project has. Its command comes from the project's own files or the person's settings, never from a thread. */
export interface ProjectCheck {
  readonly kind: CheckName;
  /** The program and its words. */
  readonly command: readonly [program: string, ...words: string[]];
  /** As a person would type it. */
  readonly line: string;
  /** Where it runs, from the top of the project; empty at the top. */
  readonly directory: string;
  /** Where it was found, for a person: `package.json scripts.test`. */
  readonly source: string;
  /** Files whose change it speaks about; absent where that may be any. */
  readonly covers?: RegExp;
}

/** A check as an ecosystem finds it in one directory. */
export interface FoundCheck {
  readonly kind: CheckName;
  readonly command: ProjectCheck["command"];
  readonly source: string;
}
