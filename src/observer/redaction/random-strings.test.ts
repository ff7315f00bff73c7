import { expect, test } from "vitest";
import { createRedactor } from "../redact.ts";
import { isRandom, isWrapped } from "./random-strings.ts";

test.each([
  ["kQ9xYNREHNdRuENphffT2QjPX6Dmtco4", true],
  ["aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW", true],
  ["f65WSu8EHz/TXk6G6nTo8uDV97FLIYKj", true],
  // Words here and there make no name of it where letters and digits meet too often
  ["token4Render7Button2Layer9xQzJw8Kp", true],
  ["0a1b2c3d4e5f60718293a4b5c6d7e8f9", false],
  ["0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", false],
  ["kq9xynrehndruenphfft2qjpx6dmtco4", false],
  ["KQ9XYNREHNDRUENPHFFT2QJPX6DMTCO4", false],
  ["aAbBaAbBaAbBaAbBaAbBaAbB1a2B1a2B", false],
  ["xK0123456zQ9wVbNmTrPlKjHgFdSaQwE", false],
  ["xKabcdefgzQ9wVbNmTrPlKjHgFdSaQwE", false],
  ["CondenseSessionIncludesAttribution2Times", false],
  ["HTTP_SERVER_REQUEST_TIMEOUT_handler", false],
  ["20260101_120000_AbcDef_20260101_120000", false],
  ["src/components/UserSettings/Button", false],
])("%s is made by chance: %j", (text, random) => {
  expect(isRandom(text)).toBe(random);
});

const LINE = "kQ9xYNREHNdRuENphffT2QjPX6Dmtco4kQ9xYNREHNdR";

test.each([
  [`${LINE}\n`, "", true],
  [`a ${LINE}\r\n    `, "", true],
  ["", `\n${LINE}`, true],
  ["", `\r\n  ${LINE} a`, true],
  ["words\n", "\nwords", false],
  [`${LINE} `, ` ${LINE}`, false],
  ["", `\n${LINE}-a`, false],
])("between %j and %j it is a line of an encoded file: %j", (before, after, wrapped) => {
  expect(isWrapped(`${before}X${after}`, before.length, 1)).toBe(wrapped);
});

const redact = createRedactor();
const KEY = "kQ9xYNREHNdRuENphffT2QjPX6Dmtco4";

test.each([
  "chatcmpl-",
  "msg_",
  "toolu_",
  "call_",
  "req_",
  "resp_",
  "run_",
  "thread_",
  "asst_",
  "evt_",
  "sha1-",
  "sha256-",
])("what begins with %s is the name of something", (prefix) => {
  expect(redact(`see ${prefix}${KEY} here`)).toBe(`see ${prefix}${KEY} here`);
  expect(redact(`see a${prefix}${KEY} here`)).not.toContain(KEY);
});

test.each(["sha1=", "sha-256: ", 'sha384:"', "sha512=", "SHA-1=", "SHA-256=", "h1:"])(
  "what %s is in front of is a hash",
  (name) => {
    const hash = "kQ9xYNREHNdRuENphffT2QjPX6Dmtco4kQ9xYNREHNd=";
    expect(redact(`${name}${hash}`)).toBe(`${name}${hash}`);
    expect(redact(`a ${hash}`)).not.toContain(hash);
  },
);

test.each(["/", "?a=1", "#a", ".git", ",", ";", ""])("a key in a path is one in front of %j", (behind) => {
  expect(redact(`at https://example.com/hooks/${KEY}${behind}`)).not.toContain(KEY);
});
