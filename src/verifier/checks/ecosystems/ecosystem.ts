import type { FoundCheck } from "../project-check.ts";
import type { ProjectFiles } from "../project-files.ts";

/** One way in which projects are built and checked: how to recognise it, and what to run. */
export interface Ecosystem {
  readonly name: string;
  /** `script`: defined for one language; `task`: defined for everything; `usual`: a language's usual commands. */
  readonly tier: "script" | "task" | "usual";
  readonly covers?: RegExp;
  find(files: ProjectFiles): readonly FoundCheck[];
}
