import { expect, test } from "vitest";
import { found, judged, spoken } from "../../../test/support/found.ts";
import { thread } from "../../../test/support/thread-builder.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { factsOf } from "../facts.ts";
import { checkBroken as rule } from "./check-broken.ts";

const run = (changes: Partial<CheckRun> = {}): CheckRun => ({
  kind: "test",
  command: "npm test",
  ended: "done",
  exitCode: 1,
  outcome: "failed",
  counts: { failed: 1 },
  durationMs: 900,
  tail: "✗ adds two numbers\nAssertionError: 3 != 4\n1 failing",
  before: "passed",
  ...changes,
});

const edited = () =>
  thread().user("Make add faster.").read("/repo/a.js").edit("/repo/a.js", "x + y", "x - y").close("Done.");

test("speaks when a check fails that passed before the turn, with the line that tells why", () => {
  const builder = edited().witnessed({ checks: [run()] });
  expect(spoken(builder, rule)).toMatchObject([{ subject: "npm test", steps: [2] }]);
  expect(spoken(builder, rule)[0]?.message).toMatch(/fails now and passed before your changes: .*adds two numbers/);
  expect(judged(builder)).toMatchObject({ verdict: "correct", category: "visible-bug" });
});

test.each<[name: string, run: CheckRun]>([
  ["it failed before the turn too", run({ before: "failed" })],
  ["it passed", run({ outcome: "passed", exitCode: 0 })],
  ["it did not end", run({ outcome: "unknown", ended: "timed-out" })],
  ["it could not be started", run({ outcome: "nothing-ran", ended: "not-started", reason: "npm is not installed" })],
])("is silent when %s", (_name, seen) => {
  expect(found(edited().witnessed({ checks: [seen] }), rule)).toEqual([]);
});

test("is only a lead where it is not known how the check ended before", () => {
  const { before: _, ...unknown } = run();
  for (const checks of [[unknown], [run({ before: "nothing-ran" })], [run({ before: "unknown" })]]) {
    const builder = edited().witnessed({ checks });
    expect(spoken(builder, rule)).toEqual([]);
    expect(found(builder, rule)).toHaveLength(1);
  }
});

test("is only a lead where the files it passed with are those of the last commit: somebody else may have changed them", () => {
  const builder = edited().witnessed({ checks: [run({ comparedWith: "commit" })] });
  expect(spoken(builder, rule)).toEqual([]);
  expect(found(builder, rule)[0]?.message).toContain("passes with these files as they were committed");
});

test("is only a lead when the agent says so itself", () => {
  const builder = thread()
    .user("Make add faster.")
    .edit("/repo/a.js", "x + y", "x - y")
    .close("Changed it. One test fails now: adds two numbers.")
    .witnessed({ checks: [run()] });
  expect(spoken(builder, rule)).toEqual([]);
});

test("says nothing about an older look once the agent has worked on", () => {
  const builder = edited()
    .witnessed({ checks: [run()] })
    .user("npm test fails", "course-correction")
    .edit("/repo/a.js", "x - y", "x + y")
    .close("Fixed.");
  expect(found(builder, rule)).toEqual([]);
});

test("what was witnessed is a receipt of the thread: fresh, and old after the next edit", () => {
  const receiptsOf = (builder: ReturnType<typeof edited>) => {
    const built = builder.build();
    return factsOf(built, built.turns.at(-1)!).receipts;
  };
  const passed = run({ outcome: "passed", exitCode: 0, counts: { passed: 9 } });
  const claimed = () => thread().user("Make add faster.").edit("/repo/a.js", "a", "b").close("Done, all tests pass.");
  expect(judged(claimed()).verdict).toBe("correct");
  expect(judged(claimed().witnessed({ checks: [passed] })).verdict).toBe("ok");
  const [fresh] = receiptsOf(claimed().witnessed({ checks: [passed] }));
  expect(fresh).toMatchObject({
    command: "npm test",
    outcome: "passed",
    counts: { passed: 9 },
    step: 1,
    witnessed: true,
  });
  expect(fresh?.stale).toBeUndefined();
  const later = claimed()
    .witnessed({ checks: [passed] })
    .user("and b", "course-correction")
    .edit("/repo/b.js", "a", "b");
  expect(receiptsOf(later)).toMatchObject([{ witnessed: true, stale: { step: 2, strength: "sure" } }]);
});
