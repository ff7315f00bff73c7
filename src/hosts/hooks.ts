import type { HookHost } from "./hook.ts";
import { claudeCodeHook } from "./claude-code/hook.ts";
import { codexHook } from "./codex/hook.ts";
import { copilotHook } from "./copilot/hook.ts";
import { cursorHook } from "./cursor/hook.ts";
import { geminiCliHook } from "./gemini-cli/hook.ts";
import type { Loose } from "../text/loose.ts";
import { openclawHook } from "./openclaw/hook.ts";
import { pluginHook } from "./claude-shaped-hook.ts";
import { qwenCodeHook } from "./qwen-code/hook.ts";

/** VS Code runs others' hook files. It is listed only so that its input is not taken for another host's. */
const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read: () => undefined,
  write: () => "",
};

/** Every host whose hooks we answer. The order matters for `hookHostOf`: the first host that owns an input gets it. */
export const HOOK_HOSTS: readonly HookHost[] = [
  pluginHook("opencode"),
  pluginHook("pi"),
  openclawHook,
  cursorHook,
  codexHook,
  geminiCliHook,
  qwenCodeHook,
  vscodeHook,
  copilotHook,
  claudeCodeHook,
];

/** The host that sent the input: the one that the input proves, else the one that was named. */
export function hookHostOf(named: string, input: Loose): HookHost | undefined {
  const own = HOOK_HOSTS.find((host) => host.name === named);
  if (own?.owns(input)) return own;
  return HOOK_HOSTS.find((host) => host.owns(input)) ?? own;
}
