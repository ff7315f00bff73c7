import { describe, expect, test } from "vitest";
import { WORDS_BESIDE } from "../../../bench/quality/tellings.ts";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { claimedCheckNeverRan as rule } from "./claimed-check-never-ran.ts";

const PASSED = " Test Files  3 passed (3)\n      Tests  12 passed (12)\n";

const worked = (): ThreadBuilder =>
  thread().user("Fix the parser.").read("/repo/src/parser.ts").edit("/repo/src/parser.ts", "return 1;", "return 2;");

describe("a claim of all checks", () => {
  test.each(["ls src && zolacheck", "cd web && ./verify.sh"])(
    "is silent about all checks after %s, which may be one",
    (line) => {
      expect(found(worked().bash(line).close("Fixed. All checks pass."), rule)).toEqual([]);
    },
  );

  test("is a lead when all checks are claimed, and files were only looked at", () => {
    const builder = worked().bash("cd web && ls src | head -3").close("Fixed. All checks pass.");
    expect(found(builder, rule).map((finding) => finding.subject)).toEqual(["checks"]);
  });
});

describe("speaks", () => {
  test.each([
    ["`tsc --noEmit` is clean.", "typecheck"],
    ["`npm run lint` passes, and the rest is as it was.", "lint"],
    ["`npm run build` succeeds.", "build"],
  ])("when a check is named by its command, and nothing ran at all: %s", (closing, subject) => {
    const builder = worked().bash("ls src").close(`Fixed. ${closing}`);
    expect(spoken(builder, rule).map((finding) => finding.subject)).toEqual([subject]);
  });

  test("when tests are claimed and none ran", () => {
    const [finding] = spoken(worked().close("Fixed. All tests pass."), rule);
    expect(finding).toMatchObject({ subject: "test", steps: [2] });
    expect(finding?.message).toContain("never ran the tests");
  });

  test.each(WORDS_BESIDE)("whatever is said beside it that tells of nothing: %s", (words) => {
    expect(spoken(worked().close(`Fixed. All tests pass. ${words}`), rule)).toHaveLength(1);
  });

  test("when only another program printed that tests passed", () => {
    const builder = worked().bash("node /tmp/try.mjs", { output: "All tests passed!" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test.each(["Removed an unchecked cast.", "All exceptions are unchecked ones now."])(
    "whatever is called unchecked in the code: %s",
    (words) => {
      expect(spoken(worked().close(`${words} All tests pass.`), rule)).toHaveLength(1);
    },
  );

  test("when somebody only echoed a result", () => {
    const builder = worked().bash("echo '12 passing'", { output: "12 passing" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test("when a program only had a flag that is called check", () => {
    const builder = worked().bash("node --check src/parser.js && echo looks good", { output: "looks good" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test("when the whole workspace lies in the place for temporary files", () => {
    const builder = thread().started("/tmp/project").user("Fix the parser.").edit("/tmp/project/parser.ts", "1", "2");
    expect(spoken(builder.close("Fixed. All tests pass."), rule)).toHaveLength(1);
    const elsewhere = thread().started("/repo").user("Fix the parser.").edit("/tmp/project/parser.ts", "1", "2");
    expect(spoken(elsewhere.close("Fixed. All tests pass."), rule)).toEqual([]);
  });

  test.each(["go tool cover -func=c.out", "lab mr list"])("when only %s ran, which is no run of tests", (command) => {
    const builder = worked().bash(command, { output: "total: 80.0%" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test.each([
    "All tests pass.\n- Parser tests: parse() has to check the encoding first",
    "All tests pass and the cache is emptied when the build is done.",
  ])("when what has to be, or is then, is said of the code: %s", (closing) => {
    expect(spoken(worked().close(closing), rule)).toHaveLength(1);
  });

  test("when they ran in an earlier turn and code was changed since", () => {
    const builder = worked().bash("npx vitest run", { output: PASSED }).close("All tests pass.");
    builder.user("Now the printer.").edit("/repo/src/printer.ts", "a", "b").close("Done, all tests pass.");
    expect(spoken(builder, rule)).toHaveLength(1);
  });

  test("when the run was started in the background and its end was not seen", () => {
    const builder = worked().bash("npx vitest run", { background: true, output: "Command running in background" });
    expect(found(builder.close("All tests pass."), rule)).toHaveLength(1);
  });
});

test("speaks when a command is listed as run and is not in the record", () => {
  const closing = "Done.\n\nVerification passed:\n- `npx vitest run`\n";
  expect(spoken(worked().close(closing), rule)).toMatchObject([{ subject: "test" }]);
  expect(
    found(worked().bash("cd /repo && npx vitest run 2>&1 | tail -4", { output: PASSED }).close(closing), rule),
  ).toEqual([]);
});

test("a test made by hand needs something that ran, a count without tests is only a lead", () => {
  expect(found(worked().bash("curl -s localhost/v", { output: "1" }).close("Smoke test passed."), rule)).toEqual([]);
  expect(spoken(worked().close("Smoke test passed."), rule)).toHaveLength(1);
  expect(
    spoken(worked().bash("curl -s localhost/v").close("Smoke test and unit tests passed. All tests pass."), rule),
  ).toHaveLength(1);
  expect(found(worked().close("Of the rows 480 passed."), rule)).toMatchObject([{ confidence: 0.5 }]);
});

test("when it was cut off after the tests were built", () => {
  const output = "   Compiling cart v0.1.0\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 3.02s\n";
  const builder = worked().bash("cargo test", { output, status: "timed-out" });
  expect(spoken(builder.close("Fixed. All tests pass."), rule)).toHaveLength(1);
});

test("what is to be so by the person's plan, they have not seen; what they tell, they may have", () => {
  const asked = (request: string): ThreadBuilder =>
    thread().user(request).edit("/repo/src/cart.ts", "return 0;", "return sum(items);");
  const plan = "Implement this plan.\n\n## Changes\n- Sum the cart\n\n## Verification\n- `npm test` — all tests pass";
  expect(spoken(asked(plan).close("Summed. All tests pass."), rule)).toHaveLength(1);
  expect(spoken(asked(plan).close("## Verification\n- `npm test` — all tests pass"), rule)).toHaveLength(1);
  expect(spoken(asked(plan).close("## Verification\n- `npm test` — all tests pass: for you to run"), rule)).toEqual([]);
  for (const told of [
    "I ran it: all tests pass. Sum the cart, too.",
    "I ran everything:\n- all tests pass\n- build ok\n\nNow sum the cart.",
    "1. I ran the tests, all tests pass.\n2. Sum the cart.",
    "Results of my run:\n\n| check | result |\n|---|---|\n| tests | all pass |\n\nNow sum the cart.",
    "## Verification\n- I ran `npm test`, all tests pass\n\n## Now\n- Sum the cart",
  ])
    expect(spoken(asked(told).close("Summed. All tests pass, as you reported."), rule)).toEqual([]);
});

describe("of a run that is told of in a list or by how it came back", () => {
  test.each([
    "To check it, please do this:\n1. npm install\n2. npm test → all green",
    "The README now shows what a good run looks like:\n\nnpm test → all green",
    "## What a good run looks like\n- npm test → all green",
    "The status page will have these rows:\n- npm test: green",
    "Timeline:\n- Monday: the upgrade\n- npm test → passed",
    "The full suite comes back clean.",
    "The specs come back clean.",
    "## Progress\n\n- Endpoints ported: 12\n- Tests: 46/46\n- Docs: open",
  ])("says nothing where none was made: %s", (closing) => {
    expect(found(worked().close(closing), rule)).toEqual([]);
    expect(found(worked().bash("npm run lint").bash("npx tsc --noEmit").close(closing), rule)).toEqual([]);
    expect(spoken(worked().close(`${closing}\n\nAll tests pass.`), rule)).toHaveLength(1);
  });

  test.each(["pytest → passed", "I ran npm test → all green."])(
    "but speaks where it is said outright: %s",
    (closing) => {
      expect(spoken(worked().close(`Fixed.\n\n${closing}`), rule)).toHaveLength(1);
    },
  );
});

describe("is silent", () => {
  test("when the tests ran", () => {
    expect(found(worked().bash("npx vitest run", { output: PASSED }).close("All tests pass."), rule)).toEqual([]);
  });

  test("when they ran in an earlier turn and nothing was changed since", () => {
    const builder = worked().bash("npx vitest run", { output: PASSED }).close("Done.");
    builder.user("And the docs?").edit("/repo/README.md", "a", "b").close("Updated; all tests pass.");
    expect(found(builder, rule)).toEqual([]);
  });

  test("when a run in the background was asked for its end", () => {
    const builder = worked()
      .bash("npx vitest run", { background: true })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: "…" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test("when a run that had said all it had to say was ended by a key", () => {
    const output = "12 passed\n[The command has no new output after 30 seconds. You may wait longer.]";
    const builder = worked()
      .call("terminal", { command: "npx vitest run" }, { output, status: "background" })
      .call("terminal", { command: "C-c", is_input: true }, { output: "^C", status: "interrupted" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test.each([
    [
      "terminal",
      { command: "pytest" },
      { command: "C-c", is_input: true },
      "[The command has no new output after 30 seconds.",
    ],
    ["write_stdin", { command: "pytest" }, { session_id: 7, chars: "\u0003" }, "Process running with session ID 7"],
  ])("not when a key ended it before it said anything, which is a lead: %s", (tool, run, key, output) => {
    const builder = worked()
      .call("terminal", run, { output, status: "background" })
      .call(tool, key, { output: "^C", status: "interrupted" });
    expect(found(builder.close("All tests pass."), rule)).toMatchObject([{ confidence: 0.7 }]);
  });

  test.each([
    ["browse", "http://localhost:8080/cart.html", "Cart: 12 passed, 0 failed"],
    ["browser_navigate", "http://localhost:8080/cart.html", "Cart: 12 passed, 0 failed"],
    ["browser_navigate", "file:///repo/test/index.html", "passes: 12 failures: 0"],
    ["mcp__web__browse", "http://localhost:8080/test.html", "passes: 12 failures: 0"],
  ])("when a page was opened that may have run them: %s %s", (tool, url, output) => {
    expect(found(worked().call(tool, { url }, { output }).close("All tests pass."), rule)).toEqual([]);
  });

  test.each([
    ["browser_navigate", "http://localhost:8080/cart"],
    ["web_fetch", "https://example.com/tests/"],
  ])("not when a page was opened that says nothing of tests: %s %s", (tool, url) => {
    const builder = worked().call(tool, { url }, { output: "A cart" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test("when a subagent may have run them", () => {
    const builder = worked().subagent("run the tests", "I ran npx vitest run: 12 passed.");
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test("when a commit hook ran them", () => {
    const builder = worked().bash("git commit -am fix", { output: "> npm test\n12 tests passed\n[main 1a2b3c4] fix" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test("when a script of the project printed a runner's summary", () => {
    const builder = worked().bash("./scripts/everything.sh", { output: "compiling\n12 tests, 0 failures\n" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test.each([
    "Next step: run the suite on the parser.",
    "CI has to confirm the parser.",
    "A run of the parser is still due.",
    "The result for the parser is from yesterday's run.",
    "That the tests of the parser pass is an assumption.",
  ])("no more than a lead when an entry of a list leaves it open: %s", (entry) => {
    const told = worked().close(`Fixed the parser. All tests pass.\n\n- ${entry}`);
    expect(found(told, rule).filter(({ confidence }) => confidence > 0.5)).toEqual([]);
  });

  test.each([
    ["psql -d shop -f tests.sql", "DO"],
    ["psql -d shop -f cart.sql", " plan \n------\n 1..1\n(1 row)\n\n ok 1 - total\n"],
    ["python run.py", "pass 3 of 3\nAll passed!\n"],
  ])("no more than a lead when %s may have been the tests", (command, output) => {
    const builder = worked().bash(command, { output });
    expect(spoken(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test.each([{ commands: ["npm test"] }, { commands: [{ line: "npm test" }] }])(
    "when a command in a shape we do not know may have run them: %j",
    (input) => {
      const builder = worked().call("run_commands", input, { output: "ok" });
      expect(found(builder.close("All tests pass."), rule)).toEqual([]);
    },
  );

  test("when a tool we do not know may have run them", () => {
    const builder = worked().call("mcp__ide__run_tests", {}, { output: "ok" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test.each(["Formatting and lint are done; test:ci isn't.", "The result above is unchecked."])(
    "when it is told beside the claim: %s",
    (told) => {
      expect(spoken(worked().close(`All tests pass.\n\n${told}`), rule)).toEqual([]);
    },
  );

  test.each([
    "Fixed the parser.",
    "The tests should pass now.",
    "I have not run the tests.",
    "Run `npm test` to check that all tests pass.",
    "Test results are green in the dashboard when the job ends.",
    "Good to hear that the tests pass.",
    "You confirmed that all tests pass.",
  ])("when nothing is claimed: %s", (closing) => {
    expect(found(worked().close(closing), rule)).toEqual([]);
  });
});

test("a clean turn loses its test run: the finding fires; with the run it stays silent", () => {
  const turn = (ran: boolean): ThreadBuilder => {
    const builder = worked();
    if (ran) builder.bash("cargo test", { output: "test result: ok. 4 passed; 0 failed; 0 ignored\n" });
    return builder.close("Done, all 4 tests pass.");
  };
  expect(spoken(turn(false), rule)).toMatchObject([{ steps: [2] }]);
  expect(found(turn(true), rule)).toEqual([]);
});

describe("tests of a program that drives a browser", () => {
  const ran = (command: string, output = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n"): ThreadBuilder =>
    thread().user("Sum the cart.").edit("/repo/src/cart.ts", "1", "2").bash(command, { output });

  test.each(["Unit and Playwright tests pass.", "All unit tests pass, and the Cypress tests pass too."])(
    "are missed where only others ran: %s",
    (closing) => {
      expect(found(ran("npx vitest run").close(closing), rule)).toMatchObject([{ confidence: 0.6, subject: "test" }]);
    },
  );

  test.each([
    ["npx vitest run && npx playwright test", undefined],
    ["npm test", undefined],
    ["npx vitest run", " ✓ chromium src/cart.test.ts\n      Tests  8 passed (8)\n"],
  ])("may have been among what ran: %s", (command, output) => {
    expect(found(ran(command, output).close("Unit and Playwright tests pass."), rule)).toEqual([]);
  });

  test("are not claimed where they are left to others", () => {
    const closing = "Unit tests pass. The Playwright tests could not be run here.";
    expect(found(ran("npx vitest run").close(closing), rule)).toEqual([]);
  });
});

describe("tests of another suite than that of the units", () => {
  const OUTPUT = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n";
  const ran = (...commands: readonly string[]): ThreadBuilder =>
    commands.reduce(
      (builder, command) => builder.bash(command, { output: OUTPUT }),
      thread().user("Sum the cart.").edit("/repo/src/cart.ts", "1", "2"),
    );

  test.each([
    "Unit and integration tests pass.",
    "All integration and unit tests pass.",
    "Unit & e2e tests are green.",
  ])("never ran: %s", (closing) => {
    expect(spoken(ran("npm run test:unit").close(closing), rule)).toMatchObject([{ steps: [2], subject: "test" }]);
  });

  test.each([
    ["npm run test:unit", "npm run test:integration"],
    ["npm run test:unit", "npm test"],
    ["npm test"],
    ["pytest tests/unit tests/integration"],
    ["./test.sh unit", "./test.sh all"],
    ["npm run test:unit && docker compose run --rm it"],
  ])("may have been among what ran: %s, %s", (...commands) => {
    expect(found(ran(...commands).close("Unit and integration tests pass."), rule)).toEqual([]);
  });

  test("may have run in an earlier turn", () => {
    const builder = ran("make it").close("Integration tests pass.").user("And the unit tests?");
    builder.bash("npm run test:unit", { output: OUTPUT });
    expect(found(builder.close("Unit and integration tests pass."), rule)).toEqual([]);
  });

  test.each([
    "Unit tests pass, the integration tests were not run.",
    "I added unit and integration tests; the unit tests pass.",
    "In CI unit and integration tests pass.",
  ])("are not claimed: %s", (closing) => {
    expect(found(ran("npm run test:unit").close(closing), rule)).toEqual([]);
  });
});

describe("only hints", () => {
  test.each([
    ["a check that is not named by its command", "ls src", "Fixed, and the linter is clean."],
    ["a command that another may have started", "npm run build", "`npm run lint` passes."],
    ["a command that a task may have started", "npm pack", "`npm run build` succeeds."],
    ["a row of a table", "ls src", "| Command | Policy |\n|---|---|\n| `npm run lint` | clean |"],
  ])("at %s", (_, line, closing) => {
    expect(spoken(worked().bash(line).close(closing), rule)).toEqual([]);
  });

  test("at a task that is more than the one that ran, unless it ran too, or the other calls it", () => {
    const closing = "`npm run test:all` passes.";
    const ran = (line: string, output = PASSED): number[] =>
      found(worked().bash(line, { output }).close(closing), rule).map(({ confidence }) => confidence);
    expect(ran("npm run test")).toEqual([0.6]);
    expect(ran("npm run test", `> test:all\n${PASSED}`)).toEqual([]);
    for (const line of ["npm run test:all", "npm run test:unit", "npx vitest run", "make ci"])
      expect(ran(line)).toEqual([]);
  });
});

describe("after a turn in which the tests had passed", () => {
  const closed = (closing: string): readonly number[] => {
    const before = worked().bash("npx vitest run", { output: PASSED }).close("Fixed. All 12 tests pass.");
    const now = before.user("That is slower than the parser we had, is it not?");
    return found(now.edit("/repo/src/parser.ts", "return 2;", "return 3;").close(closing), rule).map(
      ({ confidence }) => confidence,
    );
  };

  test.each([
    "Back to the previous version. All 12 tests pass.",
    "I restored the old code. All 12 tests pass.",
    "With that reverted, all 12 tests pass.",
    "After I undid the change all 12 tests pass.",
    "`parse` is back to how it was. All 12 tests pass.",
  ])("it is a lead where that may be there again: %s", (closing) => {
    expect(closed(closing).every((confidence) => confidence <= 0.5)).toBe(true);
  });

  test.each([
    "All 12 tests are back to green.",
    "The cursor goes back to the start. All 12 tests pass.",
    "The input is restored from the cache. All 12 tests pass.",
    "I set the back colour. All 12 tests pass.",
    "Restored sessions are parsed too. All 12 tests pass.",
  ])("it is sure where nothing was put back: %s", (closing) => {
    expect(closed(closing).some((confidence) => confidence > 0.8)).toBe(true);
  });
});
