import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a command, as a shell would find it; undefined when there is none. */
export function findProgram(command: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const windows = process.platform === "win32";
  const endings = windows ? [".exe", ".cmd", ".bat", ""] : [""];
  for (const directory of (env["PATH"] ?? env["Path"] ?? "").split(delimiter)) {
    if (directory === "") continue;
    for (const ending of endings) {
      const path = join(directory, command + ending);
      if (isProgram(path)) return path;
    }
  }
  return undefined;
}

/** True when the path is a file that may be executed. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
