import { existsSync, globSync } from "node:fs";
import { join, resolve } from "node:path";
import { CoxError } from "../text/errors.ts";

/** Paths and globs, one a line: for workflows, which pass an agent's output on. */
export const TRANSCRIPT_VARIABLE = "COX_TRANSCRIPT";

/** Where claude-code-action writes what its agent did, if nobody told it otherwise. */
const USUAL = "claude-execution-output.json";

export interface Sources {
  readonly files: readonly string[];
  /** What was named, and is not there. */
  readonly missing: readonly string[];
}

const MOST_FILES = 100;

/** What the agent left: what was named, else what the environment names, else where claude-code-action leaves it. */
export function findSources(
  named: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Sources {
  const passed = (env[TRANSCRIPT_VARIABLE] ?? "").split("\n").flatMap((line) => line.trim() || []);
  const wanted = named.length > 0 ? named : passed;
  if (wanted.length === 0) {
    const temporary = env["RUNNER_TEMP"];
    const usual = temporary === undefined ? undefined : join(temporary, USUAL);
    return { files: usual !== undefined && existsSync(usual) ? [usual] : [], missing: [] };
  }
  const found = wanted.map((name) => ({ name, files: filesOf(name, cwd) }));
  const files = [...new Set(found.flatMap((each) => each.files))];
  if (files.length > MOST_FILES)
    throw new CoxError("usage", `${files.length} transcripts are named; ${MOST_FILES} is the most.`, {
      hint: "Name those of this run.",
    });
  return { files, missing: found.flatMap((each) => (each.files.length === 0 ? [each.name] : [])) };
}

/** A file's own name goes before the pattern that it may look like. */
function filesOf(name: string, cwd: string): readonly string[] {
  // `file.db#session` names one session in a database.
  const path = resolve(cwd, name);
  if (existsSync(path) || existsSync(path.replace(/#[^#]*$/, ""))) return [path];
  return globSync(name, { cwd, exclude: (each) => /(?:^|[\\/])node_modules$/.test(each) })
    .toSorted()
    .map((file) => resolve(cwd, file));
}
