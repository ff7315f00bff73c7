import { expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { Thread } from "../thread/thread.ts";
import type { CheckRun } from "../thread/witnessed.ts";
import { compareDescription, threadOfChecks } from "./description.ts";
import { outcomeOf } from "./outcome.ts";

const CWD = "/w/kiosk";
const worked = () => new ThreadBuilder().started(CWD).user("Fix it.").edit(`${CWD}/src/a.ts`, "one", "two");
const FAILED = { exit: 1, output: " Tests  2 failed | 9 passed (11)" };
const PASSED = { output: " Tests  11 passed (11)" };

const failing = worked().bash("npm test", FAILED).close("Two tests still fail.").build();
const passing = worked().bash("npm test", PASSED).close("Done.").build();
const stale = worked().bash("npm test", PASSED).edit(`${CWD}/src/a.ts`, "two", "three").close("Done.").build();
const idle = worked().close("Done.").build();

it.each<[string, Thread, string, string]>([
  ["All tests pass.", failing, "proof", "failed: 9 passed, 2 failed"],
  ["All tests pass.", passing, "well", "passed: 11 passed"],
  ["All tests pass.", stale, "worth-a-look", "passed: 11 passed"],
  // Whoever wrote the description may have run them.
  ["All tests pass.", idle, "worth-a-look", "no step runs the tests"],
  ["- [x] All tests pass", passing, "well", "passed: 11 passed"],
  // Its author may have written files elsewhere.
  ["Created `src/new.ts`. All tests pass.", passing, "well", "passed: 11 passed"],
])("holds %s against the record (%#)", (text, thread, outcome, end) => {
  const found = compare(text, thread);
  expect(found && outcomeOf(found.account)).toBe(outcome);
  expect(found?.rows).toMatchObject([{ end }]);
});

it("tells whether a run was before the last edit", () => {
  expect(compare("All tests pass.", passing)?.rows[0]?.afterLastEdit).toBe("yes");
  expect(compare("All tests pass.", stale)?.rows[0]?.afterLastEdit).toMatch(/^no: .*src\/a\.ts was changed in step 3$/);
  expect(compare("All tests pass.", idle)?.rows[0]?.afterLastEdit).toBe("");
});

it("names of a chain the command that the claim is about", () => {
  const chain = worked().bash("npm run lint && npm test", PASSED).close("Done.").build();
  expect(compare("All tests pass.", chain)?.rows).toMatchObject([{ command: "npm test" }]);
});

it.each([
  "",
  "Drains the queue.",
  "<!-- Before you send it: all tests pass. -->\nDrains the queue.",
  "<!-- All tests pass.",
  "- [ ] All tests pass",
  "Please make sure that all tests pass.",
  "```\nAll tests pass.\n```",
])("finds no claim in %j", (text) => {
  expect(compare(text, failing)).toBeUndefined();
});

it("is quick about a description without an end", () => {
  expect(compare("<!--".repeat(200_000), failing)).toBeUndefined();
  expect(compare("All tests pass. ".repeat(100_000), failing)?.rows.length).toBeGreaterThan(0);
});

it("holds a description against checks that were run just now, where there is no transcript", () => {
  const run: CheckRun = {
    kind: "test",
    command: "npm test",
    ended: "done",
    exitCode: 1,
    outcome: "failed",
    counts: { failed: 2 },
    durationMs: 5,
    tail: "",
  };
  const ran = (check: CheckRun) => compare("All tests pass.", threadOfChecks([check], CWD));
  expect(ran(run)?.account.verdict.message).toMatch(
    /^You say "All tests pass\.", but "npm test" fails when I run it: 2 failed/,
  );
  const passed = ran({ ...run, exitCode: 0, outcome: "passed", counts: { passed: 9 } });
  expect(passed && outcomeOf(passed.account)).toBe("well");
});

function compare(text: string, thread: Thread) {
  const turn = thread.turns.at(-1);
  return turn && compareDescription(text, thread, turn);
}
