import { expect, it } from "vitest";
import { programOf, RulesByName, writtenByName } from "./rules-by-name.ts";

const CALLS = ["cargo fmt", "cargo test", "ruff"].map((call) => ({ call }));
const rules = () => new RulesByName(writtenByName(CALLS, programOf), ({ call }: { call: string }) => call);

it("gives what is written of a program, and nothing of others", () => {
  expect(["cargo", "ruff", "car", "", "cargo\t"].map((name) => rules().of(name))).toEqual([
    ["cargo fmt", "cargo test"],
    ["ruff"],
    [],
    [],
    [],
  ]);
});

it("knows its programs by their whole names", () => {
  expect(["cargo", "ruff", "car", "", "fmt"].filter((name) => rules().has(name))).toEqual(["cargo", "ruff"]);
});

it("reads the rules of a program once", () => {
  const read: string[] = [];
  const kept = new RulesByName(writtenByName(CALLS, programOf), ({ call }: { call: string }) => read.push(call));
  kept.of("ruff");
  kept.of("ruff");
  expect(read).toEqual(["ruff"]);
});
