import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a command lies, as a shell would find it; undefined where it does not. */
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

/** There is a file there, and it may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
