import { ACP_PROGRAMS } from "./acp-programs.ts";
import type { AgentProgram, Pinned } from "./program.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { copilot } from "./programs/copilot.ts";
import { geminiCli } from "./programs/gemini-cli.ts";
import { openclaw } from "./programs/openclaw.ts";
import { opencode } from "./programs/opencode.ts";
import { pi } from "./programs/pi.ts";
import { qwenCode } from "./programs/qwen-code.ts";

export const PROGRAMS: readonly AgentProgram[] = [claudeCode, codex, geminiCli, qwenCode, copilot, pi, opencode];

/** OpenTelemetry's own definitions of OTLP, in the version that Claude Code brings; later ones have none. */
export const OTLP_DEFINITIONS: Pinned = { package: "@opentelemetry/otlp-transformer", version: "0.208.0" };

/** All that is fetched from npm, each once. */
export const PINNED: readonly Pinned[] = [
  ...new Set([...PROGRAMS, openclaw, ...ACP_PROGRAMS.map(({ pinned }) => pinned)]),
];
