import type { AgentProgram } from "../program.ts";

export const copilot: AgentProgram = {
  host: "copilot",
  title: "Copilot CLI",
  package: "@github/copilot",
  version: "1.0.102",
  command: "copilot",
  settings: () => ({}),
  environment: ({ url }) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_MODEL: "fake-model",
    COPILOT_ALLOW_ALL: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
  parameters: (_place, task) => ["-p", task, "--allow-all-tools"],
  atScreen: {
    parameters: () => ["--allow-all-tools"],
    ready: /^ ?❯/m,
    interrupt: ["Escape", "Escape"],
    deafTo: ["presses Esc"],
  },
};
