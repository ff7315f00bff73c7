import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { realPlace } from "./real-place.ts";

it("follows links on the way, also to what is not there", () => {
  const root = realPlace(temporaryDirectory());
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  expect(realPlace(join(root, "link"))).toBe(join(root, "real"));
  expect(realPlace(join(root, "link", "gone", "file.ts"))).toBe(join(root, "real", "gone", "file.ts"));
});

it.each([["C:\\Repo"], ["/deep".repeat(20_000)]])("leaves alone what lies nowhere on this machine (%#)", (path) => {
  expect(realPlace(path)).toBe(path);
});
