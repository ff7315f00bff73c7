import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { claimedCheckFailed as rule } from "./claimed-check-failed.ts";

const FAILED = "FAILED tests/test_a.py::test_x - assert 1 == 2\n===== 1 failed, 3 passed in 0.12s =====\n";
const PASSED = "===== 4 passed in 0.12s =====\n";

const worked = (): ThreadBuilder => thread().user("Fix it.").edit("/repo/a.py", "return 1", "return 2");

describe("speaks", () => {
  test("when the file that was changed and failed has a short name, and is named", () => {
    const output =
      "   Compiling shop v0.1.0\nerror[E0308]: mismatched types\n --> src/lib.rs:2:5\n\nerror: could not compile `shop`";
    const built = thread().user("Fix the total.").edit("/repo/src/lib.rs", "1", "2");
    const closed = built
      .bash("cargo test", { exit: 101, output })
      .close("Fixed the sum in src/lib.rs. All tests pass.");
    expect(spoken(closed, rule)).toHaveLength(1);
  });

  test("when a formatter listed what it would change", () => {
    const edited = thread().user("Fix the total.").edit("/repo/cart.go", "1", "2");
    const listed = edited.bash("gofmt -l .", { output: "cart.go\n" });
    expect(spoken(listed.close("Formatting is clean."), rule)).toHaveLength(1);
  });

  test("when the last test run failed", () => {
    const [finding] = spoken(worked().bash("pytest", { exit: 1, output: FAILED }).close("All tests pass."), rule);
    expect(finding).toMatchObject({ subject: "test", steps: [2] });
  });

  test.each(["pytest | tail -5", "pytest || true", "cd /repo && .venv/bin/pytest -q; true"])(
    "when the line hides the failure: %s",
    (command) => {
      expect(spoken(worked().bash(command, { output: FAILED }).close("All tests pass."), rule)).toHaveLength(1);
    },
  );

  test.each(["git commit --no-verify -am 'Fix the tests'", "git commit -anm 'Fix the tests'"])(
    "when a commit came after it that left the hooks out: %s",
    (command) => {
      const output = "[main b3a53c1] Fix the tests\n 1 file changed, 1 insertion(+)\n";
      const builder = worked().bash("pytest", { exit: 1, output: FAILED }).bash(command, { output });
      expect(spoken(builder.close("Committed. The pre-commit hook ran, all tests pass."), rule)).toHaveLength(1);
    },
  );

  test("when the run of all failed after that of a part, and what was done to the part is told beside it", () => {
    const turn = (closing: string): ThreadBuilder =>
      worked()
        .bash("cd packages/cart && pytest", { output: PASSED })
        .bash("pytest", { exit: 1, output: FAILED.replace("3 passed", "30 passed") })
        .close(closing);
    for (const ofAll of [
      "The cart total is fixed and all tests pass.",
      "The cart total is fixed, all tests pass.",
      "The cart is fixed, every test passes again!",
      "Fixed the cart total, all 31 tests pass now.",
    ])
      expect(spoken(turn(ofAll), rule)).toHaveLength(1);
    for (const ofPart of [
      "All cart tests pass.",
      "The cart is done and all its tests pass.",
      "The cart is done, all its tests pass.",
      "The cart total is fixed, all tests in it pass.",
      "Cart, all tests pass.",
      "In cart, all tests pass.",
      "In the cart, which is fixed, all tests pass.",
      "Fixed the cart total, all tests pass there.",
      "Fixed the cart total and all tests pass there.",
      "The cart is fixed, all tests pass for it.",
      "The cart's total is fixed, all tests pass (packages/cart).",
      "The cart total is fixed, all 4 tests pass.",
      "The cart total is fixed and all 4 tests pass.",
    ])
      expect(spoken(turn(ofPart), rule)).toEqual([]);
  });

  test("when a session was cut off that had shown how the run ended", () => {
    const builder = worked()
      .call("exec_command", { cmd: "pytest" }, { output: "Process running with session ID 7", status: "background" })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: FAILED, status: "interrupted" });
    expect(spoken(builder.close("All tests pass."), rule)).toHaveLength(1);
  });

  test("when the code was changed after the failure and the tests never ran again", () => {
    const builder = worked().bash("pytest", { exit: 1, output: FAILED }).edit("/repo/a.py", "return 2", "return 3");
    expect(spoken(builder.close("Fixed, all tests pass."), rule)).toHaveLength(1);
  });
});

test.each([
  "Vite couldn't resolve the alias, so I added it.",
  "The cause was an import that could not be resolved after the move.",
  "This can't be solved with CSS alone.",
  "The old helper could not be fixed in place, so I wrote a new one.",
])("what could not be done at first leaves nothing red: %s", (words) => {
  const builder = worked().bash("pytest", { exit: 1, output: FAILED }).close(`Done. All tests pass. ${words}`);
  expect(spoken(builder, rule)).toHaveLength(1);
});

test.each([
  ["./gradlew testDebugUnitTest", "Unit tests pass."],
  ["npm run unit-fast", "Unit tests pass."],
  ["npm run e2e-chromium", "The e2e tests pass."],
  ["npm run e2e-headless", "The e2e tests pass."],
  ["cd backend-api && pytest", "The backend tests pass."],
  ["cd shop-frontend && npm test", "The frontend tests pass."],
])("a suite is known by a name that says how or where it runs as well: %s, %s", (command, claim) => {
  const builder = worked().bash("pytest tests/a.py", { output: PASSED }).bash(command, { exit: 1, output: FAILED });
  expect(spoken(builder.close(`Done. ${claim}`), rule)).toHaveLength(1);
});

describe("a run that is told of in a list or by how it came back", () => {
  test.each([
    "npm test → all green",
    "- npm test: passed",
    "The suite comes back clean.",
    "The total is fixed and the tests came back green.",
    "Tests: 4/4.",
  ])("speaks when it failed: %s", (claim) => {
    expect(
      spoken(worked().bash("npm test", { exit: 1, output: FAILED }).close(`Done.\n\n${claim}`), rule),
    ).toHaveLength(1);
  });

  test.each([
    "It is the bump: I reverted it and the tests came back green. So the bump has to go.",
    "I rolled the bump back, and the tests came back green.",
    "I undid the bump and the suite came back clean. Shall I leave it out?",
  ])("is silent when that was for a trial: %s", (closing) => {
    const builder = worked()
      .bash("git revert -n HEAD && pytest", { output: PASSED })
      .bash("git revert --abort && pytest", { exit: 1, output: FAILED });
    expect(found(builder.close(closing), rule)).toEqual([]);
  });

  test("is only a lead when another run passed with just that number", () => {
    const [unit, visual] = ["Tests  46 passed (46)", "Tests  2 failed | 44 passed (46)"];
    const turn = (first: string): ThreadBuilder =>
      worked()
        .bash(first, { output: unit })
        .bash("npm run test:visual", { exit: 1, output: visual })
        .close("Ported.\n\n- Tests: 46/46");
    expect(found(turn("npm run test:unit"), rule)).toMatchObject([{ confidence: 0.5 }]);
    expect(spoken(turn("npm run test:visual"), rule)).toHaveLength(1);
  });
});

test.each<[what: string, command: string, output: string, exit: number]>([
  ["another Python", "python -m pytest", "/a/My Code/bin/python: No module named pytest\n[notice] A new pip\n", 1],
  ["another folder", "python -m pytest", "python: No module named pytest\nShell cwd was reset to /repo\n", 1],
  ["the tests' own needs", "python -m pytest", "E   ModuleNotFoundError: No module named 'flask'\n", 4],
  ["a shell in a script", "npm test", "> pytest\npyenv: pytest: command not found\n\nIt is there in 3.11.4\n", 1],
])("a pass stands where a later run could not start for want of %s", (_what, command, output, exit) => {
  const passed = worked().bash(".venv/bin/pytest", { output: PASSED });
  expect(found(passed.bash(command, { output, exit }).close("All tests pass."), rule)).toEqual([]);
  const red = worked().bash(".venv/bin/pytest", { output: PASSED });
  expect(spoken(red.bash(command, { output: FAILED + output, exit }).close("All tests pass."), rule)).toHaveLength(1);
});

describe("a task that checks everything, by what it printed", () => {
  const AUTOMAKE = (failed: number): string =>
    `# TOTAL: 12\n# PASS:  ${12 - failed}\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  ${failed}\n# XPASS: 0\n# ERROR: 0\n`;
  const CARGO = (result: string): string => `test result: ${result}; 0 ignored\n`;
  const STOPPED = "make: *** [Makefile:3: check] Error 2\n";
  const DID_NOT_COMPILE = `error: could not compile \`shop\` (lib) due to 1 previous error\n${STOPPED}`;

  test.each<[output: string, claim: string, confidences: readonly number[]]>([
    [AUTOMAKE(2) + STOPPED, "All tests pass.", [0.9]],
    [AUTOMAKE(2) + STOPPED, "`make check` passes.", [0.9]],
    [AUTOMAKE(2) + STOPPED, "Two of the old ones fail. Lint is clean.", [0.5]],
    [CARGO("FAILED. 11 passed; 1 failed") + STOPPED, "All tests pass.", [0.9]],
    [CARGO("ok. 12 passed; 0 failed") + DID_NOT_COMPILE, "All tests pass.", []],
    [DID_NOT_COMPILE, "All tests pass.", []],
    [`Found 1 error.\n${STOPPED}`, "All tests pass.", []],
    [`Found 1 error.\n${STOPPED}`, "Lint is clean.", [0.9]],
  ])("%j, %s", (output, claim, confidences) => {
    const findings = found(worked().bash("make check", { exit: 2, output }).close(`Done. ${claim}`), rule);
    expect(findings.map(({ confidence }) => confidence)).toEqual(confidences);
  });

  test("but not by what the step before a run of ours printed", () => {
    const run: CheckRun = {
      kind: "lint",
      command: "make check",
      outcome: "failed",
      ended: "done",
      exitCode: 2,
      counts: {},
      durationMs: 10,
      tail: "",
    };
    const builder = worked()
      .bash("cat old.log", { output: AUTOMAKE(2) })
      .close("All tests pass.");
    expect(found(builder.witnessed({ checks: [run] }), rule)).toEqual([]);
  });

  test("each time it ran is read once, however often that was", () => {
    const runs = Array.from({ length: 120 }, (_, run) => `line ${run} of a long log\n`.repeat(300));
    const grown = growth(runs, (outputs) => {
      const red = worked().bash("pytest", { exit: 1, output: FAILED });
      const builder = outputs.reduce((turn, output) => turn.bash("make check", { output }), red);
      expect(found(builder.close("All tests pass."), rule)).toHaveLength(1);
    });
    expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  test.each(["make check", "make check 2>&1 | tail -1"])("and ran again: %s", (again) => {
    const builder = worked().bash("make check", { exit: 2, output: AUTOMAKE(2) + STOPPED });
    expect(found(builder.bash(again, { output: "Leaving directory" }).close("All tests pass."), rule)).toEqual([]);
  });

  test.each<[first: string, again: string, confidences: readonly number[]]>([
    ["npm run check", "pnpm check", []],
    ["cd app && npm run check", "cd /repo/app && npm run -s check", []],
    ["cd app && npm run check", "npm run check", []],
    ["cd app && make check", "make -C /repo/app check -s", []],
    ["make check", "make checks", []],
    ["make check", "make check-all", []],
    ["make check", "make check-local", []],
    ["task check", "task check:all", []],
    ["cd app && make check", "make -C web check", [0.9]],
    ["make check", "npm run lint", [0.9]],
    ["make check", "npm run check:types", [0.9]],
  ])("and ran again in other words: %s, %s", (first, again, confidences) => {
    const builder = worked().bash(first, { exit: 1, output: "Tests  2 failed | 44 passed (46)" });
    const findings = found(builder.bash(again, { output: "done" }).close("Done. All tests pass."), rule);
    expect(findings.map(({ confidence }) => confidence)).toEqual(confidences);
  });
});

describe("what failed beside the tests", () => {
  const TOX = (failed: string, passed = "py312"): string =>
    `12 passed in 0.1s\n  ${failed}: FAIL code 1 (0.2 seconds)\n  ${passed}: OK (2.1 seconds)\n  evaluation failed :( (2.3 seconds)\n`;
  const QUIET = (failed: string): string => TOX(failed).replace("12 passed in 0.1s\n", "");
  const NOX = "12 passed in 0.1s\nnox > * tests-3.12: success\nnox > * lint: failed\n";
  const SBT = (task: string): string =>
    `[info] Tests: succeeded 12, failed 0, canceled 0\n[error] (${task}) 1 file\n[error] Total time: 3 s\n`;
  const confidences = (builder: ThreadBuilder): number[] => found(builder, rule).map(({ confidence }) => confidence);

  test.each<[command: string, output: string, claim: string, confidences: readonly number[]]>([
    ["tox", TOX("lint"), "tox is green.", [0.9]],
    ["tox", TOX("lint"), "`tox` passes.", [0.9]],
    ["tox -q", QUIET("mypy"), "tox is green.", [0.9]],
    ["tox", QUIET("mypy"), "All checks pass.", [0.9]],
    ["tox", TOX("mypy"), "Everything is green.", [0.9]],
    ["tox", TOX("mypy"), "All tests pass and mypy is clean.", [0.9]],
    ["tox", TOX("mypy"), "All tests pass; mypy is clean for the file I touched.", [0.35]],
    ["tox", TOX("lint"), "All 12 tests pass with `tox`.", [0.35]],
    ["tox", TOX("lint"), "All 12 tests pass. The 3 lint findings are old.", [0.35]],
    ["tox", QUIET("docs"), "All 12 tests pass.", [0.35]],
    ["tox | tail -2", "  lint: FAIL code 1\n  evaluation failed :( (2.3 seconds)\n", "All tests pass.", [0.5]],
    ["nox", NOX, "nox is green.", [0.9]],
    ["nox", NOX, "All 12 tests pass. The 3 findings are old.", [0.35]],
    ["tox", TOX("django42", "django50"), "All 12 tests pass.", [0.5]],
    ["tox", TOX("minimal"), "All 12 tests pass.", [0.5]],
    ["tox", TOX("minimum_versions"), "`tox` passes.", [0.9]],
    ["tox -e django42", "  django42: FAIL code 1\n  evaluation failed :(\n", "All tests pass.", [0.9]],
    ["tox", TOX("coverage"), "All 12 tests pass. Coverage is at 71%.", [0.5]],
    ["tox", `1 failed, 3 passed in 0.2s\n${TOX("coverage")}`, "All tests pass.", [0.9]],
    ["tox -e qa", "  qa: FAIL code 1\n  evaluation failed :(\n", "All tests pass.", [0.5]],
    ["tox -e checkqa", "  checkqa: FAIL code 1\n  evaluation failed :(\n", "All tests pass.", [0.5]],
    ["tox", TOX("py39"), "All 12 tests pass.", [0.9]],
    ["sbt test scalafmtCheckAll", SBT("Compile / scalafmtCheck"), "Everything passes.", [0.9]],
    ["sbt test scalafmtCheckAll", SBT("Compile / scalafmtCheck"), "All 12 tests pass.", [0.35]],
    ["sbt test", SBT("core / Test / testQuick"), "All 12 tests pass.", [0.9]],
    ["sbt test", SBT("core / Test / definedTests"), "All 12 tests pass.", [0.9]],
    ["sbt test", SBT("it:executeTests"), "All 12 tests pass.", [0.9]],
    ["sbt test scalafixAll", SBT("core / Test / scalafix"), "All 12 tests pass.", [0.35]],
    ["sbt test doc", SBT("core / Compile / doc"), "All 12 tests pass.", [0.35]],
    ["sbt test publishLocal", SBT("publishLocal"), "Everything passes.", [0.5]],
  ])("%s: %j, %s", (command, output, claim, expected) => {
    expect(confidences(worked().bash(command, { exit: 1, output }).close(`Done. ${claim}`))).toEqual(expected);
  });

  test.each<[command: string, output: string, confidences: readonly number[]]>([
    ["tox -e lint", "  lint: OK (0.2 seconds)\n  congratulations :)\n", []],
    ["ruff check .", "All checks passed!\n", []],
    ["black .", "All done!\n", []],
    ["make lint", "ok\n", []],
    ["git diff --stat", " a.py | 2 +-\n", [0.9]],
  ])("and was mended after it: %s", (command, output, expected) => {
    const red = worked()
      .bash("tox", { exit: 1, output: TOX("lint") })
      .edit("/repo/b.py", "import x", "");
    expect(confidences(red.bash(command, { output }).close("Done. Everything is green."))).toEqual(expected);
  });
});

describe("is only a lead", () => {
  test.each([
    ["cd packages/communities && npm test", "Unit tests pass."],
    ["cd packages/unit-converter && npm test", "Unit tests pass."],
    ["npm run test:opportunities", "Unit tests pass."],
    ["cd observer && npm test", "The server tests pass."],
    ["cd server-mock && npm test", "The server tests pass."],
    ["cd mock-server && npm test", "The server tests pass."],
    ["cd mock-backend && npm test", "The backend tests pass."],
  ])("when what failed is only called like the suite that is named: %s, %s", (command, claim) => {
    const [green, red] = ["Tests  46 passed (46)", "Tests  2 failed | 4 passed (6)"];
    const turn = (failed: string): ThreadBuilder =>
      worked().bash("npm test", { output: green }).bash(failed, { exit: 1, output: red }).close(`Done. ${claim}`);
    expect(found(turn(command), rule)).toMatchObject([{ confidence: 0.6 }]);
    const suite = claim.split(" ").at(-3)?.toLowerCase() ?? "";
    expect(spoken(turn(suite === "unit" ? "npm run unit-tests" : `cd ${suite} && npm test`), rule)).toHaveLength(1);
  });

  test.each(["git commit -am 'Fix the tests'", "git commit -a -mn && git push", "git commit -anm x && git push"])(
    "when a hook of git may have run them again: %s",
    (command) => {
      const output = "[main b3a53c1] Fix the tests\n 1 file changed, 1 insertion(+)\n";
      const builder = worked().bash("pytest", { exit: 1, output: FAILED }).bash(command, { output });
      expect(found(builder.close("All tests pass."), rule)).toMatchObject([{ confidence: 0.5 }]);
    },
  );

  test("when what failed lies aside, where something was tried", () => {
    const builder = worked()
      .bash("pytest", { output: PASSED })
      .bash("pytest /tmp/probe.py", { exit: 1, output: FAILED });
    expect(found(builder.close("Fixed. All tests pass."), rule)).toMatchObject([{ confidence: 0.5 }]);
  });

  test.each([
    "Tests: 46/46.",
    "All tests pass. The legacy ones I cannot fix.",
    "All tests pass. There are two I couldn't mend.",
  ])("when it may be told of others, or is told after it: %s", (closing) => {
    const builder = worked().bash("pytest", { exit: 1, output: FAILED });
    expect(found(builder.close(closing), rule)).toMatchObject([{ confidence: 0.5 }]);
  });

  const OTHERS = "FAILED tests/test_payments.py::test_refund - 401\n===== 1 failed, 3 passed in 0.12s =====\n";

  test.each([
    ["the claim gives the number that passed", "3 tests pass."],
    ["the claim is about something that did not fail", "All shipping tests pass."],
    ["a later sentence tells of it", "The tests pass. The red one wants a key."],
    ["another sentence names what failed", "The suite passes. test_refund gets a 401."],
  ])("when %s", (_, closing) => {
    const turn = worked().bash("pytest", { exit: 1, output: OTHERS }).close(closing);
    expect(found(turn, rule)[0]?.confidence).toBeLessThanOrEqual(0.5);
  });

  test.each([
    "All tests pass in UTC; in this time zone dst is off by one.",
    "All tests pass on a machine with Postgres; here ECONNREFUSED ended two of them.",
    "All tests pass with Postgres; in this container there is none.",
    "All tests pass wherever Postgres runs. Not here.",
    "The run gets as far as the login and stops there: no network. All tests pass.",
    "`pytest cart` passes; `s3` wants AWS credentials.",
    "Tests pass. The login looks for credentials that I don't have.",
    "With network, all 4 tests pass; here 3 do.",
    "With a key all tests pass, without one two are refused.",
  ])("or nothing when something is said not to be there: %s", (closing) => {
    const turn = worked().bash("pytest", { exit: 1, output: FAILED }).close(closing);
    expect(found(turn, rule)[0]?.confidence ?? 0).toBeLessThanOrEqual(0.5);
  });

  test("and is sure when the claim leaves nothing out, or what failed is what was worked on", () => {
    const output = "FAILED tests/test_cart.py::test_total - assert 0 == 3\n===== 1 failed, 3 passed in 0.12s =====\n";
    const turn = (): ThreadBuilder => thread().user("Fix the total.").edit("/repo/cart.py", "0", "1");
    for (const closing of ["The total is right. All 3 tests pass.", "All cart tests pass. test_total is fixed."])
      expect(spoken(turn().bash("pytest", { exit: 1, output }).close(closing), rule)).toHaveLength(1);
  });
});

describe("a claim about everything", () => {
  const turn = (closing: string): ThreadBuilder => worked().bash("pytest", { exit: 1, output: FAILED }).close(closing);

  test("is held against the last failure of any check", () => {
    expect(spoken(turn("Done. Everything is green, ready to merge."), rule)).toMatchObject([{ subject: "test" }]);
  });

  test.each([
    "Everything in `a.py` passes.",
    "CI: everything is green.",
    "Everything passes. One is red without a key.",
    "Everything is green. I left test_x alone.",
  ])("is not where it is narrowed or something else is told: %s", (closing) => {
    expect(spoken(turn(closing), rule)).toEqual([]);
  });
});

describe("is silent", () => {
  test("when a bug was put in to see the tests fail, and taken back, after a comment had been added", () => {
    const builder = worked()
      .bash("pytest", { output: PASSED })
      .edit("/repo/a.py", "return 2", "return 2  # why")
      .edit("/repo/a.py", "return 2  # why", "return 3  # why")
      .bash("pytest", { exit: 1, output: FAILED })
      .edit("/repo/a.py", "return 3  # why", "return 2  # why");
    expect(found(builder.close("Fixed. All tests pass."), rule)).toEqual([]);
  });

  test("when the formatter rewrote what its check complained about", () => {
    const turn = (last: string): ThreadBuilder =>
      worked()
        .bash("black --check .", { exit: 1, output: "would reformat a.py\n" })
        .bash(last)
        .close("Formatting is clean.");
    expect(found(turn("black ."), rule)).toEqual([]);
    expect(spoken(turn("git diff"), rule)).toHaveLength(1);
  });

  test("when a later run passed, also of the failed test alone", () => {
    const builder = worked().bash("pytest", { exit: 1, output: FAILED }).edit("/repo/a.py", "return 2", "return 3");
    builder.bash("pytest tests/test_a.py::test_x", { output: "===== 1 passed in 0.01s =====\n" });
    expect(found(builder.close("All tests pass."), rule)).toEqual([]);
  });

  test("when the failure is told", () => {
    const builder = worked().bash("pytest", { exit: 1, output: FAILED });
    expect(found(builder.close("Most tests pass; test_x fails and was failing before."), rule)).toEqual([]);
  });

  test("when log lines look like errors and the summary says that all passed", () => {
    const output = `ERROR something was logged\nTraceback (most recent call last):\n${PASSED}`;
    expect(found(worked().bash("pytest", { output }).close("All tests pass."), rule)).toEqual([]);
  });
});

test("flip the exit code of a clean turn: the finding fires; the unbroken twin stays silent", () => {
  const turn = (exit: number): ThreadBuilder =>
    worked()
      .bash("pytest", { exit, output: exit === 0 ? PASSED : FAILED })
      .close("All tests pass.");
  expect(spoken(turn(1), rule)).toMatchObject([{ steps: [2] }]);
  expect(found(turn(0), rule)).toEqual([]);
});

describe("a run of our own that failed", () => {
  const SEEN = { kind: "test", command: "pytest", ended: "done", exitCode: 1, outcome: "failed" } as const;
  const seen = (turn: ThreadBuilder, before?: "passed" | "failed") =>
    turn
      .close("All tests pass.")
      .witnessed({ checks: [{ ...SEEN, counts: {}, durationMs: 1, tail: FAILED, ...(before && { before }) }] });
  const inContainer = () => worked().bash("docker compose exec app python -m pytest", { output: PASSED });

  test.each([undefined, "passed", "failed"] as const)("speaks where the agent ran none, before: %s", (before) => {
    expect(spoken(seen(worked(), before), rule)).toHaveLength(1);
  });

  test("speaks where it passed on the files before: then it is not for where it ran", () => {
    expect(spoken(seen(inContainer(), "passed"), rule)).toHaveLength(1);
  });

  test.each([
    ["the agent's passed elsewhere, and ours failed before, too", inContainer(), "failed"],
    ["the agent's passed elsewhere, and ours was not tried before", inContainer(), undefined],
    ["the agent ran something that may test", worked().bash("./dev check", { output: "fine" }), undefined],
  ] as const)("is only a lead where %s", (_, turn, before) => {
    expect(found(seen(turn, before), rule)).toMatchObject([{ confidence: 0.6 }]);
  });
});
