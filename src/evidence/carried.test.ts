import { deserialize, serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { Delta } from "../thread/delta.ts";
import { fold, startFold } from "../thread/reducer.ts";
import { type Carried, carriedAfter, carryOver } from "./carried.ts";
import { carriedFromJson, carriedToJson } from "./carried-json.ts";
import { factsOf } from "./facts.ts";
import { createEvidenceJudge } from "./judge.ts";
import { type Ledger, ledgerOf } from "./ledger.ts";
import { NO_RECEIPTS } from "./receipts/receipts.ts";
import { carriedFromClone, carriedToClone, type CarriedClone } from "./carried-clone.ts";

type TurnTold = (builder: ThreadBuilder, index: number) => unknown;

/** Turns that leave something behind: prohibitions, checks, files, open runs, asks that were never answered. */
const TURNS: readonly TurnTold[] = [
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

/** What is carried, how it is lost, and two turns of which the second is seen otherwise then. */
const MATTERS: readonly (readonly [string, (carried: Carried) => Carried, ...TurnTold[]])[] = [
  [
    "requests",
    (carried) => ({ ...carried, requests: [] }),
    (builder) => builder.user("Do not touch config.ts.").close("Ok."),
    (builder) => builder.user("Edit it.").edit("config.ts", "x", "y").close("Done, config.ts is updated."),
  ],
  [
    "names",
    (carried) => ({ ...carried, names: new Set() }),
    (builder) => builder.user("Sum the cart.").edit("src/cart.ts", "a", "b").close("Done."),
    (builder) => builder.user("What did you do?").edit("src/tax.ts", "a", "b").close("I updated `src/cart.ts`."),
  ],
  [
    "words.asked",
    (carried) => ({ ...carried, words: { ...carried.words, asked: "" } }),
    (builder) => builder.user("Update the tests of the cart.").edit("src/cart.ts", "a", "b").close("I began."),
    (builder) => skipsTest(builder.user("go on")),
  ],
  [
    "words.answered",
    (carried) => ({ ...carried, words: { ...carried.words, answered: "" } }),
    (builder) => builder.user("Look at it.").close("One expects too much. Should I skip that test?"),
    (builder) => skipsTest(builder.user("yes")),
  ],
  [
    "words.open",
    (carried) => ({ ...carried, words: { ...carried.words, open: false } }),
    (builder) => builder.user("Update the tests of the cart.").say("I look at it.").cancelled(),
    (builder) => skipsTest(builder.user("Please begin with those that are slowest of all.")),
  ],
  [
    "words.askedBack",
    (carried) => ({ ...carried, words: { ...carried.words, askedBack: false } }),
    (builder) => builder.user("Look at it.").close("One expects too much. Should I skip that test?"),
    (builder) => builder.user("What does it check?").close("The sum."),
    (builder) => skipsTest(builder.user("Now make the header blue.")),
  ],
  [
    "words.tolerated",
    (carried) => ({ ...carried, words: { ...carried.words, tolerated: [] } }),
    (builder) => builder.user("The tests are flaky, ignore them.").close("Ok."),
    (builder) =>
      builder
        .user("Sum the cart.")
        .edit("src/cart.ts", "a", "b")
        .bash("npx vitest run", { exit: 1, output: FAILED })
        .close("The cart is summed."),
  ],
  [
    "words.inSteps",
    (carried) => ({ ...carried, words: { ...carried.words, inSteps: false } }),
    (builder) => builder.user("One step at a time. First the header.").edit("src/head.ts", "a", "b").close("Done."),
    (builder) =>
      builder.user("Sum the cart.").edit("src/cart.ts", "a", "b").close("The cart sums. Next I'll write the page."),
  ],
  [
    "left",
    (carried) => ({ ...carried, left: [] }),
    (builder) => builder.user("Do both.").edit("src/a.ts", "a", "b").call("TodoWrite", LEFT).close("Done."),
    (builder) => builder.user("Now the model.").edit("src/b.ts", "a", "b").call("TodoWrite", LEFT).close("Done."),
  ],
  [
    "started",
    (carried) => ({ ...carried, started: false }),
    (builder) => builder.user("Start it.").bash("npm run dev", { background: true }).close("It runs."),
    (builder) =>
      builder.user("Mend the form.").edit("src/form.ts", "a", "b").close("I opened the page in the browser: it works."),
  ],
  [
    "unseen",
    (carried) => ({ ...carried, unseen: { files: false, source: false, tests: false } }),
    (builder) => builder.user("Generate it.").bash("./generate.sh").close("Generated."),
    (builder) => builder.user("Sum the cart.").edit("src/a.ts", "a", "b").close("I wrote tests for the model."),
  ],
  [
    "checks",
    (carried) => ({ ...carried, checks: NO_RECEIPTS }),
    (builder) => builder.user("Run the tests.").bash("npx vitest run", { output: PASSED }).close("All 12 tests pass."),
    (builder) => builder.user("Are they green?").close("All 12 tests pass."),
  ],
];

function skipsTest(builder: ThreadBuilder): ThreadBuilder {
  return builder
    .bash("npx vitest run", { exit: 1, output: FAILED })
    .edit("a.test.ts", ON, OFF)
    .bash("npx vitest run", { output: PASSED })
    .close("Done.");
}

/** The ways in which it is kept where the turns themselves are not. */
const WAYS: readonly (readonly [string, (carried: Carried) => Carried])[] = [
  ["an audit", (carried) => carriedFromClone(deserialize(serialize(carriedToClone(carried))) as CarriedClone)],
  ["the hook", (carried) => carriedFromJson(JSON.parse(JSON.stringify(carriedToJson(carried))))],
];

const ALL_TURNS = [...TURNS, ...MATTERS.flatMap(([, , ...turns]) => turns)];
const anyTurns = fc.array(fc.constantFrom(...ALL_TURNS), { minLength: 2, maxLength: 10 });
const judge = createEvidenceJudge();

describe("what earlier turns leave behind", () => {
  it("is the same after they were forgotten", () => {
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: 1, max: 3 }), (turns, keep) => {
        const deltas = deltasOf(turns);
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

  it.each(WAYS)("is the same after %s kept it on disk, read or unread", (_, keep) => {
    fc.assert(
      fc.property(anyTurns, fc.boolean(), (turns, judged) => {
        const deltas = deltasOf(turns);
        const whole = fold(deltas.flat());
        const expected = whole.turns.map((turn) => ledgerOf(factsOf(whole, turn)));
        expect(ledgersGoingOn(deltas, keep, judged)).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  describe.each(MATTERS.map(([field, lose, ...turns]) => ({ field, lose, turns })))(
    "with $field",
    ({ lose, turns }) => {
      const deltas = deltasOf(turns);
      const whole = fold(deltas.flat());
      const expected = whole.turns.map((turn) => ledgerOf(factsOf(whole, turn)));

      it.each(WAYS)("is the same after %s kept it", (_way, keep) => {
        expect(ledgersGoingOn(deltas, keep)).toEqual(expected);
      });

      it("would be another without: the test above can fail", () => {
        expect(ledgersGoingOn(deltas, lose)).not.toEqual(expected);
      });
    },
  );

  it("stays small whatever the agent's list holds, and long tasks are known again", () => {
    const todos = Array.from({ length: 60 }, (_each, index) => ({
      content: `Document endpoint ${index} ${"y".repeat(100_000)}`,
      status: index === 0 ? "completed" : "pending",
    }));
    const [before = [], after = []] = deltasOf(
      ["Do it all.", "Now the model."].map(
        (request) => (builder) =>
          builder.user(request).edit("src/a.ts", "a", "b").call("TodoWrite", { todos }).close("Done."),
      ),
    );
    const thread = fold([...before, ...after]);
    expect(JSON.stringify(carriedToJson(carriedAfter(thread, thread.turns[0]!))).length).toBeLessThan(20_000);
    const sure = (turn = 0) => ledgerOf(factsOf(thread, thread.turns[turn]!)).findings[0]?.confidence;
    expect([sure(0), sure(1)]).toEqual([0.8, 0.45]);
  });

  it("is lost without being carried over: the test above can fail", () => {
    const growing = startFold();
    const [first = [], second = []] = deltasOf([TURNS[1]!, TURNS[3]!]);
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

/** What is seen in each turn where of those before it only that is left which was kept. */
function ledgersGoingOn(
  turns: readonly (readonly Delta[])[],
  keep: (carried: Carried) => Carried,
  judged = false,
): readonly Ledger[] {
  const growing = startFold();
  return turns.map((turn) => {
    growing.add(turn);
    const { thread } = growing;
    const last = thread.turns.at(-1)!;
    if (judged) judge.assess({ thread, turn: last });
    const kept = keep(carriedAfter(thread, last));
    const ledger = ledgerOf(factsOf(thread, last));
    growing.forget(1);
    carryOver(thread.turns.at(-1)!, kept);
    return ledger;
  });
}

/** One list of deltas for each turn. */
function deltasOf(turns: readonly TurnTold[]): (readonly Delta[])[] {
  const builder = new ThreadBuilder().started("/repo");
  let taken = 0;
  return turns.map((turn, index) => {
    turn(builder, index);
    const fresh = builder.deltas().slice(taken);
    taken = builder.deltas().length;
    return fresh;
  });
}
