import { type AgentProgram, json } from "../program.ts";

export const opencode: AgentProgram = {
  host: "opencode",
  title: "opencode",
  package: "opencode-ai",
  version: "1.18.33",
  command: "opencode",
  settings: ({ url }) => ({
    home: {
      ".config/opencode/opencode.json": json({
        $schema: "https://opencode.ai/config.json",
        autoupdate: false,
        share: "disabled",
        snapshot: false,
        model: "fake/fake-model",
        small_model: "fake/fake-model",
        permission: { "*": "allow" },
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "Fake",
            options: { baseURL: `${url}/v1`, apiKey: "dummy" },
            models: {
              "fake-model": { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8192 } },
            },
          },
        },
      }),
    },
  }),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_SHARE: "1",
    // It installs its plugin package at each start; without a registry it goes on without, and quickly.
    npm_config_fetch_retries: "0",
    npm_config_registry: "http://127.0.0.1:9/",
  }),
  parameters: (_place, task) => ["run", "--format", "json", task],
  atScreen: { parameters: () => [], ready: /Ask anything/, earlier: ["PageUp"], deafTo: ["presses Esc"] },
};
