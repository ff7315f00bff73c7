import type { AcpProgram } from "./acp-program.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { geminiCli } from "./programs/gemini-cli.ts";
import { opencode } from "./programs/opencode.ts";

export const claudeAcp: AcpProgram = {
  title: "Claude over ACP",
  pinned: { package: "@agentclientprotocol/claude-agent-acp", version: "0.99.0", command: "claude-agent-acp" },
  parameters: [],
  settings: () => ({}),
  environment: claudeCode.environment,
};

export const codexAcp: AcpProgram = {
  title: "Codex over ACP",
  pinned: { package: "@agentclientprotocol/codex-acp", version: "2.6.0", command: "codex-acp" },
  parameters: [],
  settings: codex.settings,
  environment: (place) => ({
    ...codex.environment(place),
    MODEL_PROVIDER: "fake",
    INITIAL_AGENT_MODE: "agent-full-access",
    NO_BROWSER: "1",
  }),
};

export const geminiAcp: AcpProgram = {
  title: "Gemini CLI over ACP",
  pinned: geminiCli,
  parameters: ["--acp", "--approval-mode", "yolo", "-m", "gemini-2.5-pro"],
  settings: geminiCli.settings,
  environment: geminiCli.environment,
};

export const opencodeAcp: AcpProgram = {
  title: "opencode over ACP",
  pinned: opencode,
  parameters: ["acp"],
  settings: opencode.settings,
  environment: opencode.environment,
};

export const ACP_PROGRAMS: readonly AcpProgram[] = [claudeAcp, codexAcp, geminiAcp, opencodeAcp];
