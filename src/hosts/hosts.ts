import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { copilot } from "./copilot/copilot.ts";
import { cursor } from "./cursor/cursor.ts";
import { geminiCli } from "./gemini-cli/gemini-cli.ts";
import { aiSdk } from "./generic/ai-sdk.ts";
import { anthropic } from "./generic/anthropic.ts";
import { atif } from "./generic/atif.ts";
import { openai } from "./generic/openai.ts";
import { sweAgent } from "./generic/swe-agent.ts";
import type { Host } from "./host.ts";
import { opencode } from "./opencode/opencode.ts";
import { pi } from "./pi/pi.ts";
import { qwenCode } from "./qwen-code/qwen-code.ts";

/**
 * Every host we can read, and the formats that many programs write. The order matters only to detection: the first that
 * recognises a transcript has it, so the particular come before the general.
 */
export const HOSTS: readonly Host[] = [
  qwenCode,
  claudeCode,
  codex,
  geminiCli,
  copilot,
  pi,
  opencode,
  cursor,
  atif,
  sweAgent,
  aiSdk,
  anthropic,
  openai,
];

export function detectHost(lines: readonly unknown[]): Host | undefined {
  return HOSTS.find((host) => host.detect(lines));
}

/** Whose transcript a whole JSON document is. */
export function detectDocument(document: unknown): Host | undefined {
  return HOSTS.find((host) => host.readDocument?.(document) !== undefined);
}

export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}
