import { claudeCode } from "./claude-code/claude-code.ts";
import { cline } from "./cline/cline.ts";
import { codex } from "./codex/codex.ts";
import { copilot } from "./copilot/copilot.ts";
import { cursor } from "./cursor/cursor.ts";
import { geminiCli } from "./gemini-cli/gemini-cli.ts";
import { aiSdk } from "./generic/ai-sdk.ts";
import { anthropic, openai } from "./generic/openai.ts";
import { atif } from "./generic/atif.ts";
import { openhands } from "./generic/openhands.ts";
import { sweAgent } from "./generic/swe-agent.ts";
import type { Host } from "./host.ts";
import { opencode } from "./opencode/opencode.ts";
import { openclaw } from "./openclaw/openclaw.ts";
import { pi } from "./pi/pi.ts";
import { qwenCode } from "./qwen-code/qwen-code.ts";
import { type Keeper, keeperOf } from "./reading/database.ts";

/** Every host, then the formats that many programs write: an agent's own file may look like one of those. */
export const HOSTS: readonly Host[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  copilot,
  openclaw,
  pi,
  opencode,
  cursor,
  cline,
  atif,
  sweAgent,
  openhands,
  aiSdk,
  anthropic,
  openai,
];

/** The order of detection; the first match wins. OpenClaw's entries are pi's. Qwen Code's notes about a subagent could pass for Claude Code's. */
const ASKED = [qwenCode, ...HOSTS.filter((host) => host !== qwenCode)];

/** The host whose transcript begins with these parsed lines; undefined when none matches. */
export function detectHost(lines: readonly unknown[]): Host | undefined {
  return ASKED.find((host) => host.detect(lines));
}

export function detectDocument(document: unknown): Host | undefined {
  return HOSTS.find((host) => recognisesDocument(host, document));
}

const KEEPERS = HOSTS.filter((host): host is Host & Keeper => host.tables !== undefined);

export function databaseHost(path: string): Host {
  return keeperOf(path, KEEPERS);
}

/** The host with this name on the command line. */
export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

export function recognisesDocument(host: Host, document: unknown): boolean {
  return host.detectDocument?.(document) ?? host.readDocument?.(document) !== undefined;
}
