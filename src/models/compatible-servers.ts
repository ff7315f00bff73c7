import { isIPv4 } from "node:net";

/** A server with OpenAI's chat completions API. */
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
