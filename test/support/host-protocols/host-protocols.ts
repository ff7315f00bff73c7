import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { openclaw } from "./openclaw.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import type { HostProtocol } from "./protocol.ts";
import { qwenCode } from "./qwen-code.ts";
import { vscode } from "./vscode.ts";

/** Every host whose hooks we answer, as its stop goes: a wire format each, and nothing of ours in it. */
export const HOST_PROTOCOLS: readonly HostProtocol[] = [
  claudeCode,
  codex("codex", true),
  codex("codex, an old one", false),
  geminiCli,
  qwenCode,
  copilot,
  pi,
  opencode,
  openclaw,
  cursor,
  vscode,
];
