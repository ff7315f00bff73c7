import { expect, it, beforeEach, vi, describe } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import {
  directoryOption,
  projectOption,
  sinceOption,
  sinceText,
  allowWords,
  parseOptions,
  refuseEmptyPaths,
} from "./parse-options.ts";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const OPTIONS = { since: { type: "string" }, json: { type: "boolean" } } as const;

describe("parseOptions", () => {
  it.each([
    [["--since"], "--since needs a value."],
    [["--since", "-3d"], '--since needs a value; write --since=VALUE if it begins with "-".'],
    [["--json=yes"], "Option '--json' does not take an argument."],
    [["--wrong"], "Unknown option '--wrong'."],
    [["-w"], "Unknown option '-w'."],
  ])("refuses %j in one sentence", (args, message) => {
    expect(() => parseOptions("stats", args, OPTIONS)).toThrow(
      expect.objectContaining({ code: "usage", message: message, hint: "See cox stats --help." }),
    );
  });

  it("names the option that was likely meant", () => {
    expect(() => parseOptions("stats", ["--sinse", "3d"], OPTIONS)).toThrow(
      expect.objectContaining({
        message: "Unknown option '--sinse'.",
        hint: "Did you mean --since? See cox stats --help.",
      }),
    );
  });
});

describe("allowWords", () => {
  it("refuses the first word too many", () => {
    allowWords(1, "why", []);
    allowWords(1, "why", ["last"]);
    expect(() => allowWords(1, "why", ["last", "one", "more"])).toThrow('"one" is one word too many.');
  });
});

describe("refuseEmptyPaths", () => {
  it("refuses a path that is empty", () => {
    refuseEmptyPaths("check", ["a.jsonl"]);
    expect(() => refuseEmptyPaths("check", ["a.jsonl", ""])).toThrow("a path is empty.");
  });
});

it("takes no empty name for the directory somebody is in", () => {
  const cwd = temporaryDirectory();
  expect(directoryOption(undefined, { cwd })).toBe(cwd);
  expect(() => directoryOption("", { cwd })).toThrow("--cwd is empty.");
  expect(() => directoryOption("nowhere", { cwd })).toThrow("nowhere is not a directory.");
});

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, "real", "app"), { recursive: true });
});

const holds = (project: string, ...cwd: string[]) => projectOption(project, { cwd: home }).holds(join(home, ...cwd));

it("holds a directory and what is below, and no other that begins alike", () => {
  expect([holds("real", "real"), holds("real/", "real", "app"), holds("real", "really")]).toEqual([true, true, false]);
  expect(holds("real/app", "real")).toBe(false);
  expect(projectOption("/home/ann", { cwd: home }).holds("C:\\Users\\ann")).toBe(false);
});

it("is a directory, and none below", () => {
  const { is } = projectOption("real", { cwd: home });
  expect([is(join(home, "real")), is(`${join(home, "real")}/`), is(join(home, "real", "app"))]).toEqual([
    true,
    true,
    false,
  ]);
});

it.skipIf(process.platform === "win32")("holds a place by each of its names, however it was recorded", () => {
  symlinkSync(join(home, "real"), join(home, "link"));
  expect(holds("link", "real", "app")).toBe(true);
  expect(holds("real", "link", "app")).toBe(true);
  expect(holds("real/app", "link", "app")).toBe(true);
  rmSync(join(home, "real", "app"), { recursive: true });
  expect(holds("real/app", "link", "app")).toBe(true);
  expect(holds("link/app", "real", "app", "deeper")).toBe(true);
});

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
