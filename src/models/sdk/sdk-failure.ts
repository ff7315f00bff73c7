import { shortened, squeezed } from "../../text/strings.ts";
import { type FailureCode, isRetryable, type ModelFailure } from "../failure.ts";

export interface FailureSource {
  readonly model: string;
  readonly provider: string;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970, for a `retry-after` that is a date. */
  readonly wallClock?: () => number;
}

interface CallError {
  readonly message: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Turns an error that a provider package threw or streamed into one of our failures. */
export function sdkFailure(error: unknown, source: FailureSource): ModelFailure {
  const call = readCallError(error);
  const retryAfterMs = retryAfter(call, source.wallClock ?? Date.now);
  const code = codeOf(call, error, retryAfterMs !== undefined);
  const words = code === "network" ? rootCause(error, call.message) : call.message;
  const said = isUnreadable(error) ? "its answer cannot be read" : quote(words, source.secrets);
  const isFar = retryAfterMs !== undefined && retryAfterMs > LONGEST_WAIT_MS;
  const wait = isFar ? ` It wants to be asked again in ${minutes(retryAfterMs)}.` : "";
  return {
    code,
    message: `${sentence(code, call.status, said, source)}${wait}`,
    retryable: isRetryable(code) && !isLasting(call.status) && !isFar,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

const LONGEST_WAIT_MS = 60_000;

function minutes(milliseconds: number): string {
  const count = Math.ceil(milliseconds / 60_000);
  return count === 1 ? "a minute" : `${count} minutes`;
}

function readCallError(error: unknown): CallError {
  const fields: Readonly<Record<string, unknown>> = typeof error === "object" && error !== null ? { ...error } : {};
  const { statusCode = fields.status, responseHeaders, responseBody, data } = fields;
  return {
    message: error instanceof Error ? error.message : typeof error === "string" ? error : (textIn(fields) ?? ""),
    status: typeof statusCode === "number" ? statusCode : undefined,
    headers: typeof responseHeaders === "object" && responseHeaders !== null ? { ...responseHeaders } : {},
    body: typeof responseBody === "string" ? responseBody : data === undefined ? "" : JSON.stringify(data),
  };
}

function textIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof fields.message === "string") return fields.message;
  return typeof fields.error === "object" && fields.error !== null ? textIn({ ...fields.error }) : undefined;
}

const TOO_LARGE = /context.?length|context window|too long|too large|maximum.{0,20}tokens|token count.{0,40}exceeds/i;
/** What was asked of a model that exists: "temperature is not supported with this model". */
const NOT_TAKEN =
  /(?:un|not )supported (?:parameter|value|with|when|by (?:this|the))|unrecognized request argument|does not support/i;
const NO_SUCH_MODEL =
  /model.{0,80}(not found|does not exist|not exist|unknown|invalid|not supported)|unknown model|invalid model/i;
const BAD_KEY = /api.?key|x-api-key|unauthenticated|invalid_grant|invalid.{0,10}(token|credential)/i;
const NO_ACCOUNT = /default credentials|invalid_grant/i;
const NO_QUOTA = /insufficient_quota|credit balance|billing|payment/i;
/** Limits that waiting does not help against. `PerDay`, and a limit of 0, are Google's. */
const USED_UP = /insufficient_quota|credit balance|PerDay|limit: 0\b/;
const OVERLOADED = /overloaded/i;

function codeOf(call: CallError, error: unknown, saysWhen: boolean): FailureCode {
  const text = `${call.message} ${call.body}`;
  switch (call.status) {
    case undefined:
      if (NO_ACCOUNT.test(text)) return "auth";
      if (isUnsupported(error)) return "unsupported";
      if (OVERLOADED.test(text)) return "overloaded";
      return isNetwork(error) ? "network" : "http";
    case 200:
      return brokenBody(call, error);
    case 400:
    case 422:
      if (BAD_KEY.test(text)) return "auth";
      if (NO_QUOTA.test(text)) return "quota";
      if (TOO_LARGE.test(text)) return "too-large";
      if (NOT_TAKEN.test(text)) return "unsupported";
      return NO_SUCH_MODEL.test(text) ? "unknown-model" : "http";
    case 401:
    case 403:
      return "auth";
    case 402:
      return "quota";
    case 404:
      return "unknown-model";
    case 413:
      return "too-large";
    case 429:
      return isUsedUp(text, saysWhen) ? "quota" : "rate-limit";
    case 503:
    case 529:
      return "overloaded";
    default:
      return OVERLOADED.test(text) ? "overloaded" : "http";
  }
}

/** Rate limits mention billing, too: OpenAI sells higher ones, and Google calls them quotas. */
function isUsedUp(text: string, saysWhen: boolean): boolean {
  return USED_UP.test(text) || (NO_QUOTA.test(text) && !saysWhen && !/rate.?limit/i.test(text));
}

function isUnsupported(error: unknown): boolean {
  return (
    error instanceof Error &&
    /UnsupportedFunctionality|InvalidArgument|InvalidPrompt|LoadAPIKey|LoadSetting/.test(error.name)
  );
}

/** True for a failure of the connection itself: what fetch throws, and how the SDK wraps it. */
function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TypeError || error.name === "AI_APICallError" || "code" in error || isNetwork(error.cause);
}

/** What the system said about the connection; the packages wrap it in their own words. */
function rootCause(error: unknown, words: string): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? rootCause(cause, cause.message || words) : words;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /TypeValidation|JSONParse|InvalidResponseData/.test(error.name);
}

/** The failure for a 200 that still threw: the connection broke in the body, the body is blank, or it is wrong. */
function brokenBody(call: CallError, error: unknown): FailureCode {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && !isUnreadable(cause)) return "network";
  return call.body.trim() === "" ? "empty" : "http";
}

/** True when the request itself is wrong; only time-outs, conflicts, limits and server errors may pass. */
function isLasting(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
}

const LONGEST_QUOTE = 300;

function quote(text: string, secrets: readonly string[]): string {
  const safe = secrets.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "[key]")), text);
  return shortened(squeezed(safe).replace(/[.:]$/, ""), LONGEST_QUOTE);
}

function sentence(code: FailureCode, status: number | undefined, said: string, source: FailureSource): string {
  const tail = said === "" ? "." : `: ${said}.`;
  const http = status === undefined ? "" : ` (HTTP ${status})`;
  switch (code) {
    case "auth":
      return `${source.provider} refused the API key${http}${tail}`;
    case "unknown-model":
      return `${source.provider} does not know the model "${source.model.slice(source.provider.length + 1)}"${/model/i.test(said) ? "" : ", or its base URL is wrong"}${http}${tail}`;
    case "unsupported":
      return status === undefined
        ? `The call to ${source.model} failed${tail}`
        : `${source.model} does not take what it was asked${http}${tail}`;
    case "rate-limit":
      return `${source.provider} limits the rate of requests${http}${tail}`;
    case "quota":
      return `The ${source.provider} account has no credit or quota left${http}${tail}`;
    case "overloaded":
      return `${source.provider} is overloaded${http}${tail}`;
    case "too-large":
      return `The request is too large for ${source.model}${http}${tail}`;
    case "network":
      return `The connection to ${source.provider} failed${tail}`;
    case "empty":
      return `${source.model} answered with an empty body.`;
    default:
      return `The call to ${source.model} failed${http}${tail}`;
  }
}

function retryAfter(call: CallError, wallClock: () => number): number | undefined {
  const milliseconds = Number(call.headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const header = call.headers["retry-after"];
  if (typeof header === "string") {
    const seconds = Number(header);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const date = Date.parse(header);
    if (Number.isFinite(date)) return Math.max(0, date - wallClock());
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(call.body)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}
