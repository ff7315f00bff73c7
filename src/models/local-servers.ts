import { Agent, get } from "node:http";
import { isIPv4 } from "node:net";
import { asList, asRecord, asText, recordFrom } from "../text/loose.ts";

export interface LocalServer {
  readonly provider: string;
  readonly title: string;
  readonly baseURL: string;
  /** True when the provider's name does not lead there by itself: then its address has to be set. */
  readonly unnamed: boolean;
  readonly models: readonly string[];
}

type Candidate = Omit<LocalServer, "models">;

type Variables = Readonly<Record<string, string | undefined>>;

const USUAL: readonly (readonly [provider: string, title: string])[] = [
  ["ollama", "Ollama"],
  ["lmstudio", "LM Studio"],
  ["llamacpp", "llama.cpp"],
  ["vllm", "vLLM"],
];

const MOST_MS = 300;
const MOST_BYTES = 512 * 1024;
const MOST_MODELS = 50;
/** A name that can be asked for, and typed. */
const NAME = /^[\w][\w./:@+-]{0,199}$/;
/** Models that answer no question. */
const MUTE = /embed|rerank|whisper|\btts\b|bge-|moderation/i;

/** On the usual ports, where OPENAI_BASE_URL and OLLAMA_HOST point, and at configured addresses of this machine. */
export async function findLocalServers(
  env: Variables,
  providers: Readonly<Record<string, { readonly baseURL: string }>> = {},
  timeoutMs = MOST_MS,
): Promise<LocalServer[]> {
  const places = new Map<string, Candidate>();
  for (const candidate of candidates(env, providers)) {
    const place = placeOf(candidate.baseURL);
    if (place !== undefined && !places.has(place)) places.set(place, candidate);
  }
  const all = await Promise.all(
    [...places.values()].map(async (candidate) => {
      const models = await modelsAt(candidate.baseURL, timeoutMs);
      return models.length > 0 ? [{ ...candidate, models }] : [];
    }),
  );
  return all.flat();
}

function candidates(env: Variables, providers: Readonly<Record<string, { readonly baseURL: string }>>): Candidate[] {
  const taken = (provider: string): boolean => Object.hasOwn(providers, provider);
  const own = Object.entries(providers).map(([provider, { baseURL }]) => ({
    provider,
    title: provider,
    baseURL,
    unnamed: false,
  }));
  const usual = USUAL.flatMap(([provider, title]) => {
    const baseURL = KNOWN_SERVERS[provider]?.baseURL;
    return baseURL === undefined || taken(provider) ? [] : [{ provider, title, baseURL, unnamed: false }];
  });
  const ollama = taken("ollama") ? undefined : ollamaURL(env["OLLAMA_HOST"] ?? "");
  const openai = env["OPENAI_BASE_URL"] ?? "";
  return [
    ...own,
    ...usual,
    ...(ollama === undefined ? [] : [{ provider: "ollama", title: "Ollama", baseURL: ollama, unnamed: true }]),
    ...(openai === ""
      ? []
      : [
          {
            provider: taken("local") ? "openai-base-url" : "local",
            title: "The server of OPENAI_BASE_URL",
            baseURL: openai,
            unnamed: true,
          },
        ]),
  ];
}

/** `127.0.0.1:11500`, `:11500`, `0.0.0.0` or a whole address, as Ollama reads it. */
function ollamaURL(host: string): string | undefined {
  if (host.trim() === "") return undefined;
  const isWhole = /^https?:\/\//i.test(host);
  const text = isWhole ? host : `http://${host.startsWith(":") ? "127.0.0.1" : ""}${host}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  if (url.port === "" && !isWhole) url.port = "11434";
  return `${url.origin}/v1`;
}

/** Two names of one server are one; undefined for what is not on this machine, or not plain http. */
function placeOf(baseURL: string): string | undefined {
  if (!URL.canParse(baseURL)) return undefined;
  const { protocol, hostname, port } = new URL(baseURL);
  if (protocol !== "http:" || !isLoopback(baseURL)) return undefined;
  return `${hostname === "localhost" ? "127.0.0.1" : hostname}:${port || "80"}`;
}

/** The models of a server; empty for whatever is none, does not answer in time or tells too much. */
function modelsAt(baseURL: string, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const none = (): void => resolve([]);
    try {
      // An agent of our own: a proxy of the environment must not be asked about this machine.
      const request = get(`${baseURL.replace(/\/+$/, "")}/models`, { signal, agent: new Agent() }, (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on("data", (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > MOST_BYTES) request.destroy();
        });
        response.on("error", none);
        response.on("close", none);
        response.on("end", () =>
          resolve(response.statusCode === 200 ? namesIn(Buffer.concat(parts).toString("utf8")) : []),
        );
      });
      request.on("error", none);
    } catch {
      none();
    }
  });
}

function namesIn(text: string): readonly string[] {
  const names = asList(recordFrom(text)?.["data"]).flatMap((model) => {
    const id = asText(asRecord(model)?.["id"]);
    return id !== undefined && NAME.test(id) && !MUTE.test(id) ? [id] : [];
  });
  return names.slice(0, MOST_MODELS);
}

export interface CompatibleServer {
  readonly baseURL: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further fields for the request body, such as `chat_template_kwargs`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** True when the server understands `reasoning_effort: "none"`; others get it only when reasoning is wanted. */
  readonly reasoning?: boolean;
}

/** Servers known by name. vLLM up to 0.15 answers `reasoning_effort: "none"` with HTTP 400, so it is not sent there. */
export const KNOWN_SERVERS: Readonly<Record<string, CompatibleServer>> = {
  ollama: { baseURL: "http://127.0.0.1:11434/v1", reasoning: true },
  llamacpp: { baseURL: "http://127.0.0.1:8080/v1", reasoning: true },
  "llama-cpp": { baseURL: "http://127.0.0.1:8080/v1", reasoning: true },
  lmstudio: { baseURL: "http://127.0.0.1:1234/v1" },
  vllm: { baseURL: "http://127.0.0.1:8000/v1" },
  openrouter: { baseURL: "https://openrouter.ai/api/v1", reasoning: true },
};

/** True for a server on this machine, which may do without a key. */
export function isLoopback(baseURL: string): boolean {
  const { hostname } = new URL(baseURL);
  if (isIPv4(hostname)) return hostname.startsWith("127.");
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]";
}
