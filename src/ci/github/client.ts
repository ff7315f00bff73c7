import { fromJson } from "../../text/json.ts";
import { describeError } from "../../text/errors.ts";

/** An answer, or why there is none. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status?: number; readonly reason: string };

export interface GithubApi {
  /** `path` begins with a slash; whoever builds it has checked its parts. */
  request(method: "GET" | "POST" | "PATCH", path: string, body?: object): Promise<Answer>;
}

export interface ApiParts {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** A page of a hundred long comments has less. */
const MOST_BYTES = 20_000_000;

/** The few calls that are needed of GitHub's API. Never throws: what could not be posted is only told. */
export function githubApi({ url, token, signal, fetch: call = fetch, timeoutMs = TIMEOUT_MS }: ApiParts): GithubApi {
  const base = url.replace(/\/+$/, "");
  return {
    async request(method, path, body) {
      try {
        const answer = await call(`${base}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            accept: "application/vnd.github+json",
            "x-github-api-version": "2022-11-28",
            "user-agent": "coxswain",
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // A token is for the address that was given, and for no other.
          redirect: "error",
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (!answer.ok) {
          await answer.body?.cancel();
          return { ok: false, status: answer.status, reason: `GitHub answered ${answer.status}` };
        }
        const length = Number(answer.headers.get("content-length") ?? 0);
        if (length > MOST_BYTES) return { ok: false, reason: "GitHub's answer is too long" };
        return { ok: true, value: fromJson(await answer.text()) };
      } catch (error) {
        return { ok: false, reason: `GitHub could not be asked: ${describeError(error)}` };
      }
    },
  };
}

/** Where the API is; undefined for an address to which no token may go in the clear. */
export function apiAddress(given: string | undefined): string | undefined {
  const text = given || "https://api.github.com";
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  const isLocal = hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]";
  return protocol === "https:" || (protocol === "http:" && isLocal) ? text : undefined;
}
