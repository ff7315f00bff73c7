import { basename, dirname } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { callOf } from "./call-of.ts";

const ENV = { COMSPEC: String.raw`C:\Windows\system32\cmd.exe` };

test.each(["linux", "win32"] as const)("on %s, a program is started by its path, or not at all", (platform) => {
  const env = { PATH: dirname(process.execPath) };
  const node = basename(process.execPath, ".exe");
  expect(callOf([node, "a"], env, { platform })).toEqual({
    file: process.execPath,
    parameters: ["a"],
    options: { env },
  });
  const missing = expect.objectContaining({ code: "ENOENT" });
  expect(() => callOf(["nosuch", "a"], { PATH: "" }, { platform })).toThrow(missing);
});

test.each([
  [{ SystemRoot: String.raw`D:\Windows` }, String.raw`D:\Windows\System32\cmd.exe`],
  [{}, String.raw`C:\Windows\System32\cmd.exe`],
])("nor is the shell, where the environment is %j", (env, shell) => {
  expect(callOf(["./x.cmd"], env, { platform: "win32" }).file).toBe(shell);
});

test("one of Windows itself is started as it is", () => {
  const node = String.raw`C:\Program Files\nodejs\node.exe`;
  expect(callOf([node, "a b"], ENV, { platform: "win32" })).toEqual({
    file: node,
    parameters: ["a b"],
    options: { env: ENV },
  });
});

test("what has several lines does not get through that shell, and is not cut", () => {
  expect(() => callOf(["./claude.cmd", "one\ntwo"], ENV, { platform: "win32" })).toThrow("several lines");
});

test.each([
  [["C:/npm/npx.cmd", "vitest"], String.raw`C:\npm\npx.cmd ^^^"vitest^^^"`],
  [[String.raw`C:\Program Files\npm.CMD`, "run"], String.raw`C:\Program^ Files\npm.CMD ^^^"run^^^"`],
  [["./gradlew.bat", "a&b"], String.raw`.\gradlew.bat ^^^"a^^^&b^^^"`],
  [["./x.bat", 'say "hi"'], String.raw`.\x.bat ^^^"say^^^ \^^^"hi\^^^"^^^"`],
  [["./x.cmd", "C:\\dir\\"], String.raw`.\x.cmd ^^^"C:\dir\\^^^"`],
])("%j goes through the shell of Windows, which reads nothing into it", ([file = "", ...parameters], line) => {
  expect(callOf([file, ...parameters], ENV, { platform: "win32" })).toEqual({
    file: ENV.COMSPEC,
    parameters: ["/d", "/s", "/c", `"${line}"`],
    options: { env: { ...ENV, NoDefaultCurrentDirectoryInExePath: "1" }, windowsVerbatimArguments: true },
  });
});
