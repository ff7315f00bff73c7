import type { Variables } from "./layer.ts";
import type { Provider } from "./schema.ts";

/** The variables a key is looked for in, by provider; the first one that is set is taken. */
export const PROVIDER_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
  vertex: ["GOOGLE_VERTEX_API_KEY", "GOOGLE_VERTEX_PROJECT"],
  xai: ["XAI_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
};

export interface ProviderKey {
  readonly provider: string;
  /** The variable's name. The key itself is read from it only where a request is made. */
  readonly variable: string;
}

/** Which providers can be asked: those with a key in the environment. `apiKeyEnv` of the configuration replaces the usual names. */
export function providerKeys(env: Variables, providers: Readonly<Record<string, Provider>> = {}): ProviderKey[] {
  const looked = new Map(Object.entries(PROVIDER_VARIABLES));
  for (const [provider, { apiKeyEnv }] of Object.entries(providers)) {
    if (apiKeyEnv !== undefined) looked.set(provider, [apiKeyEnv]);
  }
  return [...looked].flatMap(([provider, variables]) => {
    const variable = variables.find((name) => env[name]);
    return variable === undefined ? [] : [{ provider, variable }];
  });
}
