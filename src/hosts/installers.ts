import { claudeCodeInstaller } from "./claude-code/install.ts";
import { codexInstaller } from "./codex/install.ts";
import { copilotInstaller } from "./copilot/install.ts";
import { cursorInstaller } from "./cursor/install.ts";
import { geminiCliInstaller } from "./gemini-cli/install.ts";
import type { Installer } from "./installer.ts";
import { openclawInstaller } from "./openclaw/install.ts";
import { opencodeInstaller } from "./opencode/install.ts";
import { piInstaller } from "./pi/install.ts";
import { qwenCodeInstaller } from "./qwen-code/install.ts";

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
