import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type Edit, type Editor, EMPTY_EDITOR } from "./editor.ts";

function at(marked: string): Editor {
  return { text: marked.replace("|", ""), cursor: marked.indexOf("|") };
}

function marked({ text, cursor }: Editor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

type Move = Exclude<Edit["type"], "insert">;

describe("editing", () => {
  it.each<[Move, string, string]>([
    ["left", "ab|c", "a|bc"],
    ["left", "a👍🏽|", "a|👍🏽"],
    ["left", "a\n|b", "a|\nb"],
    ["right", "|e\u0301x", "e\u0301|x"],
    ["word-left", "one two, |three", "one |two, three"],
    ["word-right", "one| two three", "one two| three"],
    ["line-start", "one\ntwo|", "one\n|two"],
    ["line-end", "o|ne\ntwo", "one|\ntwo"],
    ["line-up", "long line\nab|", "lo|ng line\nab"],
    ["line-up", "a\nlonger|", "a|\nlonger"],
    ["line-down", "lo|ng\nab", "long\nab|"],
    ["delete-left", "ab|c", "a|c"],
    ["delete-left", "a👍🏽|", "a|"],
    ["delete-right", "a|bc", "a|c"],
    ["delete-word-left", "one two|", "one |"],
    ["delete-word-right", "|one two", "| two"],
    ["delete-to-line-start", "a\nbc|d", "a\n|d"],
    ["delete-to-line-end", "a|b\nc", "a|\nc"],
  ])("%s: %j becomes %j", (type, before, after) => {
    expect(marked(applyEdit(at(before), { type }))).toBe(after);
  });

  it.each<[Move, string]>([
    ["left", "|a"],
    ["right", "a|"],
    ["line-up", "a|b\nc"],
    ["line-down", "a\nb|c"],
    ["delete-left", "|a"],
    ["delete-right", "a|"],
  ])("%s gives back the same editor where there is nothing to do: %j", (type, before) => {
    const editor = at(before);
    expect(applyEdit(editor, { type })).toBe(editor);
  });

  it("takes in pasted text without what a terminal would act on", () => {
    const pasted = applyEdit(at("a|z"), { type: "insert", text: "one\r\ntwo\u001b[31m\tred\u0007" });
    expect(marked(pasted)).toBe("aone\ntwo    red|z");
  });

  it("keeps the cursor inside the text, whatever is done", () => {
    const moves: Move[] = [
      "left",
      "right",
      "word-left",
      "word-right",
      "line-start",
      "line-end",
      "line-up",
      "line-down",
      "delete-left",
      "delete-right",
      "delete-word-left",
      "delete-word-right",
      "delete-to-line-start",
      "delete-to-line-end",
    ];
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      fc.constantFrom(...moves).map((type): Edit => ({ type })),
      fc.string({ unit: "grapheme", maxLength: 6 }).map((text): Edit => ({ type: "insert", text })),
      fc.constant<Edit>({ type: "insert", text: "\n" }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const { text, cursor } = edits.reduce(applyEdit, EMPTY_EDITOR);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
