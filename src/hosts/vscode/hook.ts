import type { HookHost } from "../hook.ts";

/** VS Code runs others' hook files. It is listed only so that its input is not taken for another host's. */
export const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read: () => undefined,
  write: () => "",
};
