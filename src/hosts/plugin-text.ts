import type { InstallPlace } from "./installer.ts";

/** A plugin as shipped, told where the program lies on this machine, and whether the agent is steered while it works. */
export function pluginText(shipped: string, { words, parallel }: Pick<InstallPlace, "words" | "parallel">): string {
  return shipped
    .replace(/^const COMMAND = .*$/m, () => `const COMMAND = ${JSON.stringify(words)};`)
    .replace(/^const STEER = .*$/m, () => `const STEER = ${parallel};`);
}
