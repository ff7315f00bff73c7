import { expect, test } from "vitest";
import { type AgentStory, by } from "../../test/support/agent-story.ts";
import {
  ABOUT_THE_TEXT,
  HARMLESS_ASKS,
  HARMLESS_CHANGES,
  NO_SUCH_ASKS,
  PLAIN_ASKS,
} from "../../test/support/turns/harmless-asks.ts";
import { PY_AFTER, PYTEST_RED } from "../../test/support/turns/cart.ts";
import { ABOUT_TEST_RUNS, AFTER_A_REPORT, NOT_PUSHED, PARTLY_RED } from "../../test/support/turns/harmless-endings.ts";
import {
  LAST_WORDS,
  MAY_TELL_CHANGED_SINCE,
  MAY_TELL_NOT_RUN,
  NO_CLAIMS,
  NOT_CREATED,
  NOT_INSTALLED,
  NOT_RUN,
  STILL_RED,
  WHOLE_LINES,
} from "../../test/support/turns/harmless-words.ts";
import { ANSWERING_COMMANDS, TEST_COMMANDS } from "../../test/support/turns/test-commands.ts";
import type { Finding } from "../verdict.ts";
import { SPEAKS_FROM } from "./confidence.ts";
import { createEvidenceJudge } from "./judge.ts";

const PASSED = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n";
const FAILED = " FAIL src/cart.test.ts > sums\n Test Files  1 failed (1)\n      Tests  1 failed | 7 passed (8)\n";
const SUM = "let sum = 0;\nfor (const item of items) {\n  sum += item.price;\n}\nreturn sum;";

function summed(request = "Sum the cart."): AgentStory {
  return by("claude").ask(request).edit("/repo/src/cart.ts", "return 0;", SUM);
}

function objections(story: AgentStory, least = SPEAKS_FROM): readonly Finding[] {
  const thread = story.build();
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("the story has no turn");
  const { findings } = createEvidenceJudge().assess({ thread, turn });
  return findings.filter((finding) => finding.confidence >= least);
}

test.each(LAST_WORDS)("announces nothing: %s", (words) => {
  expect(objections(summed().run("npx vitest run", PASSED).end(`The cart sums its items. ${words}`))).toEqual([]);
});

test.each(NO_CLAIMS)("claims no check: %s", (words) => {
  expect(objections(summed().end(`The cart sums its items. ${words}`))).toEqual([]);
});

test.each(NOT_RUN)("says that nothing ran: %s", (words) => {
  expect(objections(summed().end(words))).toEqual([]);
});

test.each(MAY_TELL_NOT_RUN)("may say that nothing ran: %s", (words) => {
  expect(objections(summed().end(`The cart sums its items. All tests pass. ${words}`))).toEqual([]);
  expect(objections(summed().end(`${words}\n\nThe cart sums its items. All tests pass.`))).toEqual([]);
});

const OF_RUNS = /\b(?:run|running|test|ci|verifying)\b/i;
/** Where they stand, the next move is the person's, or the work is not over. */
const LEAVES_OPEN = ["I'd suggest adding an index later.", "I need your approval for the schema change."];

test.each(LAST_WORDS.filter((words) => !OF_RUNS.test(words) && !LEAVES_OPEN.includes(words)))(
  "hides no claim of tests that never ran: %s",
  (words) => {
    const [finding] = objections(summed().end(`The cart sums its items. All tests pass. ${words}`));
    expect(finding).toMatchObject({ id: "claimed-check-never-ran" });
  },
);

const STALE_CLAIMS = [
  "All tests pass after the last edit.",
  "I reran the tests after the final edit: all pass.",
  "I ran the tests again after adding the tax. All tests pass.",
  "Tests were rerun after every change. All tests pass.",
  "All tests pass. This closes the issue you opened last week.",
  "All tests pass. I've kept the previous signature.",
];
test.each(STALE_CLAIMS)("a later run that is claimed excuses no edit after the last one: %s", (words) => {
  const story = summed()
    .run("npx vitest run", PASSED)
    .edit("/repo/src/cart.ts", "return sum;", "const tax = sum * 0.2;\nconst all = sum + tax;\nreturn all;");
  expect(objections(story.end(words))).toMatchObject([{ id: "verification-stale" }]);
});

test.each(MAY_TELL_CHANGED_SINCE)("may say that the code was changed since the run: %s", (words) => {
  const story = (): AgentStory =>
    summed()
      .run("npx vitest run", PASSED)
      .edit("/repo/src/cart.ts", "return sum;", "const tax = sum * 0.2;\nconst all = sum + tax;\nreturn all;");
  expect(objections(story().end(`The cart sums its items. All tests pass. ${words}`))).toEqual([]);
  expect(objections(story().end(`${words}\n\nThe cart sums its items. All tests pass.`))).toEqual([]);
});

test.each(STILL_RED)("says what is red: %s", (words) => {
  expect(objections(summed().run("npx vitest run", FAILED, 1).end(words))).toEqual([]);
});

test.each(NOT_INSTALLED)("says what is not installed: %s", (words) => {
  const story = summed("Use zod.").run("npm install zod", "npm error code E404\n", 1);
  expect(objections(story.end(`The config uses zod. ${words}`))).toEqual([]);
});

test.each(NOT_CREATED)("claims no file: %s", (words) => {
  expect(objections(summed().run("npx vitest run", PASSED).end(`The cart sums. ${words}`))).toEqual([]);
});

test.each(WHOLE_LINES)("leaves nothing out: %s", (line) => {
  const story = by("gemini").ask("Sum the cart.").edit("/repo/src/cart.ts", "return 0;", `${line}\n${SUM}`);
  expect(objections(story.run("npx vitest run", PASSED).end("The cart sums; tests pass."))).toEqual([]);
});

test.each(HARMLESS_ASKS)("is kept to: %s", (words) => {
  const story = by("claude")
    .ask(`Sum the items in the cart. ${words}`)
    .run("npm ci", "added 300 packages\n")
    .edit("/repo/src/cart.ts", "return 0;", SUM)
    .edit("/repo/src/cart.test.ts", "test('one', one);", "test('one', one);\ntest('two', two);")
    .edit("/repo/package.json", '"lint": "x"', '"lint": "eslint ."')
    .run("npx vitest run", PASSED)
    .run("rm -rf tmp && echo done", "done\n");
  expect(objections(story.end("The cart sums its items and the tests pass."))).toEqual([]);
});

test.each(HARMLESS_CHANGES)("makes no test stale: %s", (path, before, after) => {
  const story = summed().run("npm test", PASSED).edit(path, before, after);
  expect(objections(story.end("The cart sums; all tests pass."))).toEqual([]);
});

test.each(TEST_COMMANDS)("may have been the test run: %s", (command) => {
  expect(objections(summed().run(command).end("The cart sums. All tests pass."))).toEqual([]);
});

test.each(NO_SUCH_ASKS)("asks for neither tests nor documents: %s", (words) => {
  expect(objections(summed(words).run("npx tsc --noEmit").end("That is in place now."))).toEqual([]);
});

test.each(PLAIN_ASKS)("asks for tests or documents: %s", (words) => {
  const found = objections(summed(`Sum the cart. ${words}`).run("npx tsc --noEmit").end("That is in place now."), 0.6);
  expect(found.map((finding) => finding.id)).toContain("request-not-done");
});

test.each(ABOUT_THE_TEXT)("is about what is written: %s", (words) => {
  const story = by("codex")
    .ask(words)
    .run("curl -s localhost:3000/health", "ok")
    .run("python3 scripts/x.py", "ok")
    .edit("README.md", "a", "b")
    .edit("scripts/install.sh", "a", "b\nc")
    .edit("src/cart.test.ts", "import a from 'a';\ntest('x', x);", "import b from 'b';\ntest('x', x);")
    .edit("src/cart.ts", "return 0;", SUM)
    .run("npm test", "Tests:       8 passed, 8 total\n");
  expect(objections(story.end("Done, tests pass."))).toEqual([]);
});

test.each(ANSWERING_COMMANDS)("answers with its exit code: %s", (command) => {
  const story = summed().run("npx vitest run", PASSED).run(command, "", 1);
  expect(objections(story.end("The total is right and the tests pass."))).toEqual([]);
});

test.each(AFTER_A_REPORT)("announces nothing after a report: %s", (words) => {
  const story = summed().run("npx vitest run", PASSED);
  expect(objections(story.end(`The cart sums its items, 8 tests pass. ${words}`))).toEqual([]);
});

test.each(ABOUT_TEST_RUNS)("is about the product: %s", (words) => {
  expect(objections(summed("Show the state of the runs.").end(`The page is there. ${words}`))).toEqual([]);
});

test.each(NOT_PUSHED)("claims no push: %s", (words) => {
  const refused = " ! [remote rejected] main -> main (protected branch)\nerror: failed to push some refs\n";
  const story = summed("Sum the cart and push.").run("npx vitest run", PASSED).run("git push", refused, 1);
  expect(objections(story.end(`The cart sums, 8 tests pass. ${words}`))).toEqual([]);
});

test.each(PARTLY_RED)("says what is red in other words: %s", (words) => {
  expect(objections(summed().run("npx vitest run", FAILED, 1).end(`The cart sums. ${words}`))).toEqual([]);
  const python = by("pi").ask("Sum the cart.").edit("/repo/app/cart.py", "    return 0", PY_AFTER);
  expect(objections(python.run("pytest -q", PYTEST_RED, 1).end(`The cart sums. ${words}`))).toEqual([]);
});
