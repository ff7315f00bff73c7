import { type AgentProgram, json } from "../program.ts";

export const pi: AgentProgram = {
  host: "pi",
  title: "pi",
  package: "@earendil-works/pi-coding-agent",
  version: "0.87.1",
  command: "pi",
  steers: true,
  settings: ({ url }) => ({
    home: {
      ".pi/agent/models.json": json({
        providers: {
          fake: {
            baseUrl: `${url}/v1`,
            api: "openai-completions",
            apiKey: "dummy",
            models: [{ id: "fake-model", name: "Fake", contextWindow: 200_000, maxTokens: 8192 }],
          },
        },
      }),
    },
  }),
  environment: () => ({ PI_OFFLINE: "1" }),
  parameters: (_place, task) => [
    "-p",
    "--approve",
    "--mode",
    "json",
    "--provider",
    "fake",
    "--model",
    "fake-model",
    task,
  ],
  atScreen: { parameters: () => ["--approve", "--provider", "fake", "--model", "fake-model"], ready: /fake-model/ },
};
