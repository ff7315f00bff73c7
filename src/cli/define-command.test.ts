import { expect, expectTypeOf, it } from "vitest";
import { EXIT_DONE, type Io } from "./command.ts";
import { defineCommand, readArguments } from "./define-command.ts";

const OPTIONS = [
  ["NAME", "what it is about"],
  ["--host NAME", "of these", { multiple: true }],
  ["--since AGE|DATE", "only since then", { default: "30d" }],
  ["--dry-run", "change nothing"],
  ["--html FILE", "write a report;"],
  ["", "to be opened in a browser"],
] as const;

it("reads what the table of options says, and knows its types", () => {
  const { values } = readArguments("stats", [], OPTIONS);
  expect(values).toEqual({ host: [], since: "30d", "dry-run": false });
  expectTypeOf(values).toEqualTypeOf<{
    readonly host: string[];
    readonly since: string;
    readonly "dry-run": boolean;
    readonly html: string | undefined;
  }>();
  const args = ["--host", "a", "--host=b", "--since", "2d", "--dry-run", "--html", "x", "word"];
  expect(readArguments("stats", args, OPTIONS)).toEqual({
    values: { host: ["a", "b"], since: "2d", "dry-run": true, html: "x" },
    positionals: ["word"],
    args,
  });
});

it("refuses a word more than the command takes", async () => {
  const command = defineCommand({
    name: "stats",
    usage: ["stats [NAME]"],
    options: OPTIONS,
    words: 1,
    examples: ["cox stats"],
    run: async () => EXIT_DONE,
  });
  expect(await command.run(["one"], {} as Io)).toBe(EXIT_DONE);
  await expect(command.run(["one", "more"], {} as Io)).rejects.toThrow('"more" is one word too many.');
});
