import type { InstallPlace } from "./installer.ts";

/** The command on this machine, and whether to steer a working agent, filled in. */
export function pluginText(shipped: string, { words, parallel }: Pick<InstallPlace, "words" | "parallel">): string {
  return shipped
    .replace(/^const COMMAND = .*$/m, () => `const COMMAND = ${JSON.stringify(words)};`)
    .replace(/^const STEER = .*$/m, () => `const STEER = ${parallel};`);
}
