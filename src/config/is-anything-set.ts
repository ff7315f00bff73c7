import { childOf } from "../upwards.ts";
import { type Directories, OTHER_VARIABLES, type Variables } from "./environment.ts";
import { type Files, pathsOf, PROJECT_FILE, projectDirectories, USER_FILE } from "./files.ts";

/**
 * True when settings could come from anywhere: the environment, the person's file or a project's file. A file that
 * cannot be checked counts as one: the code that reads settings handles that.
 */
export function isAnythingSet(
  { cwd, env, directories }: { readonly cwd: string; readonly env: Variables; readonly directories: Directories },
  files: Files,
  platform: NodeJS.Platform,
): boolean {
  const paths = pathsOf(platform);
  const { config } = directories;
  return (
    Object.keys(env).some((variable) => variable.startsWith("COX_") && !OTHER_VARIABLES.has(variable)) ||
    (config !== undefined && mayBeThere(childOf(config, USER_FILE, paths), files)) ||
    projectDirectories(cwd, files, platform).some((directory) =>
      mayBeThere(childOf(directory, PROJECT_FILE, paths), files),
    )
  );
}

function mayBeThere(file: string, files: Files): boolean {
  try {
    return files.read(file) !== undefined;
  } catch {
    return true;
  }
}
