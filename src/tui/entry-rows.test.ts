import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { styleFor, visibleWidth } from "../show/wrap.ts";
import type { Step } from "../thread/thread.ts";
import { entryRows } from "./entry-rows.ts";
import { createScrollback } from "./screen.ts";
import type { Entry } from "./view-model.ts";

const plain = (columns: number, showThinking = false) => ({ columns, style: styleFor(false), showThinking });
const HOSTILE = "\u001b[2J\u001b]52;c;ZXZpbA==\u0007red\u202egreen\r\u009b31m";

function lastStep(builder: ThreadBuilder): Step {
  const step = builder.build().turns.at(-1)?.steps.at(-1);
  if (!step) throw new Error("there is no step");
  return step;
}

const thread = () => new ThreadBuilder().started("/project").user("go");

describe("finished things as rows", () => {
  it("shows an edit as a small diff", () => {
    const step = lastStep(thread().edit("/project/a.ts", "one\ntwo\nthree\n", "one\n2\nthree\n"));
    expect(entryRows({ type: "step", step }, plain(80))).toEqual([
      "▸ Edit /project/a.ts ok",
      "    one",
      "  - two",
      "  + 2",
      "    three",
    ]);
  });

  it("shows a failed command with its exit code and the end of what it printed", () => {
    const output = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`).join("\n");
    const step = lastStep(thread().bash("npm test", { exit: 1, output }));
    expect(entryRows({ type: "step", step }, plain(80))).toEqual([
      "▸ Bash npm test exit 1",
      "  line 9996",
      "  line 9997",
      "  line 9998",
      "  line 9999",
      "  line 10000",
    ]);
  });

  it("shows a correction in a card that says who inserted it, in 80 columns and in 40", () => {
    for (const columns of [80, 40]) {
      const rows = entryRows(
        { type: "correction", message: "you never ran the tests, run them now please" },
        plain(columns),
      );
      expect(rows[0]).toMatch(/^╭─+╮$/);
      expect(rows.at(-1)).toMatch(/^╰─+╯$/);
      expect(rows.join(" ")).toContain("Coxswain inserted this message");
      expect(rows.every((row) => visibleWidth(row) === columns)).toBe(true);
    }
  });

  it("draws the card's border in orange and its first line dimmed", () => {
    const [border, header] = entryRows(
      { type: "correction", message: "no" },
      { columns: 60, style: styleFor(true), showThinking: false },
    );
    expect(border).toMatch(/^\u001b\[38;5;208m╭/);
    expect(header).toContain("\u001b[2mCoxswain inserted");
  });

  it("shows thinking only when it is asked for", () => {
    const entry: Entry = { type: "thinking", text: "hm", continues: false };
    expect(entryRows(entry, plain(80))).toEqual([]);
    expect(entryRows(entry, plain(80, true))).toEqual(["hm"]);
  });

  it.each<Entry>([
    { type: "person", text: HOSTILE },
    { type: "text", text: HOSTILE, continues: false },
    { type: "thinking", text: HOSTILE, continues: false },
    { type: "correction", message: HOSTILE },
    { type: "notice", tone: "error", text: HOSTILE },
    { type: "step", step: lastStep(thread().bash(`echo ${HOSTILE}`, { exit: 1, output: HOSTILE })) },
    { type: "step", step: lastStep(thread().edit(`/project/${HOSTILE}`, HOSTILE, `${HOSTILE}!`)) },
  ])("takes the sting out of a hostile $type", (entry) => {
    const rows = entryRows(entry, { columns: 40, style: styleFor(true), showThinking: true });
    const text = rows.join("\n").replaceAll(/\u001b\[[\d;]+m/g, "");
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    for (const row of rows) expect(visibleWidth(stripVTControlCharacters(row))).toBeLessThanOrEqual(40);
  });
});

describe("the scrollback", () => {
  const text = (given: string, continues = false): Entry => ({ type: "text", text: given, continues });

  function printed(...entries: Entry[]): string[] {
    const scrollback = createScrollback();
    for (const entry of entries) scrollback.push([entry], plain(80));
    const pieces: string[] = [];
    for (let piece = scrollback.take(); piece; piece = scrollback.take()) pieces.push(piece.text);
    return pieces;
  }

  it("puts air between different things and none inside one text", () => {
    expect(printed({ type: "person", text: "go" }, text("one"), text("two", true), text("other"))).toEqual([
      "> go\n\none\ntwo\n\nother",
    ]);
  });

  it("never puts two empty rows", () => {
    expect(printed(text("one\n"), { type: "person", text: "go" })).toEqual(["one\n\n> go"]);
  });

  it("gives much of it in pieces and loses nothing", () => {
    const pieces = printed(text(Array.from({ length: 1_000 }, (_, index) => `row ${index}`).join("\n")));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("\n").split("\n")).toHaveLength(1_000);
  });
});
