import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { directoryOption } from "./agent-options.ts";

it("takes no empty name for the directory somebody is in", () => {
  const cwd = temporaryDirectory();
  expect(directoryOption(undefined, { cwd })).toBe(cwd);
  expect(() => directoryOption("", { cwd })).toThrow("--cwd is empty.");
  expect(() => directoryOption("nowhere", { cwd })).toThrow("nowhere is not a directory.");
});
