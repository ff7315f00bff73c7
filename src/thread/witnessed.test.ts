import { describe, expect, it } from "vitest";
import { thread as newThread } from "../../test/support/thread-builder.ts";
import type { Delta } from "./delta.ts";
import { parseDelta } from "./delta-schema.ts";
import { fold } from "./reducer.ts";

const run = {
  kind: "test",
  command: "npm test",
  ended: "done",
  exitCode: 1,
  outcome: "failed",
  counts: { failed: 1 },
  durationMs: 5,
  tail: "1 failed",
  before: "passed",
} as const;
const seen: Delta = { v: 1, type: "witnessed", after: 2, checks: [run], mismatches: [] };
const verdict = { verdict: "correct", category: "incomplete", message: "the rest is missing" } as const;

const worked = () => newThread().user("fix it").bash("npm test").edit("a.ts", "a", "b").close("Done.");

describe("what was witnessed", () => {
  it("belongs to the turn it was seen in, and is no message", () => {
    const before = worked().build();
    const after = fold([parseDelta(JSON.parse(JSON.stringify(seen)))], before);
    expect(after.messages).toEqual(before.messages);
    expect(after.turns[0]?.witnessed).toEqual([
      { after: 2, checks: [run], mismatches: [], messageIndex: before.messages.length },
    ]);
    expect(before.turns[0]?.witnessed).toEqual([]);
  });

  it("is nothing without a turn", () => {
    expect(fold([seen]).turns).toEqual([]);
  });

  it("is forgotten with the steps it came after", () => {
    const thread = fold([seen], worked().build());
    const first = thread.messages[1]!.id;
    expect(fold([{ v: 1, type: "thread:rewound", to: first }], thread).turns[0]?.witnessed).toEqual([]);
  });

  it("stands at the end when only words that came before it were taken back", () => {
    const thread = fold([seen], worked().build());
    const taken = fold([{ v: 1, type: "thread:rewound", to: thread.messages.at(-2)!.id }], thread);
    expect(taken.messages.length).toBeLessThan(thread.messages.length);
    expect(taken.turns[0]?.witnessed).toMatchObject([{ messageIndex: taken.messages.length }]);
  });
});

describe("a verification attempt", () => {
  const message = {
    role: "user",
    id: "v1",
    source: { type: "verification" },
    content: [{ type: "text", text: "more" }],
  };

  it("with feedback sends the agent back to work in the same turn", () => {
    const thread = fold(
      [parseDelta({ v: 1, type: "verification:attempt", attempt: 1, message, verdict, usage: [] })],
      worked().build(),
    );
    expect(thread.turns).toHaveLength(1);
    expect(thread.turns[0]).toMatchObject({ outcome: "open", corrections: 1 });
    expect(thread.messages.at(-1)).toMatchObject({ id: "v1" });
  });

  it("without feedback leaves the turn ended", () => {
    const thread = fold(
      [parseDelta({ v: 1, type: "verification:attempt", attempt: 1, verdict, usage: [] })],
      worked().build(),
    );
    expect(thread.turns[0]).toMatchObject({ outcome: "ended", corrections: 0 });
  });
});
