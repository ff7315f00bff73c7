import { type AgentProgram, json } from "../program.ts";

const ALLOWED = [
  "--model",
  "claude-sonnet-4-5",
  "--permission-mode",
  "acceptEdits",
  "--allowedTools",
  "Bash Edit Write Read",
];

export const claudeCode: AgentProgram = {
  host: "claude-code",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.326",
  command: "claude",
  steers: true,
  settings: () => ({
    home: {
      ".claude/settings.json": json({
        permissions: { allow: ["Bash(ls)"] },
        hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "true" }] }] },
      }).replaceAll("  ", "    "),
    },
  }),
  environment: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "dummy",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  }),
  parameters: (_place, task) => ["-p", task, "--output-format", "stream-json", "--verbose", ...ALLOWED],
  atScreen: {
    parameters: () => ALLOWED,
    settings: ({ workspace }) => ({
      home: {
        ".claude.json": json({
          hasCompletedOnboarding: true,
          theme: "dark",
          customApiKeyResponses: { approved: ["dummy"], rejected: [] },
          projects: { [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
        }),
      },
    }),
    ready: /^❯/m,
  },
};
