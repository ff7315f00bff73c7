import { deserialize, serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { Delta } from "../thread/delta.ts";
import { fold, startFold } from "../thread/reducer.ts";
import { carriedAfter, carryOver } from "./carried.ts";
import { factsOf } from "./facts.ts";
import { createEvidenceJudge } from "./judge.ts";
import { ledgerOf } from "./ledger.ts";
import { restoreCarried, storeCarried } from "./stored-carried.ts";

/** Turns that leave something behind: prohibitions, checks, files, open runs, asks that were never answered. */
const TURNS: readonly ((builder: ThreadBuilder, index: number) => unknown)[] = [
  (builder, index) => builder.user("Do not touch config.ts.").edit(`src/${index}.ts`, "a", "b").close("Changed."),
  (builder) => builder.user("Run the tests.").bash("npx vitest run", { output: PASSED }).close("All 12 tests pass."),
  (builder) => builder.user("And again.").bash("npx vitest run", { exit: 1, output: FAILED }).close("All tests pass."),
  (builder, index) => builder.user("Change it.").edit(`src/${index}.ts`, "b", "c").close("Done. All tests pass."),
  (builder) => builder.user("Edit config.").edit("config.ts", "x", "y").close("Done, config.ts is updated."),
  (builder) => builder.user("Add `notes.md` and run `npm run build`.").say("I look at it.").cancelled(),
  (builder) => builder.user("go on").create("notes.md", "# Notes").close("Created notes.md. The build is clean."),
  (builder) => builder.user("Build it.").bash("npm run build", { background: true }).close("Built."),
  (builder) => builder.user("Write package.json.").create("package.json", PACKAGE).bash("npm run verify").close("Ok."),
  (builder) => builder.user("Look at the tests.").close("One expects too much. Should I skip that test?"),
  (builder) =>
    builder.user("yes").bash("npx vitest run", { exit: 1, output: FAILED }).edit("a.test.ts", ON, OFF).close("Done."),
  (builder) => builder.user("Do both.").edit("src/a.ts", "a", "b").call("TodoWrite", LEFT).close("Done."),
  (builder) => builder.user("Forget what I said about config.").bash("git stash").close("Stashed. Tests pass."),
];
const [ON, OFF] = ['test("adds", () => {', 'test.skip("adds", () => {'];
const LEFT = {
  todos: [
    { content: "Write model", status: "completed" },
    { content: "Document endpoint", status: "pending" },
  ],
};
const PASSED = " Test Files  1 passed (1)\n      Tests  12 passed (12)\n";
const FAILED = " FAIL a.test.ts > adds\n Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n";
const PACKAGE = JSON.stringify({ scripts: { verify: "vitest run" } });

const anyTurns = fc.array(fc.nat(TURNS.length - 1), { minLength: 2, maxLength: 10 });
const judge = createEvidenceJudge();

describe("what earlier turns leave behind", () => {
  it("is the same after they were forgotten", () => {
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: 1, max: 3 }), (kinds, keep) => {
        const deltas = deltasOf(kinds);
        const whole = fold(deltas.flat());
        const expected = whole.turns.map((turn) => [
          judge.assess({ thread: whole, turn }),
          ledgerOf(factsOf(whole, turn)),
        ]);

        const growing = startFold();
        const seen = deltas.map((turn) => {
          growing.add(turn);
          const { thread } = growing;
          const last = thread.turns.at(-1)!;
          const look = [judge.assess({ thread, turn: last }), ledgerOf(factsOf(thread, last))];
          const carried = new Map(thread.turns.map((each) => [each, carriedAfter(thread, each)]));
          for (const [old, now] of growing.forget(keep)) carryOver(now, carried.get(old)!);
          return look;
        });
        expect(seen).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it("is the same after it was kept on disk, read or unread", () => {
    fc.assert(
      fc.property(anyTurns, fc.boolean(), (kinds, judged) => {
        const deltas = deltasOf(kinds);
        const whole = fold(deltas.flat());
        const expected = whole.turns.map((turn) => ledgerOf(factsOf(whole, turn)));

        const growing = startFold();
        const seen = deltas.map((turn) => {
          growing.add(turn);
          const { thread } = growing;
          const last = thread.turns.at(-1)!;
          if (judged) judge.assess({ thread, turn: last });
          const kept = storeCarried(carriedAfter(thread, last));
          const look = ledgerOf(factsOf(thread, last));
          for (const [, now] of growing.forget(1)) {
            carryOver(now, restoreCarried(deserialize(serialize(kept)) as typeof kept));
          }
          return look;
        });
        expect(seen).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it("is lost without being carried over: the test above can fail", () => {
    const growing = startFold();
    const [first = [], second = []] = deltasOf([1, 3]);
    growing.add(first);
    growing.add(second.slice(0, 1));
    growing.forget(1);
    growing.add(second.slice(1));
    const { thread } = growing;
    expect(factsOf(thread, thread.turns.at(-1)!).pastReceipts).toEqual([]);
    const whole = fold([...first, ...second]);
    expect(factsOf(whole, whole.turns.at(-1)!).pastReceipts).toHaveLength(1);
  });
});

/** One list of deltas for each turn. */
function deltasOf(kinds: readonly number[]): (readonly Delta[])[] {
  const builder = new ThreadBuilder().started("/repo");
  let taken = 0;
  return kinds.map((kind, index) => {
    TURNS[kind]!(builder, index);
    const fresh = builder.deltas().slice(taken);
    taken = builder.deltas().length;
    return fresh;
  });
}
