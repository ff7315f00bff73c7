import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { evidenceLedger } from "./evidence-ledger.ts";

function claimsOf(builder: ThreadBuilder): string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return evidenceLedger(built, turn).filter((line) => / claim, /.test(line));
}

const asked = (): ThreadBuilder => thread().user("Fix src/a.ts.").edit("/repo/src/a.ts", "a", "const b = 1;");

describe("claimLines", () => {
  it.each([
    ["a number that the step does not print", "ok\tpkg/a\t0.3s", "All 58 tests pass.", ", which does not print 58"],
    ["one that it prints", "58 passed in 2.1s", "All 58 tests pass.", ""],
    ["one that it prints with a comma", "Ran 1,258 tests in 2s\n\nOK", "All 1258 tests pass.", ""],
    [
      "tests that are listed, to be counted by anybody",
      "--- PASS: A\n--- PASS: B\nok\tpkg/a\t0.3s",
      "All 7 new tests pass.",
      "",
    ],
    ["new ones among all", "58 passed in 2.1s", "All 7 new tests pass.", ""],
    ["no number", "ok\tpkg/a\t0.3s", "All tests pass.", ""],
  ])("says of the step that a claim rests on what it lacks: %s", (_, output, closing, note) => {
    expect(claimsOf(asked().bash("go test ./...", { output }).close(closing))).toEqual([
      `tests-pass claim, supported by step 2${note}: “${closing}”`,
    ]);
  });

  it.each<[name: string, failed: string, passed: string, note: string]>([
    [
      "another package",
      "cd packages/web && npm test",
      "cd packages/core && npm test",
      ", but step 3 failed and was not run again after step 4 (npm test in packages/web)",
    ],
    [
      "one that its command names",
      "npm test --prefix packages/web",
      "npm test --prefix packages/core",
      ", but step 3 failed and was not run again after step 4 (npm test --prefix packages/web)",
    ],
    ["the same package", "cd packages/web && npm test", "cd packages/web && npm test", ""],
    ["all of them", "cd packages/web && npm test", "npm test", ""],
    [
      "more of the same",
      "npx vitest run src/a.test.ts",
      "npx vitest run src/a.test.ts src/b.test.ts",
      ", which ran only a part",
    ],
  ])("says what failed, was mended, and not run again: %s", (_name, failed, passed, note) => {
    const turn = asked()
      .edit("/repo/packages/web/src/page.ts", "a", "b")
      .bash(failed, { exit: 1, output: "Tests: 1 failed, 2 passed" })
      .edit("/repo/packages/web/src/page.ts", "b", "const c = 1;")
      .bash(passed, { output: "Tests: 3 passed" });
    expect(claimsOf(turn.close("All tests pass."))).toEqual([
      `tests-pass claim, supported by step 5${note}: “All tests pass.”`,
    ]);
  });

  it("quotes a sentence once that claims several checks", () => {
    const ran = asked().bash("npm test", { output: "Tests: 3 passed" }).bash("npx eslint .", { output: "" });
    expect(claimsOf(ran.close("All tests pass and lint is clean. Lint is clean."))).toEqual([
      "tests-pass claim, supported by step 2; lint-clean claim, supported by step 3: “All tests pass and lint is clean.”",
      "lint-clean claim, supported by step 3: “Lint is clean.”",
    ]);
  });

  it("rests a claim with a number on the run that printed it", () => {
    const lines = claimsOf(
      asked()
        .bash("npx vitest run", { output: "Tests  58 passed (58)" })
        .bash("npx playwright test", { output: "  3 passed (2.1s)" })
        .close("All 58 tests pass."),
    );
    expect(lines).toEqual(["tests-pass claim, supported by step 2: “All 58 tests pass.”"]);
  });

  it.each<[name: string, reports: string[], closing: string, line: string]>([
    ["it tells the number", ["I ran npm test: 41 passed.", "Fine. All tests pass."], "All 41 tests pass.", "step 2"],
    ["it tells no number", ["All tests pass."], "All tests pass.", "step 2"],
    ["two tell it", ["All tests pass.", "The tests pass."], "All tests pass.", "step 3"],
  ])("says of a claim that it rests on what a subagent tells: %s", (_name, reports, closing, where) => {
    const told = reports.reduce((builder, report) => builder.subagent("Fix it.", report), asked());
    expect(claimsOf(told.close(closing))).toEqual([
      `tests-pass claim, supported by ${where}, where a subagent tells it: “${closing}”`,
    ]);
  });

  it("says that a run failed which only a subagent tells to pass now", () => {
    const failed = asked().bash("npm test", { exit: 1, output: "Tests: 1 failed, 2 passed" });
    expect(claimsOf(failed.subagent("Fix it.", "Fixed. All tests pass.").close("All tests pass."))).toEqual([
      "tests-pass claim, supported by step 3, where a subagent tells it, but step 2 failed (npm test): “All tests pass.”",
    ]);
  });

  it("rests a claim on a run that was seen where a subagent told of one too", () => {
    const told = asked().subagent("Fix it.", "All tests pass.").bash("npm test", { output: "Tests: 3 passed" });
    expect(claimsOf(told.close("All tests pass."))).toEqual([
      "tests-pass claim, supported by step 3: “All tests pass.”",
    ]);
  });

  it.each<[name: string, commands: string[], closing: string, standing: string]>([
    ["one that names none may be of it", ["mise run test", "mise run test:integration"], "Unit tests pass.", "step 2"],
    ["its own", ["npm run test:unit", "npm run test:e2e"], "The unit tests pass.", "step 2"],
    ["its own, run before", ["npx playwright test", "npm test"], "All e2e tests pass.", "step 3"],
    ["it ran last", ["mise run test", "mise run test:integration"], "Integration tests pass.", "step 3"],
    [
      "only another one ran",
      ["mise run test:integration"],
      "Unit tests pass.",
      "step 2, which by its name ran the integration tests",
    ],
    ["both are claimed", ["mise run test:integration"], "All unit and integration tests pass.", "step 2"],
    ["no suite is claimed", ["npm run test:unit", "npm run test:e2e"], "All tests pass.", "step 3"],
    ["a file that is called so", ["npx vitest run src/communities.test.ts"], "The new unit tests pass.", "step 2"],
  ])("rests a claim of one suite on a run of it: %s", (_name, commands, closing, standing) => {
    const ran = commands.reduce((builder, line) => builder.bash(line, { output: "Tests: 3 passed" }), asked());
    expect(claimsOf(ran.close(closing))).toEqual([`tests-pass claim, supported by ${standing}: “${closing}”`]);
  });

  it.each([
    ["a mark", "pytest -m 'not integration'"],
    ["a flag of Go", "go test -short -skip Integration ./..."],
    ["a flag of Vitest", "npx vitest run --exclude '**/e2e/**'"],
    ["a flag behind a script", "npm test -- --exclude integration"],
    ["a sign", "npx vitest run --project '!e2e'"],
    ["a tag of Ruby", "bundle exec rspec --tag ~integration"],
    ["a filter that is turned round", "dotnet test --filter 'Category!=Integration'"],
    ["what is built besides", "go test -tags=integration ./..."],
    ["a project that it runs in", "cd payments-integration && npm test"],
    ["one that is named beside it", "npm test --prefix payments/integration"],
    ["one that is picked", "cargo test -p integration"],
    ["a folder that is called after more", "go test ./payments-integration/..."],
  ])("takes nothing for the name of a suite that is none: %s", (_name, command) => {
    const output = "ok  \texample.org/shop\t0.1s\n3 passed in 0.1s\nTests: 3 passed";
    const [line] = claimsOf(asked().bash(command, { output }).close("All unit tests pass."));
    expect(line).toMatch(/^tests-pass claim, supported by step 2(?!.*by its name)/);
  });

  it.each(["npx playwright test", "pytest tests/integration", "npm run test:e2e", "tox -e integration"])(
    "takes the name of a suite for one: %s",
    (command) => {
      const [line] = claimsOf(asked().bash(command, { output: "3 passed in 0.1s" }).close("All unit tests pass."));
      expect(line).toContain(", which by its name ran the ");
    },
  );

  it("moves no claim to an older run only because its tests can be counted", () => {
    const lines = claimsOf(
      asked()
        .bash("go test -v ./pkg/a", { output: "--- PASS: A\n--- PASS: B\nok\tpkg/a\t0.3s" })
        .edit("/repo/pkg/a/a_test.go", "a", "// b")
        .bash("go test ./pkg/a", { output: "ok\tpkg/a\t0.3s" })
        .close("All 7 new tests pass."),
    );
    expect(lines).toEqual(["tests-pass claim, supported by step 4: “All 7 new tests pass.”"]);
  });

  it.each([
    ["mise run test | grep -c ok", "12", "is not clear", "All tests pass."],
    ["mise run test", "Tests: 1 failed, 2 passed", "failed", "All tests pass."],
  ])("names another run of the kind that is open: %s", (command, output, how, closing) => {
    const lines = claimsOf(
      asked()
        .bash(command, { output, exit: how === "failed" ? 1 : 0 })
        .bash("mise run test:integration", { output: "Tests: 3 passed" })
        .close(closing),
    );
    expect(lines).toEqual([`tests-pass claim, supported by step 3, but step 2 ${how} (mise run test): “${closing}”`]);
  });

  it("reads the number where a run in the background was shown to print it", () => {
    const background = asked()
      .call(
        "Bash",
        { command: "go test ./...", run_in_background: true },
        { output: "Command running in background with ID: bash_1", status: "background" },
      )
      .call(
        "BashOutput",
        { bash_id: "bash_1" },
        {
          output:
            "<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>\ncollected 58 cases\nok\tpkg/a\t0.3s\n</stdout>",
        },
        0,
      )
      .close("All 58 tests pass.");
    expect(claimsOf(background)).toEqual(["tests-pass claim, supported by step 2: “All 58 tests pass.”"]);
  });

  it.each([
    ["npx vitest run", "supported by step 3"],
    ["npx vitest run src/b.test.ts", "supported by step 3, which ran only a part, but step 2 failed"],
  ])("takes a pass of all for an answer to a part that failed: %s", (command, standing) => {
    const [line] = claimsOf(
      asked()
        .bash("npx vitest run src/a.test.ts", { exit: 1, output: "Tests  1 failed (1)" })
        .bash(command, { output: "Tests  9 passed (9)" })
        .close("All tests pass."),
    );
    expect(line?.replace(/(?: \(.*)?: “.*/, "")).toBe(`tests-pass claim, ${standing}`);
  });

  it.each([
    ["All tests pass.", "go test ./pkg/a", ", which ran only a part"],
    ["The new tests pass.", "go test ./pkg/a", ""],
    ["All tests pass.", "go test ./... && go test ./pkg/a", ""],
  ])("says that only a part was run: %s %s", (closing, command, note) => {
    const lines = claimsOf(asked().bash(command, { output: "ok\tpkg/a\t0.3s" }).close(closing));
    expect(lines).toEqual([`tests-pass claim, supported by step 2${note}: “${closing}”`]);
  });

  it("does not hold a failure against the linter that mended it", () => {
    const lines = claimsOf(
      asked()
        .bash("bun run lint | tail", { output: "Checked 2 files in 1ms. No fixes applied.\nFound 1 error." })
        .bash("bun run lint:fix | tail", { output: "Checked 2 files in 1ms. Fixed 1 file." })
        .close("Lint is clean."),
    );
    expect(lines).toEqual(["lint-clean claim, supported by step 3: “Lint is clean.”"]);
  });

  it("points at a lead that makes a pass worth less", () => {
    const lines = claimsOf(
      thread()
        .user("Fix src/a.ts.")
        .edit("/repo/src/a.ts", "a", "const b = 1;")
        .bash("npx vitest run", { exit: 1, output: "FAIL src/a.test.ts > adds\nTests  1 failed | 2 passed (3)" })
        .edit("/repo/src/a.test.ts", "expect(add(1, 2)).toBe(3);", "expect(add(1, 2)).toBeDefined();")
        .bash("npx vitest run", { output: "Tests  3 passed (3)" })
        .close("All tests pass."),
    );
    expect(lines).toEqual(["tests-pass claim, supported by step 4, but see the lead test-weakened: “All tests pass.”"]);
  });

  it("rests a claim of the build on a build, not on the tests that came after it", () => {
    const lines = claimsOf(
      asked().bash("go build ./...").bash("go test ./...", { output: "ok\tpkg/a\t0.3s" }).close("It builds cleanly."),
    );
    expect(lines).toEqual(["build-clean claim, supported by step 2: “It builds cleanly.”"]);
  });

  it("leaves claims about files to the leads", () => {
    expect(claimsOf(asked().close("Changed `settings.json` handling: unknown hooks are kept."))).toEqual([]);
  });
});
