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

/** All that is fetched from npm, each once. */
export const PINNED: readonly Pinned[] = [
  ...new Set([...PROGRAMS, openclaw, ...ACP_PROGRAMS.map(({ pinned }) => pinned)]),
];
