import { expect, test } from "vitest";
import { callOf } from "./call-of.ts";

const ENV = { COMSPEC: String.raw`C:\Windows\system32\cmd.exe` };

test("a program is started by its name, but for Windows", () => {
  expect(callOf(["npm", "test"], {}, "darwin")).toEqual({ file: "npm", parameters: ["test"], options: { env: {} } });
});

test("one that is not on the path there is not looked for in the project", () => {
  expect(() => callOf(["nosuch", "a"], { PATH: "" }, "win32")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test.each([
  [{ SystemRoot: String.raw`D:\Windows` }, String.raw`D:\Windows\System32\cmd.exe`],
  [{}, String.raw`C:\Windows\System32\cmd.exe`],
])("nor is the shell, where the environment is %j", (env, shell) => {
  expect(callOf(["./x.cmd"], env, "win32").file).toBe(shell);
});

test("one of Windows itself is started as it is", () => {
  const node = String.raw`C:\Program Files\nodejs\node.exe`;
  expect(callOf([node, "a b"], ENV, "win32")).toEqual({ file: node, parameters: ["a b"], options: { env: ENV } });
});

test("what has several lines does not get through that shell, and is not cut", () => {
  expect(() => callOf(["./claude.cmd", "one\ntwo"], ENV, "win32")).toThrow("several lines");
});

test.each([
  [["C:/npm/npx.cmd", "vitest"], String.raw`C:\npm\npx.cmd ^^^"vitest^^^"`],
  [[String.raw`C:\Program Files\npm.CMD`, "run"], String.raw`C:\Program^ Files\npm.CMD ^^^"run^^^"`],
  [["./gradlew.bat", "a&b"], String.raw`.\gradlew.bat ^^^"a^^^&b^^^"`],
  [["./x.bat", 'say "hi"'], String.raw`.\x.bat ^^^"say^^^ \^^^"hi\^^^"^^^"`],
  [["./x.cmd", "C:\\dir\\"], String.raw`.\x.cmd ^^^"C:\dir\\^^^"`],
])("%j goes through the shell of Windows, which reads nothing into it", ([file = "", ...parameters], line) => {
  expect(callOf([file, ...parameters], ENV, "win32")).toEqual({
    file: ENV.COMSPEC,
    parameters: ["/d", "/s", "/c", `"${line}"`],
    options: { env: { ...ENV, NoDefaultCurrentDirectoryInExePath: "1" }, windowsVerbatimArguments: true },
  });
});
