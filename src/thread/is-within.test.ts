import { describe, expect, it } from "vitest";
import { isWithin } from "./is-within.ts";

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
