import type { FoundCheck } from "../project-check.ts";
import type { ProjectFiles } from "../project-files.ts";

/** One way projects are built and checked: how to see that a directory is one, and what to run in it. */
export interface Ecosystem {
  readonly name: string;
  /**
   * `script`: the project wrote these commands down, for one language. `task`: for all of it. `usual`: what everybody
   * runs in this language, used where the project says nothing itself.
   */
  readonly tier: "script" | "task" | "usual";
  /** Files that its checks look at; absent where that may be any. */
  readonly covers?: RegExp;
  find(files: ProjectFiles): readonly FoundCheck[];
}
