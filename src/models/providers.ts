import { randomUUID } from "node:crypto";
import { CoxError } from "../text/errors.ts";
import { loginModel } from "./cli/cli-model.ts";
import { type ModelRuntime, SYSTEM_CLOCK } from "./clock.ts";
import { familyOf } from "./family.ts";
import { type CompatibleServer, KNOWN_SERVERS, isLoopback } from "./local-servers.ts";
import { type Model, parseModelName, TEAM_MODEL } from "./model.ts";
import { withRetries } from "./retry.ts";
import { loadScriptedModel } from "./scripted/scripted.ts";
import { createTeamModel, type TeamService } from "./team-model.ts";
import type { SdkSource } from "./sdk/call.ts";
import { createDecider } from "./sdk/decide.ts";
import { inferOnce } from "./sdk/infer.ts";
import type { SdkOptions, SdkProvider } from "./sdk/provider.ts";

/** How to reach models: keys and addresses from the configuration. */
export interface ModelAccess {
  /** By provider: `anthropic`, `openai`, `google`, `vertex`, `xai`, or the name of a server. */
  readonly keys?: Readonly<Record<string, string>>;
  /** OpenAI-compatible servers by name, and other addresses for the built-in providers. */
  readonly providers?: Readonly<Record<string, Partial<CompatibleServer>>>;
  readonly vertex?: VertexAccess;
  /** The environment variables that were searched for a key, by provider: named when the key is missing. */
  readonly variables?: Readonly<Record<string, readonly string[]>>;
  readonly team?: TeamService | undefined;
  /** The directory for a relative `scripted/PATH`. No program of the project around it is asked. */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Vertex without an API key: a service account, or the machine's application default credentials. */
export interface VertexAccess {
  readonly project?: string;
  readonly location?: string;
  readonly keyFile?: string;
  readonly credentials?: Readonly<Record<string, unknown>>;
}

/** The model with this name. Throws `config.invalid` when the name or the access is wrong; loads nothing yet. */
export function createModel(name: string, access: ModelAccess = {}, runtime: ModelRuntime = {}): Model {
  if (name === TEAM_MODEL) return createTeamModel(access.team, runtime);
  const { provider, model } = parseModelName(name);
  if (provider === "scripted") return loadScriptedModel(model, access.directory, runtime);
  if (provider === "cli")
    return loginModel(model, { ...runtime, directory: access.directory, environment: access.environment ?? {} });
  const create = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  const sdk = create ? create(model, access, runtime) : compatible(provider, model, access, runtime);
  return createSdkModel(sdk, model, runtime);
}

type CreateProvider = (model: string, access: ModelAccess, runtime: ModelRuntime) => SdkProvider;

/** Nothing is stored at the provider; what later requests need of the thinking is returned to us encrypted. */
const NOT_STORED = { store: false };
/** The package asks for a summary of the thinking, which OpenAI refuses to some and nobody here reads. */
const UNSUMMARISED = { ...NOT_STORED, reasoningSummary: null };

const PROVIDERS: Readonly<Record<string, CreateProvider>> = {
  anthropic: (model, access, { fetch }) => {
    const apiKey = keyOf("anthropic", access);
    const baseURL = addressOf("anthropic", access, "https://api.anthropic.com/v1");
    return {
      provider: "anthropic",
      load: async () =>
        (await import("@ai-sdk/anthropic")).createAnthropic({ apiKey, baseURL, ...using(fetch) })(model),
      errorResults: true,
      cacheMarks: true,
      options: { anthropic: { toolStreaming: false } },
      decisionOptions: { anthropic: { disableParallelToolUse: true } },
      secrets: [apiKey],
    };
  },
  openai: openAi("openai", "responses"),
  "openai-chat": openAi("openai-chat", "chat"),
  google: (model, access, { fetch }) => {
    const apiKey = keyOf("google", access);
    const baseURL = addressOf("google", access, "https://generativelanguage.googleapis.com/v1beta");
    return {
      provider: "google",
      load: async () => (await import("@ai-sdk/google")).createGoogle({ apiKey, baseURL, ...using(fetch) })(model),
      secrets: [apiKey],
    };
  },
  vertex: (model, access, { fetch }) => {
    const apiKey = access.keys?.vertex ?? "";
    const baseURL = ownServer("vertex", access)?.baseURL;
    const account = apiKey === "" ? vertexAccount(access.vertex) : {};
    return {
      provider: "vertex",
      load: async () => {
        const { createGoogleVertex } = await import("@ai-sdk/google-vertex");
        return createGoogleVertex({ apiKey, ...account, ...(baseURL ? { baseURL } : {}), ...using(fetch) })(model);
      },
      // The package asks every Gemini 3 for "minimal" reasoning, which the Pro models refuse.
      ...(/^gemini-3(\.\d+)?-pro/.test(model) ? { leastReasoning: "low" } : {}),
      secrets: [apiKey],
    };
  },
  xai: (model, access, { fetch }) => {
    const apiKey = keyOf("xai", access);
    const baseURL = addressOf("xai", access, "https://api.x.ai/v1");
    return {
      provider: "xai",
      load: async () => (await import("@ai-sdk/xai")).createXai({ apiKey, baseURL, ...using(fetch) }).responses(model),
      ...xaiEffort(model),
      options: { xai: NOT_STORED },
      decisionOptions: { xai: { parallelToolCalls: false } },
      secrets: [apiKey],
    };
  },
};

/** OpenAI's two APIs take the same options, and the same key and address unless the second has its own. */
function openAi(provider: string, api: "responses" | "chat"): CreateProvider {
  return (model, access, { fetch }) => {
    const hasOwnKey = access.keys?.[provider] !== undefined || access.variables?.[provider] !== undefined;
    const apiKey = keyOf(hasOwnKey ? provider : "openai", access);
    const baseURL = addressOf(provider, access, addressOf("openai", access, "https://api.openai.com/v1"));
    return {
      provider,
      load: async () => (await import("@ai-sdk/openai")).createOpenAI({ apiKey, baseURL, ...using(fetch) })[api](model),
      strictTools: true,
      ...openAiEffort(model),
      options: { openai: UNSUMMARISED },
      decisionOptions: { openai: { parallelToolCalls: false } },
      secrets: [apiKey],
    };
  };
}

function compatible(name: string, model: string, access: ModelAccess, { fetch }: ModelRuntime): SdkProvider {
  const server = serverOf(name, access);
  const apiKey = access.keys?.[name];
  if (!apiKey && !isLoopback(server.baseURL)) throw missingKey(name, access);
  return {
    provider: name,
    load: async () => {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { name: OPTIONS_NAME, baseURL: server.baseURL, includeUsage: true };
      const headers = server.headers ? { headers: { ...server.headers } } : {};
      return createOpenAICompatible({ ...settings, ...headers, ...(apiKey ? { apiKey } : {}), ...using(fetch) })(model);
    },
    ...(server.reasoning ? {} : { effort: "wanted" }),
    ...(server.body ? { options: { [OPTIONS_NAME]: server.body as SdkOptions[string] } } : {}),
    secrets: apiKey ? [apiKey] : [],
  };
}

/** The package looks for its options under the server's name; one fixed name avoids problems with odd ones. */
const OPTIONS_NAME = "compatible";

function serverOf(name: string, access: ModelAccess): CompatibleServer {
  const known = Object.hasOwn(KNOWN_SERVERS, name) ? KNOWN_SERVERS[name] : undefined;
  const own = ownServer(name, access);
  const baseURL = own?.baseURL ?? known?.baseURL;
  if (baseURL === undefined) {
    const names = [...Object.keys(PROVIDERS), ...Object.keys(KNOWN_SERVERS), "cli", "scripted"].join(", ");
    throw new CoxError("config.invalid", `There is no provider or server named "${name}".`, {
      hint: `Known are ${names}; any OpenAI-compatible server can be added under "providers" with its baseURL.`,
    });
  }
  if (!URL.canParse(baseURL))
    throw new CoxError("config.invalid", `The base URL of the server "${name}" is not a URL.`, {
      hint: "It looks like http://127.0.0.1:8080/v1.",
    });
  return { ...known, ...own, baseURL };
}

function ownServer(name: string, access: ModelAccess): Partial<CompatibleServer> | undefined {
  return access.providers && Object.hasOwn(access.providers, name) ? access.providers[name] : undefined;
}

function keyOf(provider: string, access: ModelAccess): string {
  const key = access.keys?.[provider];
  if (key === undefined || key.trim() === "") throw missingKey(provider, access);
  return key;
}

function missingKey(provider: string, access: ModelAccess): CoxError {
  return new CoxError("config.invalid", `There is no API key for ${provider}.`, {
    hint: howToGiveKey(provider, access),
  });
}

/** For settings, the hint names variables; for a program that calls us, the field for keys. */
function howToGiveKey(provider: string, { variables }: ModelAccess): string {
  if (!variables) return `Hand it in under keys, as "${provider}".`;
  const names = Object.hasOwn(variables, provider) ? variables[provider] : undefined;
  return names ? `Set ${names.join(" or ")}.` : `Name the variable that holds it in providers.${provider}.apiKeyEnv.`;
}

/** Where on this machine the model with this name is asked; undefined when what it is sent leaves the machine. */
export function placeHere(name: string, access: ModelAccess = {}): string | undefined {
  const { provider } = parseModelName(name);
  if (provider === "scripted") return "a script";
  if (provider === "cli") return undefined;
  // OpenAI's two APIs share an address, unless the second has its own.
  const own = ownServer(provider, access) ?? (provider === "openai-chat" ? ownServer("openai", access) : undefined);
  const known = Object.hasOwn(KNOWN_SERVERS, provider) ? KNOWN_SERVERS[provider] : undefined;
  const baseURL = own?.baseURL ?? known?.baseURL ?? "";
  return URL.canParse(baseURL) && isLoopback(baseURL) ? new URL(baseURL).host : undefined;
}

/** The address is always set explicitly: otherwise the packages would take it from the environment. */
function addressOf(provider: string, access: ModelAccess, standard: string): string {
  return ownServer(provider, access)?.baseURL ?? standard;
}

function vertexAccount(vertex: VertexAccess | undefined) {
  if (!vertex?.project)
    throw new CoxError("config.invalid", "Vertex needs an API key, or a project with a service account.", {
      hint: "Set GOOGLE_VERTEX_API_KEY, or GOOGLE_VERTEX_PROJECT and GOOGLE_VERTEX_LOCATION.",
    });
  return {
    project: vertex.project,
    location: vertex.location ?? "global",
    googleAuthOptions: {
      ...(vertex.keyFile ? { keyFile: vertex.keyFile } : {}),
      ...(vertex.credentials ? { credentials: vertex.credentials } : {}),
    },
  };
}

function using(fetch: typeof globalThis.fetch | undefined): { fetch?: typeof globalThis.fetch } {
  return fetch ? { fetch } : {};
}

type Effort = Pick<SdkProvider, "effort" | "leastReasoning">;

/** Others answer any effort with an error; the pro models of GPT-5 and later always think. */
function openAiEffort(model: string): Effort {
  if (/^o\d|^gpt-[\d.]+-codex/.test(model)) return { leastReasoning: "low" };
  if (!/^gpt-(?:[5-9]|\d\d)/.test(model) || model.includes("-chat")) return { effort: "never" };
  return /-pro\b/.test(model) ? { effort: "wanted" } : {};
}

function xaiEffort(model: string): Effort {
  if (model.startsWith("grok-3-mini")) return { leastReasoning: "low" };
  return /^grok-(?:4\.[3-9](?!\d)|[5-9])/.test(model) ? {} : { effort: "never" };
}

/** A model of an AI SDK provider package, with our interface. */
function createSdkModel(provider: SdkProvider, modelId: string, runtime: ModelRuntime = {}): Model {
  const name = `${provider.provider}/${modelId}`;
  const clock = runtime.clock ?? SYSTEM_CLOCK;
  const random = runtime.random ?? Math.random;
  const newId = runtime.newId ?? randomUUID;
  const source: SdkSource = { name, provider, clock, newId, load: once(provider.load) };
  return {
    name,
    family: familyOf(provider.provider, modelId),
    decide: createDecider(source),
    infer: (request) =>
      withRetries({
        attempt: (signal) => inferOnce(source, request, signal),
        settings: request.settings,
        signal: request.signal,
        clock,
        random,
      }),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
