import { expect, it } from "vitest";
import { countOnce, tellsMore } from "./count-once.ts";
import type { TurnRecord } from "../session/record.ts";

type Told = Partial<TurnRecord> & { readonly key: string };

const DAY = Date.UTC(2026, 10, 9);

/** A transcript that tells these turns; each of them has steps of its own unless it says otherwise. */
function file(path: string, threadId: string, ...turns: Told[]) {
  const told = turns.map((turn, index) => ({ turn: index + 1, line: 1, steps: 1, tokens: [], ...turn }));
  const record = { host: "codex", threadId, turns: told, malformed: 0, unfinished: false };
  return { path, mtimeMs: DAY, record };
}

const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;

it("counts turns in the order of their time, whichever file tells them", () => {
  const files = [
    file("a", "1", { key: "third", at: at(3) }, { key: "first", at: at(1) }),
    file("b", "2", { key: "no time" }, { key: "no real time", at: "soon" }, { key: "second", at: "2026-11-02" }),
  ];
  expect(countOnce(files).turns.map(({ turn, at: time }) => [turn.key, time])).toEqual([
    ["first", at(1)],
    ["second", at(2)],
    ["third", at(3)],
    ["no time", at(9)],
    ["no real time", at(9)],
  ]);
});

it("leaves out copies, and the transcripts that hold nothing else", () => {
  const files = [
    file("original", "1", { key: "a", steps: 2 }, { key: "b" }),
    file("copy", "2", { key: "a" }),
    file("fork", "3", { key: "a" }, { key: "c" }),
    file("empty", "4"),
  ];
  const { turns, copies, sessions } = countOnce(files);
  expect(turns.map(({ turn, file: { path } }) => `${turn.key} of ${path}`)).toEqual([
    "a of original",
    "b of original",
    "c of fork",
  ]);
  expect({ copies, sessions }).toEqual({ copies: { files: 1, turns: 2 }, sessions: 1 });
});

it.each<[string, string, Told, Told]>([
  ["that tells most", "b", { key: "a", at: at(1) }, { key: "a", at: at(2), steps: 2 }],
  ["that is the oldest", "b", { key: "a", at: at(2) }, { key: "a", at: at(1) }],
  ["that comes first by its name", "a", { key: "a", at: at(1) }, { key: "a", at: at(1) }],
])("tells a turn from the copy %s, whichever was read first", (_, expected, one, other) => {
  const files = [file("a", "1", one), file("b", "2", other)];
  for (const order of [files, files.toReversed()]) expect(countOnce(order).turns[0]?.file.path).toBe(expected);
});

it("calls no transcript a copy of which something is not wanted", () => {
  const files = [file("one", "1", { key: "a", steps: 2 }), file("two", "2", { key: "a" }, { key: "old" })];
  const { turns, copies } = countOnce(files, ({ turn }) => turn.key !== "old");
  expect([turns.length, copies]).toEqual([1, { files: 0, turns: 1 }]);
});

it.each<[string, number, ReturnType<typeof file>[]]>([
  ["one, where they have its name", 1, [file("a", "1", { key: "a" }), file("b", "1", { key: "b" })]],
  ["two, where they share nothing", 2, [file("a", "1", { key: "a" }), file("b", "2", { key: "b" })]],
  [
    "two, where their name says nothing but how they begin",
    2,
    [file("a", `codex-${"0".repeat(16)}`, { key: "a" }), file("b", `codex-${"0".repeat(16)}`, { key: "b" })],
  ],
  [
    "two, where they share a turn in which nothing was done",
    2,
    [
      file("a", "1", { key: "hello", steps: 0 }, { key: "a" }),
      file("b", "2", { key: "hello", steps: 0 }, { key: "b" }),
    ],
  ],
  [
    "one, by a third that goes on from both",
    1,
    [
      file("a", "1", { key: "a" }),
      file("b", "2", { key: "b" }),
      file("c", "3", { key: "a" }, { key: "b" }, { key: "c" }),
    ],
  ],
])("takes transcripts for sessions: %s", (_, sessions, files) => {
  expect(countOnce(files).sessions).toBe(sessions);
});

it.each([
  ["more steps", { steps: 2, at: "2", path: "b" }, { steps: 1, at: "1", path: "a" }],
  ["the earlier time", { steps: 1, at: "1", path: "b" }, { steps: 1, at: "2", path: "a" }],
  ["the first path", { steps: 1, at: "1", path: "a" }, { steps: 1, at: "1", path: "b" }],
])("takes of two copies the one with %s, and only that", (_, one, other) => {
  expect([tellsMore(one, other), tellsMore(other, one)]).toEqual([true, false]);
});
