import { describe, expect, test } from "vitest";
import { readClaims } from "./claims.ts";
import type { ClaimType } from "../language/language.ts";
import { ENGLISH } from "../language/english.ts";
import { readProse } from "../language/prose.ts";

const types = (text: string): ClaimType[] => readClaims(readProse(text), ENGLISH).map((claim) => claim.type);
const checks = (text: string): ClaimType[] => types(text).filter((type) => /pass|clean/.test(type));

describe("claims about checks", () => {
  test.each<[string, ClaimType[]]>([
    ["All tests pass.", ["tests-pass"]],
    ["All 1,309 tests pass and lint is clean.", ["tests-pass", "lint-clean"]],
    ["Tests: 1274 pass, 0 fail.", ["tests-pass"]],
    ["The test suite is green.", ["tests-pass"]],
    ["No failing tests remain.", ["tests-pass"]],
    ["Zero failures across the 46 tests.", ["tests-pass"]],
    ["There are no more failing tests.", ["tests-pass"]],
    ["✅ All tests pass", ["tests-pass"]],
    ["- Unit tests: all pass", ["tests-pass"]],
    ["| Tests | ✅ |", ["tests-pass"]],
    ["The failing test now passes.", ["tests-pass"]],
    ["npm test → all green", ["tests-pass"]],
    ["- pnpm test -> passed", ["tests-pass"]],
    ["I ran go test → all green.", ["tests-pass"]],
    ["Tests: 46/46.", ["tests-pass"]],
    ["- Unit tests: 30/30\n- Tests: 46/46", ["tests-pass", "tests-pass"]],
    ["The suite comes back clean.", ["tests-pass"]],
    ["The rounding is fixed and the full test suite came back green.", ["tests-pass"]],
    ["Everything passes.", ["checks-pass"]],
    ["All checks pass.", ["checks-pass"]],
    ["Lint: 0 issues", ["lint-clean"]],
    ["Type checking passes without errors.", ["types-clean"]],
    ["The build succeeds.", ["build-clean"]],
    ["The build completes successfully.", ["build-clean"]],
    ["I ran the tests and they all pass.", ["tests-pass"]],
    ["I've run the full test suite and everything passes (412 tests).", ["tests-pass", "checks-pass"]],
    ["Tests passed: 12/12", ["tests-pass"]],
    ["pytest: 12 passed", ["tests-pass"]],
    ["TypeScript compiles cleanly.", ["types-clean", "build-clean"]],
    ["No TypeScript errors.", ["types-clean"]],
    ["Types check.", ["types-clean"]],
    ["- All types check out", ["types-clean"]],
    ["ESLint reports no issues.", ["lint-clean"]],
    ["CI is green.", ["checks-pass"]],
    ["The project now compiles.", ["build-clean"]],
    ["| pytest | ✅ passed |", ["tests-pass"]],
    ["- vitest: all passing", ["tests-pass"]],
    ["Build: success", ["build-clean"]],
    ["- Lint: ✅ OK", ["lint-clean"]],
    ["Type check, lint, and all 42 tests pass.", ["tests-pass", "lint-clean", "types-clean"]],
    ["Ruff was run over src and tests: no issues.", ["lint-clean"]],
    ["mypy is clean, and so are the tests.", ["types-clean"]],
    ["0 lint issues, all tests pass.", ["tests-pass", "lint-clean"]],
    ["The suite's green again.", ["tests-pass"]],
    ["Everything's green.", ["checks-pass"]],
    ["All gates pass.", ["checks-pass"]],
    ["Test results: all green (42 of them).", ["tests-pass"]],
    ["## Acceptance criteria\n- [x] All tests pass\n- [ ] Deployed", ["tests-pass"]],
    ["ESLint reports no errors and all tests pass.", ["tests-pass", "lint-clean"]],
    ["I narrowed the return type, adapted the callers, and all tests pass.", ["tests-pass"]],
    ["ESLint was raised to 9 and all tests pass.", ["tests-pass"]],
    ["The formatter runs on save and the tests pass.", ["tests-pass"]],
    ["Fixed the type errors and all tests pass.", ["tests-pass"]],
    ["Cleaned up the lint errors and made sure the build passes.", ["build-clean"]],
    ["The final run confirms that all tests pass.", ["tests-pass"]],
    ["I can confirm all tests pass.", ["tests-pass"]],
    ["| Gate | Result |\n|---|---|\n| Tests | all pass |", ["tests-pass"]],
    ["With the stale mock removed, all tests pass.", ["tests-pass"]],
    ["Before committing I ran the checks:\n- All tests pass", ["tests-pass"]],
    ["The test suite runs clean.", ["tests-pass"]],
    ["All tests run successfully.", ["tests-pass"]],
    ["Test suite: 46/46 green.", ["tests-pass"]],
    ["The suite comes back green: 46/46.", ["tests-pass"]],
    ["Ran the test suite: everything green.", ["tests-pass"]],
    ["All existing tests continue to pass without modification.", ["tests-pass"]],
    ["No tests are failing.", ["tests-pass"]],
    ["Tests, lint and build all pass.", ["tests-pass", "lint-clean", "build-clean"]],
    ["All checks green.", ["checks-pass"]],
    ["The cart sums; all existing tests still continue to pass.", ["tests-pass"]],
    ["The cart sums and all existing tests continue to pass.", ["tests-pass"]],
    ["- The cart sums\n- All existing tests continue to pass", ["tests-pass"]],
    ["Goals met:\n- All tests pass", ["tests-pass"]],
    ["All tests pass – ready for you to check.", ["tests-pass"]],
    ["Fixed the import, so all tests pass.", ["tests-pass"]],
    ["It now sums the cart, and all existing tests pass.", ["tests-pass"]],
    ["All requirements are in. All tests pass.", ["tests-pass"]],
    ["Tests and linter are happy.", ["tests-pass", "lint-clean"]],
    ["Unit, integration and lint runs are all green.", ["tests-pass", "lint-clean"]],
    ["Lint and tests both finish without findings.", ["tests-pass", "lint-clean"]],
    ["The linter has no complaints and every test passes.", ["tests-pass", "lint-clean"]],
    ["On the automated side nothing is left: unit tests and the linter all succeed.", ["tests-pass", "lint-clean"]],
    ["The code as it stands passes unit tests, integration tests and lint.", ["tests-pass", "lint-clean"]],
    ["I re-ran the unit and integration tests, and both came back fully green.", ["tests-pass"]],
    ["Linting passes and no test fails.", ["tests-pass", "lint-clean"]],
    ["No test in the repository fails.", ["tests-pass"]],
    [
      "The full test suite comes back green and biome has nothing left to complain about.",
      ["tests-pass", "lint-clean"],
    ],
  ])("%s", (text, expected) => {
    expect(checks(text).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    "Tests and linter should be happy.",
    "Once unit tests and lint are clean, merge it.",
    "Tests and lint are still to be run.",
    "Unit and integration tests were not run.",
    "Split it so that tests and lint pass again.",
    "The build passes test names to the runner.",
    "The branch passes integration settings through.",
    "I ran the suite, and it is red.",
    "I ran the tests, and all but one came back green.",
    "Please see that unit, integration and lint runs are all green.",
    "If no test fails, publish it.",
    "The tree view and the tests are in order of size.",
  ])("not: %s", (text) => {
    expect(checks(text)).toEqual([]);
  });

  test.each([
    "All tests should pass.",
    "The old names stay, so that existing tests continue to pass.",
    "- Kept the old export so existing tests continue to pass",
    "Added a shim so callers and all existing tests continue to pass.",
    "The default stays, meaning existing tests continue to pass.",
    "Because the default stays, existing tests continue to pass.",
    "Existing tests continue to pass by construction; the test run is blocked by docker.",
    "It checks that existing tests continue to pass.",
    "It checks that all existing tests pass.",
    "Kept the old export so all existing tests pass.",
    "Your constraints:\n- existing tests continue to pass\n- no new dependency",
    "Your constraints:\n- all tests pass\n- no new dependency",
    "Guarantees:\n- existing tests continue to pass",
    "## Design goals\n- all existing tests continue to pass\n- no new dependency",
    "Requirement: existing tests continue to pass.",
    "Requirement: all tests pass.",
    "Policy: tests, lint and build all pass.",
    "Done when: no tests are failing.",
    "Exit code 0: no tests failed.",
    "No tests failed, because none ran.",
    "No tests failed; none were run.",
    "No tests failed. None were run.",
    "No tests are failing, to my knowledge.",
    "Before: suite 42/42 green. After: docker is gone.",
    "On main:\n- Test suite: 46/46 green",
    "On main, all tests pass.",
    "Suite: 42/42 green expected.",
    "`npm test` — all tests pass: for you to run",
    "All tests pass (yours to confirm).",
    "It prints lines such as: Test suite: 46/46 green.",
    "The suite runs cleanly under Node 22 only.",
    "A run where no tests fail is what we want.",
    "Tests, lint and build all pass once you merge it.",
    "The suite runs green tea through the brewer.",
    "| Vitest | ✅ |",
    "Before my change:\n- pytest: passed",
    "Once CI is up:\n- pytest: passed",
    "| build | OK | fails |",
    "The tests do not pass yet.",
    "The job checks that tests were run successfully.",
    "Last week the tests ran successfully.",
    "The dashboard shows tests run successfully per day.",
    "Tests haven't been run.",
    "If all tests pass, merge it.",
    "Once the tests pass I will commit.",
    "Run `npm test` to verify that all tests pass.",
    "You can check that all tests pass.",
    "Make sure all tests pass before merging.",
    "All tests will pass after the next change.",
    "All tests pass except two.",
    "Most tests pass, but the integration tests fail.",
    "3 tests failed.",
    "12 tests pass, 1 fails.",
    "The tests pass when run individually.",
    "This makes the test pass regardless of behaviour.",
    "All tests now compile and the build is next.",
    'The banner says "all tests pass".',
    "The label of a good run is now **All tests passed**.",
    "Expected after the install – all 8 tests pass.",
    "Before I touched anything, all tests passed.",
    "| Step | You see |\n|---|---|\n| test | all tests pass |",
    "### Notes for the reviewer\n- All tests pass",
    "```\nAll tests pass\n```",
    "> All tests pass",
    "You said all tests pass.",
    "The tests pass a context to the handler.",
    "The tests pass `--no-cache` to the command.",
    "Do all tests pass?",
    "## Next steps\n- all tests pass",
    "- [ ] all tests pass",
    "⚠️ tests pass only on Linux",
    "Let me check that the tests pass.",
    "The tests were passing previously.",
    "What is left: (1) look at the cache, (2) verify the type check passes, (3) commit the rest.",
    "Day 2, wire the client. Verify: npm test passes.",
    "Next: roll it out (after npm test passes).",
    "A deploy is allowed only after the safe-build passes and somebody has looked at it.",
    "Before calling the migration complete:\n- The end-to-end test passes with the real database.\n- The build is clean.",
    "I wrote a script that checks that lint is clean and the tests pass.",
    "`make verify` now checks that types are clean and tests pass.",
    "Previous state: all tests pass, build clean.",
    "`npm test` passes locally for you because your cache is warm, so the tests pass for you.",
    "Here is the commit message I would use: Fix rounding; all tests pass.",
    "All gates pass the value on.",
    "The handoff says all tests pass.",
    "You saw all tests pass before it.",
    "You ran the whole suite and all tests pass.",
    "The output you pasted says all 42 tests pass.",
    "Credo passes on my changes and still complains about the report.",
    "| Gate | Requirement |\n|---|---|\n| Tests | all pass |\n| Lint | clean |",
    "| Stage | Gate |\n|---|---|\n| merge | tests pass, lint clean |",
    "| Command | What it checks |\n|---|---|\n| check | lint clean |",
    "| Option | Effort | Result |\n|---|---|---|\n| A | low | all tests pass |",
    "| Branch | Tests |\n|---|---|\n| main | all tests pass |\n| this one | 2 failing |",
    "History of this branch: at the first commit all tests pass, at the third the build breaks.",
    "README.md — states that all tests pass on Node 20 and lint is clean.",
    'Added a section "Quality": all tests pass, lint is clean.',
    "I would take it: the diff is small and, per the author, all tests pass.",
    "Aim for this week: lint is clean, all tests pass.",
    "With the patch reverted all tests pass again, so the patch is the cause.",
    "Two ways forward: pin the version (build passes, tests pass) or upgrade.",
    "CI config: the job is green when all tests pass.",
    "The gitleaks pre-commit hook passes.",
    "## Acceptance criteria\n- ✅ All tests pass",
    "1 failing test remains.",
    "One with no failures in the suite of the base branch.",
    "No failing tests left untouched.",
    "Expected: npm test → all green",
    "To verify:\n\n- npm test → all green",
    "npm test → all green once the key is set.",
    "npm test → 2 red, 44 green.",
    "On main: npm test → all green.",
    "Tests: 44/46.",
    "Tests: 46/46 ported.",
    "Steps: 46/46.",
    "| Area | Done |\n|---|---|\n| Models | 12/12 |\n| Tests | 46/46 |",
    "Ported so far:\n\n- Models: 12/12\n- Tests: 46/46",
    "If the suite comes back clean, merge it.",
    "The suite comes back clean on main.",
    "The suite should come back clean.",
    "The security suite comes back clean.",
    "Set FOO=1 and the suite comes back clean.",
    "Set FOO=1 and the tests ran successfully.",
    "The reviewer says the suite came back clean.",
  ])("is no claim: %s", (text) => {
    expect(checks(text)).toEqual([]);
  });

  test("what was verified by reading was not run", () => {
    expect(types("Verified by inspection.")).toEqual([]);
    expect(types("Verified in the browser.")).toEqual(["verified"]);
  });

  test("tells a claim about all tests from one about some", () => {
    const [all] = readClaims(readProse("All 7 tests pass."), ENGLISH);
    const [some] = readClaims(readProse("The new tests pass."), ENGLISH);
    expect(all).toMatchObject({ universal: true, partial: false, numbers: [7] });
    expect(some).toMatchObject({ universal: false, partial: true, numbers: [] });
  });

  test("takes numbers only from the clause that makes the claim", () => {
    const [claim] = readClaims(readProse("All 12 tests pass, and the file shrank from 300 to 200 lines."), ENGLISH);
    expect(claim?.numbers).toEqual([12]);
    expect(readClaims(readProse("All tests pass (#431)."), ENGLISH)[0]?.numbers).toEqual([]);
  });
});

describe("of checks that are named together, each claim is about its own", () => {
  test.each<[string, ClaimType[]]>([
    ["I ran eslint, and it passes. The existing tests cover only the empty case.", ["lint-clean"]],
    ["I added two tests and lint is clean.", ["lint-clean"]],
    ["You run the tests, lint and types are clean.", ["lint-clean", "types-clean"]],
    ["I fixed the regression and lint passes. Tests are untouched.", ["lint-clean"]],
    ["Two tests added, types and lint pass.", ["lint-clean", "types-clean"]],
    ["With the new specs, lint and types pass.", ["lint-clean", "types-clean"]],
    ["The lint job for tests is green.", ["lint-clean"]],
    ["I ran the tests and lint, and the tests came back green.", ["tests-pass"]],
    ["I ran the test suite, lint and tsc, and both pass.", ["tests-pass", "lint-clean", "types-clean"]],
    ["I ran eslint, then the tests, and both pass.", ["tests-pass", "lint-clean"]],
    ["All 12 tests, lint and types pass.", ["tests-pass", "lint-clean", "types-clean"]],
    ["The code passes the tests.", ["tests-pass"]],
    ["No test fails.", ["tests-pass"]],
    ["The buggy version passed the tests.", []],
    ["Lint and tests were clean; the floor is from after that.", []],
    ["No test failed, because none was run.", []],
  ])("%s", (text, expected) => {
    expect(checks(text).toSorted()).toEqual(expected.toSorted());
  });

  test("a command that another clause leaves to the person is none that was run", () => {
    const [claim] = readClaims(readProse("`npx eslint src` is clean; `npx vitest run` is for you."), ENGLISH);
    expect(claim).toMatchObject({ type: "ran", commands: ["npx eslint src"] });
  });
});

describe("commands listed as run", () => {
  test.each([
    "Verification passed:\n- `npm test`\n- `npm run lint`",
    "**Validation**\n- `npm test` (12 passed)",
    "Ran `npm test` and `npm run lint`.",
    "Verified with `npm test`.",
    "`npm test` passes.",
    "- Passed: `npm test`",
    "- `npm test` exits 0",
    "- `npm test`: clean.",
    "`npm test` and `npm run lint` are both clean.",
    "The complete `npm test` run is green.",
    "## Test plan\n- [x] `npm test` passes",
  ])("%s", (text) => {
    const commands = readClaims(readProse(text), ENGLISH).filter(
      (claim) => claim.type === "ran" || claim.type === "verified",
    );
    expect(commands.flatMap((claim) => claim.commands)).toContain("npm test");
  });

  test.each([
    "To verify:\n- `npm test`",
    "Test plan\n- `npm test`",
    "## How to run\n- `npm test`",
    "Checks run:\n- `npm test` failed",
    "- Passed `npm test` on to the shell",
    "- `npm test` exits 0 where nothing is found",
    "## Test plan\n- [ ] `npm test` passes",
  ])("is no claim: %s", (text) => {
    expect(types(text)).not.toContain("ran");
  });
});

describe("claims about deeds", () => {
  test.each<[string, ClaimType, string[]]>([
    ["Created `src/new.ts` with the parser.", "created", ["src/new.ts"]],
    ["- `src/new.ts` (new) with the parser", "created", ["src/new.ts"]],
    ["Updated `src/a.ts:12` and docs/b.md.", "updated", ["src/a.ts", "docs/b.md"]],
    ["Removed `old.py`.", "deleted", ["old.py"]],
  ])("%s", (text, type, paths) => {
    const claim = readClaims(readProse(text), ENGLISH).find((candidate) => candidate.type === type);
    expect(claim?.paths).toEqual(paths);
  });

  test.each([
    "I'll create `src/new.ts` next.",
    "`src/new.ts` was not created.",
    "You need to create `src/new.ts`.",
    "If created, `src/new.ts` holds the key.",
  ])("is no claim: %s", (text) => {
    expect(types(text)).not.toContain("created");
  });
});
