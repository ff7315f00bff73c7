import type { HookHost } from "./hook.ts";
import { claudeCodeHook, claudeCodeInstaller } from "./claude-code/hook.ts";
import { codexHook, codexInstaller } from "./codex/hook.ts";
import { copilotHook, copilotInstaller } from "./copilot/hook.ts";
import { cursorHook, cursorInstaller } from "./cursor/hook.ts";
import { geminiCliHook, geminiCliInstaller } from "./gemini-cli/hook.ts";
import type { Loose } from "../text/loose.ts";
import { openclawHook, openclawInstaller } from "./openclaw/hook.ts";
import { opencodeHook, opencodeInstaller } from "./opencode/hook.ts";
import { piHook, piInstaller } from "./pi/hook.ts";
import { qwenCodeHook, qwenCodeInstaller } from "./qwen-code/hook.ts";
import type { Installer } from "./installer.ts";

/** VS Code runs others' hook files. It is listed only so that its input is not taken for another host's. */
const vscodeHook: HookHost = {
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  read: () => undefined,
  write: () => "",
};

/** Every host whose hooks we answer. The order matters for `hookHostOf`: the first host that owns an input gets it. */
export const HOOK_HOSTS: readonly HookHost[] = [
  opencodeHook,
  piHook,
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

export const INSTALLERS: readonly Installer[] = [
  claudeCodeInstaller,
  codexInstaller,
  geminiCliInstaller,
  qwenCodeInstaller,
  copilotInstaller,
  cursorInstaller,
  opencodeInstaller,
  piInstaller,
  openclawInstaller,
];
