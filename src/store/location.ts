import { posix, win32 } from "node:path";
import { childOf } from "../upwards.ts";

/** What decides where a person's files are. Passed in, because only the configuration reads the environment. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** What our own directory is called, wherever the platform has it. */
export const STATE_NAME = "coxswain";

/** The platform's directory for what a program must remember but nobody edits. */
export function stateDirectory({ env, platform, home }: Surroundings): string {
  switch (platform) {
    case "win32":
      return win32.join(absolute(env["LOCALAPPDATA"], win32) ?? win32.join(home, "AppData", "Local"), STATE_NAME);
    case "darwin":
      return posix.join(home, "Library", "Application Support", STATE_NAME);
    default:
      return childOf(absolute(env["XDG_STATE_HOME"], posix) ?? posix.join(home, ".local", "state"), STATE_NAME, posix);
  }
}

/** The XDG rules say to ignore a relative path; an empty one counts as unset. */
function absolute(directory: string | undefined, path: typeof posix): string | undefined {
  return directory !== undefined && path.isAbsolute(directory) ? directory : undefined;
}
