import type { Pinned, Place, Settings } from "../program.ts";

export const openclaw: Pinned & { readonly title: string } = {
  title: "OpenClaw",
  package: "openclaw",
  version: "2026.9.6",
  command: "openclaw",
};

export const TOKEN = "dummy-token";

/** As a person writes it: JSON5, with words of their own. The gateway listens on this port, and keeps its log here. */
export function openclawSettings({ home, workspace, url }: Place, port: number): Settings {
  const text = `{
  gateway: {
    mode: 'local', port: ${port}, bind: "loopback",
    auth: { mode: "token", token: "${TOKEN}" },
    http: { endpoints: { chatCompletions: { enabled: true } } },
  },
  hooks: { enabled: true, token: "${TOKEN}-hooks", path: "/hooks" },
  logging: { file: "${home}/tmp/openclaw.log" },
  models: {
    providers: {
      fake: {
        baseUrl: "${url}/v1", apiKey: "dummy", api: "openai-completions",
        models: [{ id: "fake-model", name: "Fake", contextWindow: 200000, maxTokens: 8192 }],
      },
    },
  },
  agents: {
    defaults: {
      model: { primary: "fake/fake-model" }, workspace: "${workspace}", skipBootstrap: true,
      heartbeat: { every: "12h" },
    },
  },
}
`;
  return { home: { ".openclaw/openclaw.json": text }, workspace: { "HEARTBEAT.md": "- look at the mail\n" } };
}
