import { expect, it } from "vitest";
import { tomlValueAt } from "./toml-read.ts";

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
