import { describe, expect, it } from "vitest";
import { HELP, readTypedLine } from "./typed-line.ts";

describe("a typed line", () => {
  it.each([
    ["  ", { type: "nothing" }],
    [" fix it ", { type: "say", text: "fix it" }],
    ["two\nlines", { type: "say", text: "two\nlines" }],
    ["/usr/bin is full", { type: "say", text: "/usr/bin is full" }],
    [" /help me with this", { type: "say", text: "/help me with this" }],
    ["/now stop\nplease", { type: "say-now", text: "stop\nplease" }],
    ["/QUIT", { type: "quit" }],
    ["/exit", { type: "quit" }],
    ["/edit 2 new\ntext", { type: "edit-queued", number: 2, text: "new\ntext" }],
    ["/edit 2", { type: "edit-queued", number: 2, text: "" }],
    ["/drop 1", { type: "drop-queued", number: 1 }],
    ["/handoff write the docs", { type: "handoff", goal: "write the docs" }],
  ])("%j means %j", (line, meaning) => {
    expect(readTypedLine(line)).toEqual(meaning);
  });

  it.each([
    "/now",
    "/edit",
    "/edit two words",
    "/drop",
    "/drop x",
    "/handoff",
    "/nonsense",
    "/quit smoking",
    "/help\nme",
  ])("%j is a mistake that is explained", (line) =>
    expect(readTypedLine(line)).toMatchObject({
      type: "mistake",
      message: expect.stringContaining(line.split(/\s/)[0]!),
    }),
  );

  it("knows every command that the help names", () => {
    const commands = HELP.flatMap(([keys]) => keys.match(/\/[a-z]+/g) ?? []);
    expect(commands.length).toBeGreaterThan(6);
    for (const command of commands)
      expect(readTypedLine(`${command} 1 x`)).not.toMatchObject({ message: expect.stringContaining("There is no") });
  });
});
