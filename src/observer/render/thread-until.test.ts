import { expect, it } from "vitest";
import { thread } from "../../../test/support/thread-builder.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import type { Thread } from "../../thread/thread.ts";
import { threadUntil } from "./thread-until.ts";

/** At each end of a turn: what was there then, and what is now told of it. */
function stops(deltas: readonly Delta[]): readonly { readonly was: Thread; readonly told: Thread }[] {
  const whole = fold(deltas);
  return deltas.flatMap((delta, index) => {
    if (delta.type !== "inference:completed" || delta.message.stopReason !== "end_turn") return [];
    const was = fold(deltas.slice(0, index + 1));
    const turn = whole.turns[was.turns.length - 1]!;
    return [{ was, told: threadUntil(whole, turn, was.messages.length - 1).thread }];
  });
}

it("tells of an earlier stop only what was there then, not a result that came later", () => {
  const deltas = thread()
    .user("Run the tests and fix the parser.")
    .bash("npm test", { output: "3 passed" })
    .edit("/repo/a.ts", "a", "b")
    .close("I started the tests.")
    .user("wait for them", "course-correction")
    .close("They pass.")
    .deltas();
  const result = deltas.find((delta) => delta.type === "tool:data")!;
  const late = [...deltas.filter((delta) => delta !== result).slice(0, -1), result, ...deltas.slice(-1)];
  const seen = stops(late);
  expect(seen.map(({ told }) => told.turns)).toEqual(seen.map(({ was }) => was.turns));
  expect(seen.map(({ told }) => told.messages)).toEqual(seen.map(({ was }) => was.messages));
});

it("counts the steps until then, also in a turn that has none of its own", () => {
  const deltas = thread()
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .close("Fixed.")
    .user("Thanks. Is it good now?")
    .close("It is.")
    .user("Now the other one.")
    .edit("/repo/b.ts", "a", "b")
    .close("Fixed.")
    .deltas();
  expect(stops(deltas).map(({ told }) => told.stepCount)).toEqual([1, 1, 2]);
});

it("keeps what Coxswain saw after a turn without steps", () => {
  const mismatches = [{ path: "a.ts", kind: "gone" as const, missing: "", unsure: false }];
  const built = thread()
    .user("Fix it.")
    .edit("/repo/b.ts", "a", "b")
    .close("Fixed.")
    .user("And a.ts?")
    .close("I created a.ts.")
    .witnessed({ mismatches })
    .user("Really?")
    .close("Yes.")
    .build();
  const turn = built.turns[1]!;
  expect(threadUntil(built, turn, turn.end - 1).turn.witnessed).toEqual(turn.witnessed);
});
