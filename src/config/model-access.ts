import type { Variables } from "./environment.ts";
import type { Provider } from "./models.ts";

/** The variables in which a provider's key is searched; the first one that is set is used. */
const PROVIDER_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
  vertex: ["GOOGLE_VERTEX_API_KEY", "GOOGLE_VERTEX_PROJECT"],
  xai: ["XAI_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
};

/** What is needed to reach models. The keys are secrets: never shown, logged or stored. */
export interface ModelAccess {
  readonly keys: Readonly<Record<string, string>>;
  readonly providers: Readonly<Record<string, Provider>>;
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly vertex?: { readonly project: string; readonly location?: string; readonly keyFile?: string };
  readonly available: readonly string[];
}

/** Which providers can be asked, and with what: keys from the environment, addresses from the configuration. */
export function modelAccess(env: Variables, providers: Readonly<Record<string, Provider>> = {}): ModelAccess {
  const variables = { ...PROVIDER_VARIABLES, ...ownVariables(providers) };
  const keys = Object.fromEntries(
    Object.entries(variables).flatMap(([provider, names]) => {
      const key = names
        .filter((name) => name !== "GOOGLE_VERTEX_PROJECT")
        .map((name) => env[name])
        .find(Boolean);
      return key === undefined ? [] : [[provider, key]];
    }),
  );
  const vertex = vertexAccount(env);
  const available = [...new Set([...Object.keys(keys), ...(vertex ? ["vertex"] : [])])];
  return { keys, providers, variables, available, ...(vertex ? { vertex } : {}) };
}

/** The key of a provider with `apiKeyEnv` is searched only there. */
function ownVariables(providers: Readonly<Record<string, Provider>>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(providers).flatMap(([provider, { apiKeyEnv }]) =>
      apiKeyEnv === undefined ? [] : [[provider, [apiKeyEnv]]],
    ),
  );
}

function vertexAccount(env: Variables): ModelAccess["vertex"] {
  const project = env["GOOGLE_VERTEX_PROJECT"];
  const location = env["GOOGLE_VERTEX_LOCATION"];
  const keyFile = env["GOOGLE_APPLICATION_CREDENTIALS"];
  if (!project) return undefined;
  return { project, ...(location ? { location } : {}), ...(keyFile ? { keyFile } : {}) };
}
