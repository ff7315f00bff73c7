import { type AgentProgram, json } from "../program.ts";

export const qwenCode: AgentProgram = {
  host: "qwen-code",
  title: "Qwen Code",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  command: "qwen",
  steers: true,
  settings: () => ({
    home: {
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        $version: 4,
      }),
    },
  }),
  environment: ({ url }) => ({
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: "fake-model",
  }),
  parameters: (_place, task) => [task, "--auth-type", "openai", "--yolo", "--output-format", "stream-json"],
  atScreen: { parameters: () => ["--auth-type", "openai", "--yolo"], ready: /Type your message/, deafTo: ["types"] },
};
