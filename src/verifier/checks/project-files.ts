import type { CheckRun } from "../../thread/witnessed.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The files of one directory, as the search for checks needs them. */
export interface ProjectFiles {
  /** The names of its direct entries. */
  readonly names: ReadonlySet<string>;
  read(name: string): string | undefined;
  has(path: string): boolean;
  /** The names of the entries of a folder in it; empty when there is no such folder. */
  list(path: string): readonly string[];
  /** The directory above, up to the top of the project. */
  readonly above: ProjectFiles | undefined;
}

/** A manifest is small; a larger file is something else. */
const MAX_BYTES = 1_000_000;

/** Editors on Windows put a byte order mark before a text; the tools that read these files ignore it. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** Opens a directory on disk. `top` is where the project begins; nothing above is read. */
export function openProject(directory: string, top: string = directory): ProjectFiles {
  return {
    names: new Set(namesIn(directory)),
    read: (name) => readText(join(directory, name)),
    list: (path) => namesIn(join(directory, path)),
    has: (path) => statSync(join(directory, path), { throwIfNoEntry: false }) !== undefined,
    get above() {
      return directory === top || dirname(directory) === directory ? undefined : openProject(dirname(directory), top);
    },
  };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= MAX_BYTES
      ? readFileSync(path, "utf8").replace(BYTE_ORDER_MARK, "")
      : undefined;
  } catch {
    return undefined;
  }
}

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
  readonly source: string;
  /** Files whose changes it can notice; absent when these may be any files. */
  readonly covers?: RegExp;
}

export interface FoundCheck {
  readonly kind: CheckName;
  readonly command: ProjectCheck["command"];
  readonly source: string;
}

/** One way in which projects are built and checked: how to recognise it, and what to run. */
export interface Ecosystem {
  readonly name: string;
  /** `script`: defined for one language; `task`: defined for everything; `usual`: a language's usual commands. */
  readonly tier: "script" | "task" | "usual";
  readonly covers?: RegExp;
  find(files: ProjectFiles): readonly FoundCheck[];
}
