import type { AgentProgram, Place } from "../program.ts";

export const codex: AgentProgram = {
  host: "codex",
  title: "Codex",
  package: "@openai/codex",
  version: "0.169.0",
  command: "codex",
  steers: true,
  settings: (place) => ({ home: { ".codex/config.toml": codexConfig(place) } }),
  environment: () => ({ FAKE_KEY: "dummy" }),
  parameters: (_place, task) => ["exec", "--json", "--skip-git-repo-check", task],
  atScreen: {
    parameters: () => [],
    settings: (place) => ({ home: { ".codex/config.toml": `${codexConfig(place)}${NO_NEWER_MODEL}` } }),
    // Not the prompt itself: it is there before Codex has loaded.
    ready: /GPT-5\.5 .*numbers/,
  },
};

/** As it notes that a person who was offered a newer model keeps the one that is set. */
const NO_NEWER_MODEL = `
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
`;

/** A person's own comments and order are in it, so that uninstalling has something to lose. */
export function codexConfig({ workspace, url }: Place): string {
  return `# my settings
model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"   # a scratch directory
check_for_update_on_startup = false

[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
[features]
plugins = false
remote_plugin = false
plugin_sharing = false
apps = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects."${workspace}"]
trust_level = "trusted"
`;
}
