import { json } from "./program.ts";

/** Somebody on the first day, who has this one thing beside the agent itself, or nothing. */
export interface NewUser {
  readonly has: string;
  readonly home?: Readonly<Record<string, string>>;
  readonly environment?: (url: string) => Readonly<Record<string, string>>;
  /** What they have told Coxswain before they install it. */
  readonly before?: (url: string) => readonly (readonly string[])[];
  /** The model that `cox install --observer auto` offers them, since it can choose none itself. */
  readonly takes?: string;
  /** Who is asked; nobody where it is absent. */
  readonly observer?: { readonly model: string; readonly family: string };
}

/** A login that lasts until 2100, so that nobody tries to renew it. */
const LOGIN = { accessToken: "dummy", refreshToken: "dummy", expiresAt: 4_102_444_800_000, scopes: ["user:inference"] };

export const NEW_USERS: readonly NewUser[] = [
  {
    has: "only a login to claude",
    home: { ".claude/.credentials.json": json({ claudeAiOauth: LOGIN }) },
    observer: { model: "cli/claude", family: "anthropic" },
  },
  {
    has: "only OPENAI_API_KEY",
    environment: () => ({ OPENAI_API_KEY: "dummy" }),
    before: (url) => [["config", "set", "providers.openai", JSON.stringify({ baseURL: `${url}/v1` })]],
    observer: { model: "openai/gpt-5.4", family: "openai" },
  },
  {
    has: "only a server of models on this machine",
    environment: (url) => ({ OLLAMA_HOST: new URL(url).host }),
    takes: "ollama/qwen3:30b",
    observer: { model: "ollama/qwen3:30b", family: "qwen" },
  },
  { has: "nothing to ask a model with" },
];
