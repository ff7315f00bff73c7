import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { type Keystroke, keystrokes } from "./keystrokes.ts";

const NO_KEY: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

function read(input: string, key: Partial<Key> = {}): string[] {
  return keystrokes(input, { ...NO_KEY, ...key }).map(nameOf);
}

function nameOf(keystroke: Keystroke): string {
  if (keystroke.type !== "edit") return keystroke.type;
  return keystroke.edit.type === "insert" ? `insert ${JSON.stringify(keystroke.edit.text)}` : keystroke.edit.type;
}

describe("keystrokes", () => {
  it.each<[string, Partial<Key>, string[]]>([
    ["a", {}, ['insert "a"']],
    ["\r", { return: true }, ["send"]],
    ["\r", { return: true, meta: true }, ["send-now"]],
    ["\n", {}, ['insert "\\n"']],
    ["", { escape: true }, ["cancel"]],
    ["c", { ctrl: true }, ["interrupt"]],
    ["d", { ctrl: true }, ["end-of-input"]],
    ["t", { ctrl: true }, ["toggle-thinking"]],
    ["", { leftArrow: true, ctrl: true }, ["word-left"]],
    ["b", { meta: true }, ["word-left"]],
    ["", { backspace: true }, ["delete-left"]],
    ["", { backspace: true, meta: true }, ["delete-word-left"]],
    ["", { delete: true }, ["delete-right"]],
    ["", { home: true }, ["line-start"]],
    ["", { pageUp: true }, []],
    ["", { tab: true }, []],
    ["z", { ctrl: true }, []],
  ])("reads %j with %j as %j", (input, key, expected) => {
    expect(read(input, key)).toEqual(expected);
  });

  it("takes keys apart that came in one piece", () => {
    expect(read("yes\rno\u0015ok\u0003")).toEqual([
      'insert "yes"',
      "send",
      'insert "no"',
      "delete-to-line-start",
      'insert "ok"',
      "interrupt",
    ]);
  });
});
