import type { Directories, Variables } from "./environment.ts";
import { type Files, pathsOf, PROJECT_FILE, projectDirectories, USER_FILE } from "./files.ts";

/** Whether settings could come from anywhere: the environment, the person's file, or one of the project. */
export function isAnythingSet(
  { cwd, env, directories }: { readonly cwd: string; readonly env: Variables; readonly directories: Directories },
  files: Files,
  platform: NodeJS.Platform,
): boolean {
  const paths = pathsOf(platform);
  const { config } = directories;
  return (
    Object.keys(env).some((variable) => variable.startsWith("COX_")) ||
    (config !== undefined && files.exists(paths.join(config, USER_FILE))) ||
    projectDirectories(cwd, files, platform).some((directory) => files.exists(paths.join(directory, PROJECT_FILE)))
  );
}
