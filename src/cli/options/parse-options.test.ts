import { describe, expect, it } from "vitest";
import { allowWords, parseOptions, refuseEmptyPaths } from "./parse-options.ts";

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
