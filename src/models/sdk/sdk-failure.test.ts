import { describe, expect, it } from "vitest";
import { sdkFailure } from "./sdk-failure.ts";

const NOW = Date.parse("2026-11-17T08:00:00Z");
const source = { model: "own/judge", provider: "own", secrets: ["key-123"], wallClock: () => NOW };
/** As the provider packages throw it. */
const thrown = (statusCode: number, more: object = {}) =>
  Object.assign(new Error("slow down"), { name: "AI_APICallError", statusCode, ...more });

describe("how long a provider asks us to wait", () => {
  it.each<[string | undefined, number | undefined]>([
    ["7", 7000],
    ["0", 0],
    ["1.5", 1500],
    ["-3", 0],
    ["Tue, 17 Nov 2026 08:00:10 GMT", 10_000],
    ["Tue, 17 Nov 2026 07:00:00 GMT", 0],
    ["soon", undefined],
    [undefined, undefined],
  ])("is read from retry-after: %s", (header, milliseconds) => {
    const responseHeaders = header === undefined ? {} : { "retry-after": header };
    const { retryAfterMs, retryable, code } = sdkFailure(thrown(429, { responseHeaders }), source);
    expect({ retryAfterMs, retryable, code }).toEqual({
      retryAfterMs: milliseconds,
      retryable: true,
      code: "rate-limit",
    });
  });

  it("is read from the details of Google's errors where no header says so", () => {
    const responseBody = '{"error":{"details":[{"@type":"RetryInfo","retryDelay":"3.5s"}]}}';
    expect(sdkFailure(thrown(503, { responseBody }), source)).toMatchObject({ code: "overloaded", retryAfterMs: 3500 });
  });

  it("is said, and not waited for, where it is long", () => {
    const responseHeaders = { "retry-after": "Tue, 17 Nov 2026 09:30:00 GMT" };
    const failure = sdkFailure(thrown(529, { responseHeaders }), source);
    expect(failure).toMatchObject({ code: "overloaded", retryable: false });
    expect(failure.message).toBe("own is overloaded (HTTP 529): slow down. It wants to be asked again in 90 minutes.");
  });
});

describe("what went wrong", () => {
  it.each<[number, string, string, boolean]>([
    [400, "prompt is too long: 300000 tokens", "too-large", false],
    [400, "Incorrect API key provided", "auth", false],
    [400, "Your credit balance is too low", "quota", false],
    [402, "", "quota", false],
    [403, "", "auth", false],
    [404, "", "unknown-model", false],
    [408, "", "http", true],
    [409, "", "http", true],
    [413, "", "too-large", false],
    [422, "model foo does not exist", "unknown-model", false],
    [400, "The model foo is not supported", "unknown-model", false],
    [400, "models/foo is not found, or is not supported for generateContent", "unknown-model", false],
    [400, "Unsupported parameter: 'temperature' is not supported with this model.", "unsupported", false],
    [400, "Unsupported value: 'none' is not supported with the 'o3' model.", "unsupported", false],
    [400, "Model foo: Unrecognized request argument supplied: reasoning_effort, not supported", "unsupported", false],
    [429, "insufficient_quota", "quota", false],
    [
      429,
      "Rate limit reached on requests per min. To increase it, add a payment method: /account/billing",
      "rate-limit",
      true,
    ],
    [
      429,
      'check your plan and billing details. "quotaId": "RequestsPerMinute", "retryDelay": "22s"',
      "rate-limit",
      true,
    ],
    [429, 'check your plan and billing details. "quotaId": "RequestsPerDay", "retryDelay": "22s"', "quota", false],
    [429, 'check your plan and billing details. requests, limit: 0. "retryDelay": "22s"', "quota", false],
    [429, "check your plan and billing details", "quota", false],
    [500, "", "http", true],
    [500, "Overloaded", "overloaded", true],
    [502, "", "http", true],
  ])("is told by HTTP %i and its words “%s”", (status, words, code, retryable) => {
    expect(sdkFailure(thrown(status, { responseBody: words }), source)).toMatchObject({ code, retryable });
  });

  it("is not blamed on the model's name where the model refused a setting", () => {
    const error = Object.assign(thrown(400), { message: "'temperature' is not supported with this model." });
    expect(sdkFailure(error, source).message).toBe(
      "own/judge does not take what it was asked (HTTP 400): 'temperature' is not supported with this model.",
    );
  });

  it("is told in the system's words where a connection broke, not in those of the package around it", () => {
    const cause = new TypeError("terminated", { cause: new Error("other side closed") });
    const error = Object.assign(thrown(200), { message: "Failed to process successful response", cause });
    expect(sdkFailure(error, source).message).toBe("The connection to own failed: other side closed.");
  });

  it("shows no key, and not more than a line of what a server answered", () => {
    const error = Object.assign(new Error(`bad key-123\n${"x".repeat(1000)}`), { statusCode: 401 });
    const { message } = sdkFailure(error, source);
    expect(message).not.toContain("key-123");
    expect(message).toContain("bad [key] x");
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(400);
  });

  it.each([undefined, null, "gone", 7, {}, { error: { message: "inside" } }, { message: 5 }])(
    "is a failure whatever was thrown: %j",
    (error) => {
      expect(sdkFailure(error, source)).toMatchObject({ code: "http", message: expect.stringMatching(/\.$/) });
    },
  );
});
