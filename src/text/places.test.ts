import { mkdirSync, symlinkSync } from "node:fs";
import { join, posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, it, describe } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { childOf, realPlace, isWithin } from "./places.ts";

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

it("names what lies in a directory as Node's own way does, however that is written", () => {
  const part = fc.constantFrom("a", "b c", ".", "..", ".git", "...", "", "C:", "\\");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.constantFrom("", "/"), (parts, before) => {
      const directory = `${before}${parts.join("/")}`;
      for (const paths of [posix, win32])
        expect(childOf(directory, "coxswain.db", paths)).toBe(paths.join(directory, "coxswain.db"));
    }),
    { numRuns: 500 },
  );
});

describe("a directory holds", () => {
  it.each([
    ["/repo", "/repo"],
    ["/repo", "/repo/"],
    ["/repo/web", "/repo"],
    ["/repo", "/"],
    [String.raw`C:\repo\web`, String.raw`C:\repo`],
    [String.raw`c:\Repo\web`, "C:/repo/"],
    ["c:/repo", "C:\\"],
    [String.raw`\\server\Share\repo`, String.raw`\\SERVER\share`],
  ])("%s in %s", (cwd, directory) => expect(isWithin(cwd, directory)).toBe(true));

  it.each([
    [undefined, "/repo"],
    ["/repository", "/repo"],
    ["/Repo/web", "/repo"],
    [String.raw`/repo\web`, "/repo"],
    [String.raw`C:\repository`, String.raw`C:\repo`],
    [String.raw`D:\repo`, String.raw`C:\repo`],
  ])("not %s in %s", (cwd, directory) => expect(isWithin(cwd, directory)).toBe(false));
});
