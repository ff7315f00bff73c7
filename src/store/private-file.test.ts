import { describe, expect, it } from "vitest";
import { stateDirectory } from "./private-file.ts";

const linux = { env: {}, platform: "linux", home: "/home/ann" } as const;
const windows = { env: {}, platform: "win32", home: "C:\\Users\\Ann" } as const;

describe("where the store lies", () => {
  it.each([
    ["Linux", linux, "/home/ann/.local/state/coxswain"],
    ["Linux with XDG", { ...linux, env: { XDG_STATE_HOME: "/var/state" } }, "/var/state/coxswain"],
    [
      "Linux with a relative XDG path",
      { ...linux, env: { XDG_STATE_HOME: "state" } },
      "/home/ann/.local/state/coxswain",
    ],
    ["Linux with an empty XDG path", { ...linux, env: { XDG_STATE_HOME: "" } }, "/home/ann/.local/state/coxswain"],
    ["FreeBSD", { ...linux, platform: "freebsd" as const }, "/home/ann/.local/state/coxswain"],
    [
      "macOS",
      { env: { XDG_STATE_HOME: "/x" }, platform: "darwin" as const, home: "/Users/ann" },
      "/Users/ann/Library/Application Support/coxswain",
    ],
    ["Windows", { ...windows, env: { LOCALAPPDATA: "D:\\Data" } }, "D:\\Data\\coxswain"],
    ["Windows without LOCALAPPDATA", windows, "C:\\Users\\Ann\\AppData\\Local\\coxswain"],
  ])("%s", (_, surroundings, expected) => {
    expect(stateDirectory(surroundings)).toBe(expected);
  });
});
