import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { realPlace, repositoryOf, upwards } from "../text/places.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where programs lie when no PATH says it, as for a shell. On Windows it would be the current directory. */
const USUAL_PATH = process.platform === "win32" ? "" : "/usr/bin:/bin";

/** Relative places in PATH do not count, nor with `within` the project around it: somebody may have put them there. */
export function findProgram(command: string, env: Environment, within?: string): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat", ""] : [""];
  const project = within === undefined ? undefined : projectAround(within, env);
  for (const directory of (env["PATH"] ?? env["Path"] ?? USUAL_PATH).split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    for (const ending of endings) {
      const path = join(directory, command + ending);
      if (isProgram(path) && !(project !== undefined && liesIn(path, project))) return path;
    }
  }
  return undefined;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Undefined when the project holds the person's home, and with it what they installed for themselves. */
function projectAround(place: string, env: Environment): string | undefined {
  const directory = realPlace(place);
  const home = realPlace(env["HOME"] ?? env["USERPROFILE"] ?? homedir());
  return [repositoryOf(directory), directory].find(
    (top) => top !== undefined && dirname(top) !== top && !isIn(home, top),
  );
}

/** By its own place, and by where its links lead. */
function liesIn(path: string, project: string): boolean {
  return isIn(join(realPlace(dirname(path)), "program"), project) || isIn(realPlace(path), project);
}

function isIn(path: string, directory: string): boolean {
  return [...upwards(path)].includes(directory);
}

export function systemProgram(name: string, env: Environment): string {
  const [, root] = Object.entries(env).find(([key]) => key.toUpperCase() === "SYSTEMROOT") ?? [];
  return `${root ?? String.raw`C:\Windows`}\\System32\\${name}.exe`;
}

const SHELL = "/bin/sh";

/** The full path of the shell. Some systems, such as Android, have it elsewhere. */
export function systemShell(env: Environment, within: string): string {
  return isProgram(SHELL) ? SHELL : (findProgram("sh", env, within) ?? SHELL);
}
