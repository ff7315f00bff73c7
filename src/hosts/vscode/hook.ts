import type { HookHost } from "../hook.ts";

/**
 * VS Code runs hook files that were written for other agents. Its transcripts are not read yet; it is listed only so
 * that its input is ignored and not taken for that of another host.
 */
export const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read: () => undefined,
  write: () => "",
};
