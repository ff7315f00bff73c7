import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleFor, visibleWidth } from "../show/wrap.ts";
import { EMPTY_THREAD, type Step } from "../thread/thread.ts";
import { editorWith, EMPTY_EDITOR } from "./editor.ts";
import { frame, type FrameParts } from "./frame.ts";
import { startView, type View } from "./view-model.ts";

const PLAIN = styleFor(false);

function partsOf(view: Partial<View> = {}, change: Partial<FrameParts> = {}): FrameParts {
  return {
    view: { ...startView(EMPTY_THREAD), ...view },
    editor: EMPTY_EDITOR,
    hint: undefined,
    showThinking: false,
    gap: false,
    title: "anthropic/claude-sonnet-5 · watched by google/gemini-3-pro-preview · end-turn",
    busyWith: undefined,
    seconds: 0,
    ...change,
  };
}

const step: Step = {
  number: 1,
  toolUseId: "c1",
  tool: "bash",
  input: { command: "npm test" },
  action: { kind: "execute", paths: [], changes: [], command: "npm test" },
  result: { type: "tool_result", toolUseId: "c1", status: "running", output: "" },
  messageIndex: 1,
};

const totals = { calls: 1, inputTokens: 12_400, outputTokens: 1_100, cachedInputTokens: 0, cost: 0.04, unpriced: 0 };

describe("the live part of the screen", () => {
  it("says what Esc would end, also where it is no work of the agent's", () => {
    const lastRow = (change: Partial<FrameParts>) =>
      frame(partsOf({}, change), { columns: 120, rows: 24 }, PLAIN).rows.at(-1);
    expect(lastRow({})).toMatch(/· \/help$/);
    expect(lastRow({ busyWith: "writing the handoff" })).toMatch(/· Esc cancels$/);
  });

  it("says what each key would do also where that takes more than a row", () => {
    const hint = "The new thread will begin with this. Enter creates it, Esc drops it.";
    const { rows } = frame(partsOf({}, { hint }), { columns: 40, rows: 24 }, PLAIN);
    expect(rows.join(" ").trim()).toContain(hint);
  });

  it.each([
    [67, 10],
    [60, 10],
    [35, 8],
    [24, 24],
  ])(
    "names the keys rather than what they are about where there is room for one alone: %i columns, %i rows",
    (columns, most) => {
      const hint = "The new thread will begin with this. Enter creates it, Esc drops it.";
      const editor = editorWith("a long draft of what the new thread begins with\n".repeat(12));
      const { rows } = frame(partsOf({}, { hint, editor }), { columns, rows: most }, PLAIN);
      expect(rows.join(" ")).toContain("Enter creates it, Esc drops it.");
      expect(rows.join(" ")).not.toContain("The new thread");
    },
  );

  it("shows what runs, what is queued, the input and the state", () => {
    const { rows, cursor } = frame(
      partsOf(
        {
          working: true,
          openCalls: 2,
          running: { step, lastLine: "12 passed" },
          queue: [{ id: "q1", text: "also the docs\nplease" }],
          usage: { inference: totals },
        },
        { editor: editorWith("and"), seconds: 3 },
      ),
      { columns: 80, rows: 24 },
      PLAIN,
    );
    expect(rows).toEqual([
      "▸ bash npm test",
      "  12 passed",
      "  and 1 more",
      "",
      "queued 1. also the docs please",
      "> and",
      "running 2 3 s · agent 12.4k in 1.1k out $0.04",
      "anthropic/claude-sonnet-5 · watched by google/gemini-3-pro-preview · end-turn ·",
      "Esc cancels",
    ]);
    expect(cursor).toEqual({ x: 5, y: 5 });
  });

  it("says how a queue that rests goes on", () => {
    const queue = [{ id: "q1", text: "also the docs" }];
    const rows = (working: boolean) => frame(partsOf({ queue, working }), { columns: 80, rows: 24 }, PLAIN).rows;
    expect(rows(false)).toContain("Enter sends the first of them.");
    expect(rows(true)).not.toContain("Enter sends the first of them.");
  });

  it("shows only the last line of hidden thinking", () => {
    const view: Partial<View> = { unfinished: { type: "thinking", text: `${"hm ".repeat(60)}so`, continues: false } };
    const hidden = frame(partsOf(view), { columns: 40, rows: 24 }, PLAIN).rows;
    const shown = frame(partsOf(view, { showThinking: true }), { columns: 40, rows: 24 }, PLAIN).rows;
    expect(hidden[0]).toMatch(/so$/);
    expect(hidden.indexOf("")).toBe(1);
    expect(shown.indexOf("")).toBeGreaterThan(3);
  });

  it("takes the sting out of what a model or a command wrote", () => {
    const { rows } = frame(
      partsOf({
        running: {
          step: { ...step, action: { ...step.action, command: "printf '\u001b[2J'" } },
          lastLine: "\u001b]0;owned\u0007x",
        },
        queue: [{ id: "q", text: "a\u001b[31mb" }],
      }),
      { columns: 80, rows: 24 },
      PLAIN,
    );
    expect(rows.join("\n")).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it("fits into every terminal, with the cursor inside", () => {
    const anyText = fc.string({
      unit: fc.constantFrom("a", " ", "\n", "\t", "日", "👍", "\u001b", "e\u0301"),
      maxLength: 400,
    });
    const parts = fc.record({
      text: anyText,
      unfinished: fc.option(anyText, { nil: undefined }),
      lastLine: fc.option(anyText, { nil: undefined }),
      queue: fc.array(anyText, { maxLength: 8 }),
      hint: fc.option(anyText, { nil: undefined }),
      gap: fc.boolean(),
      cursor: fc.nat(400),
    });
    const size = fc.record({ columns: fc.integer({ min: 20, max: 120 }), rows: fc.integer({ min: 3, max: 40 }) });
    fc.assert(
      fc.property(parts, size, (given, { columns, rows }) => {
        const written = editorWith(given.text.replaceAll(/(?!\n)\p{Cc}/gu, ""));
        const live = frame(
          partsOf(
            {
              working: true,
              unfinished:
                given.unfinished === undefined ? undefined : { type: "text", text: given.unfinished, continues: true },
              running: given.lastLine === undefined ? undefined : { step, lastLine: given.lastLine },
              queue: given.queue.map((text, index) => ({ id: String(index), text })),
              usage: { inference: totals, "course-correction": totals },
            },
            {
              editor: { ...written, cursor: Math.min(given.cursor, written.text.length) },
              hint: given.hint,
              gap: given.gap,
            },
          ),
          { columns, rows },
          styleFor(true),
        );
        expect(live.rows.length).toBeLessThan(Math.max(rows, 3));
        for (const row of live.rows) expect(visibleWidth(stripVTControlCharacters(row))).toBeLessThanOrEqual(columns);
        expect(live.cursor.y).toBeLessThan(live.rows.length);
        expect(live.cursor.x).toBeLessThan(columns);
      }),
    );
  });
});
