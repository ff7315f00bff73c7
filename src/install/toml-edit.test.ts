import { expect, it } from "vitest";
import { removeTrust, setTrust, tomlValueAt } from "./toml-edit.ts";

const KEY = "/home/sam/.codex/hooks.json:stop:0:0";
const OURS = setTrust("", KEY, "sha256:1");

it.each([
  ["comments above the next table", "a = 1\n", "# for work\n# keep this\n[tools]\nb = 2\n"],
  ["a comment at the end", "a = 1\n", "# written by hand\n"],
  ["one at the end of a file without a last line break", "a = 1\n", "# written by hand"],
  ["comments at the top of a file that was ours", "", "# for work\n[tools]\n"],
])("keeps %s", (_what, before, after) => {
  const gap = before === "" ? "" : "\n";
  expect(removeTrust(`${before}${gap}${OURS}\n${after}`, KEY)).toBe(`${before}${gap}${after}`);
});

it.each([
  ["", ""],
  ["a = 1", "a = 1\n\n"],
  ["a = 1\n", "a = 1\n\n"],
  ["a = 1\n\n", "a = 1\n\n"],
])("puts the section behind %j with an empty line between", (before, front) => {
  expect(setTrust(before, KEY, "sha256:1")).toBe(`${front}${OURS}`);
});

it.each([
  [OURS.replaceAll("\n", "\r\n"), ""],
  ["a = 1\r\n", "a = 1\r\n"],
  ["a = 1\r\n\r\n[tools]\r\nb = 2\r\n", "a = 1\r\n\r\n[tools]\r\nb = 2\r\n"],
])("keeps the line ends of Windows in %j", (before, after) => {
  const text = setTrust(before, KEY, "sha256:1");
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  expect(removeTrust(text, KEY)).toBe(after);
  const above = `${text}\r\n[tui]\r\n`;
  expect(removeTrust(above, KEY)).toBe(`${after}${after === "" ? "" : "\r\n"}[tui]\r\n`);
});

it("takes out the section also where somebody set it in", () => {
  expect(removeTrust(`a = 1\n\n  ${OURS}`, KEY)).toBe("a = 1\n");
});

it("takes out the section also where Codex has written its key the other way", () => {
  const key = String.raw`C:\Users\sam\.codex\hooks.json:stop:0:0`;
  expect(removeTrust(`a = 1\n\n[hooks.state.'${key}']\ntrusted_hash = "sha256:1"\n`, key)).toBe("a = 1\n");
});

it("takes out a line that Codex added to the section, with it", () => {
  expect(removeTrust(`a = 1\n\n${OURS}enabled = false\n\n[tools]\n`, KEY)).toBe("a = 1\n\n[tools]\n");
});

it.each([
  ["[features]\nhooks = false\n", false],
  ["\uFEFF[ features ] # mine\r\n  hooks=false # off\r\n", false],
  ["features.hooks = false", false],
  ["features = { plugins = true, hooks = false }", false],
  ["features = {\n  # new in TOML 1.1\n  hooks = true,\n}\n", true],
  ['["features"]\n"hooks" = true', true],
  ["[features]\nplugins = true\n[tools]\nhooks = false\n", undefined],
  ['note = """\n[features]\nhooks = false\n"""\n', undefined],
  ["note = '''\n[features]\nhooks = false'''\n", undefined],
  ['list = [\n  ["features"],\n  "hooks = false", # no\n]\nhooks = false\n', undefined],
  ["# [features]\n# hooks = false\n", undefined],
  ["[features]\nhooks = 'false'\n", "false"],
  ["[[features]]\nhooks = true\n[[features]]\nhooks = false\n", undefined],
  [
    'when = 2026-11-16 10:00:00Z\nsize = 1_000\nrate = -1.5e3\ntext = "a \\"b\\" \\U0001F600"\n[features]\nhooks=false',
    false,
  ],
  ["", undefined],
])("reads the switch of %j", (text, value) => {
  expect(tomlValueAt(text, ["features", "hooks"])).toBe(value);
});

it("reads keys with dots, quotes and names that every object has", () => {
  const text = `[projects."/a.b/C \\"d\\""]\ntrust_level = "trusted"\n[projects.'C:\\x']\ntrust_level = "no"\n`;
  expect(tomlValueAt(text, ["projects", '/a.b/C "d"', "trust_level"])).toBe("trusted");
  expect(tomlValueAt(text, ["projects", "C:\\x", "trust_level"])).toBe("no");
  expect(tomlValueAt(text, ["constructor"])).toBeUndefined();
  expect(tomlValueAt(`__proto__ = true\n`, ["toString"])).toBeUndefined();
});

it.each([
  "[features\n",
  "hooks false\n",
  "a = \n",
  'a = "x\n',
  "a = 1 b = 2\n",
  "a = 1\na.b = 2\n",
  "x = ".padEnd(5000, "["),
])("refuses %j", (text) => {
  expect(() => tomlValueAt(text, ["a"])).toThrow("not valid TOML");
});
