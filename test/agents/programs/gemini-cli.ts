import { type AgentProgram, json } from "../program.ts";

export const geminiCli: AgentProgram = {
  host: "gemini-cli",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  version: "0.61.0",
  command: "gemini",
  steers: true,
  settings: () => ({ home: { ".gemini/settings.json": json(GEMINI_SETTINGS) } }),
  environment: ({ url }) => ({
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
  parameters: (_place, task) => [
    "-p",
    task,
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
    "-m",
    "gemini-2.5-pro",
  ],
  atScreen: {
    parameters: () => ["--approval-mode", "yolo", "-m", "gemini-2.5-pro"],
    ready: /Type your message/,
    lingers: /Executing Hook/,
    deafTo: ["types"],
  },
};

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};
