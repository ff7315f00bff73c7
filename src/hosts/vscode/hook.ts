import type { HookHost } from "../hook.ts";

/**
 * VS Code runs hook files that were written for other agents. What lies at its `transcript_path` is not read yet, so it
 * is known only to be left alone: its input would else be taken for theirs.
 */
export const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read: () => undefined,
  write: () => "",
};
