import { expect, it, vi } from "vitest";
import { sinceOption, sinceText } from "./since-option.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");

it.each([
  ["12h", "2026-11-15T00:00:00.000Z"],
  ["4w", "2026-10-18T12:00:00.000Z"],
  ["2026-11-01", "2026-11-01T00:00:00.000Z"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2026-11-01T00:30:00+02:00", "2026-10-31T22:30:00.000Z"],
])("reads %s", (text, since) => {
  expect(sinceOption("--since", text, NOW)).toBe(since);
});

it.each([
  ["2026-11-01T00:00:00.000Z", "2026-11-01"],
  ["2026-11-01T09:30:15.000Z", "2026-11-01 09:30 UTC"],
])("says %s as %s", (since, said) => {
  expect(sinceText(since)).toBe(said);
});

it.each(["Pacific/Auckland", "America/Los_Angeles"])("means the same moment in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  try {
    expect(sinceOption("--since", "2026-11-01", NOW)).toBe("2026-11-01T00:00:00.000Z");
    expect(sinceOption("--since", "2026-11-01T00:00", NOW)).toBe("2026-11-01T00:00:00.000Z");
    expect(sinceOption("--since", "2026-11-01 23:30:15", NOW)).toBe("2026-11-01T23:30:15.000Z");
  } finally {
    vi.unstubAllEnvs();
  }
});

it.each(["2026-02-30", "2026-02-29T10:00:00Z", "2026-13-01", "yesterday", "3", "2026-11-01 (noon)", ""])(
  "refuses %j",
  (text) => {
    expect(() => sinceOption("--since", text, NOW)).toThrow(`--since takes an age or a date, not "${text}".`);
  },
);
