import { expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { verdictOf } from "../verdict.ts";
import { evidenceOf } from "./evidence.ts";
import { unmetOf } from "./unmet.ts";

const ABOUT_TESTS = verdictOf("model", "correct", "", { message: "You never ran the tests; run them." });
const MESSAGE = "You say it is done, but src/a.ts is put back.";
const ABOUT_FILE = verdictOf("evidence", "correct", "", {
  message: MESSAGE,
  findings: [{ id: "edit-undone", confidence: 0.9, message: MESSAGE, steps: [1], subject: "src/a.ts" }],
});

const objected = () =>
  new ThreadBuilder().user("Fix it.").edit("/repo/src/a.ts", "1", "2").user("(the objection)", "course-correction");

it.each([
  ["no test run came", ABOUT_TESTS, objected().edit("/repo/src/a.ts", "2", "3").close("Done."), "still no test run"],
  ["one came and passed", ABOUT_TESTS, objected().bash("npm test").close("Done."), undefined],
  [
    "one came and failed",
    ABOUT_TESTS,
    objected().bash("npx vitest run", { exit: 1, output: " Tests  1 failed (1)\n" }).close("Done."),
    "the tests still fail",
  ],
  ["something unknown ran", ABOUT_TESTS, objected().bash("./everything.sh").close("Done."), undefined],
  ["the agent says so", ABOUT_TESTS, objected().close("I could not run the tests."), undefined],
  ["nothing was done", ABOUT_FILE, objected().close("It is fine."), "nothing was changed or run since"],
  ["something was done", ABOUT_FILE, objected().edit("/repo/src/a.ts", "1", "2").close("Done."), undefined],
  [
    "a model meant something else",
    { ...ABOUT_TESTS, message: "The currency is missing." },
    objected().close("It is not."),
    undefined,
  ],
])("after an objection, %s", (_, verdict, told, unmet) => {
  const thread = told.build();
  const turn = thread.turns[0];
  if (!turn) throw new Error("no turn");
  expect(unmetOf(evidenceOf(thread, turn), verdict, 1)).toBe(unmet);
});
