import { describe, expect, it } from "vitest";
import { evidenceOf } from "../src/evidence/evidence.ts";
import { findingsOf } from "../src/evidence/judge.ts";
import { inWords, receiptOf, type ReceiptLine } from "../src/evidence/receipt.ts";
import { thread, type ThreadBuilder } from "./support/thread-builder.ts";

/** What the first account of a turn got wrong, each kind with a turn of its own. */
const WELL = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n";
const BADLY = " Test Files  1 failed (1)\n      Tests  1 failed | 7 passed (8)\n";
const LIDS = "src/pot.ts(3,1): error TS2304: Cannot find name 'lid'.\n";

function told(builder: ThreadBuilder, part: ReceiptLine["part"]): readonly string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  return turn
    ? receiptOf(evidenceOf(built, turn))
        .filter((line) => line.part === part)
        .map(inWords)
    : [];
}
const proven = (builder: ThreadBuilder): readonly string[] => {
  const built = builder.build();
  const turn = built.turns.at(-1);
  return turn ? findingsOf(evidenceOf(built, turn)).map(({ id }) => id) : [];
};
const cooking = (): ThreadBuilder => thread().user("Cook the soup.").edit("/repo/src/pot.ts", "a", "b");
const tested = (): ThreadBuilder => cooking().bash("npx vitest run", { output: WELL });
const DONE = "The soup boils, all tests pass.";

describe("1: a change that cannot matter makes no run old", () => {
  it.each([
    ["a write to a temporary folder", (builder: ThreadBuilder) => builder.create("/tmp/soup.ts", "a")],
    ["another script", (builder: ThreadBuilder) => builder.create("/repo/bin/serve.sh", "a")],
    ["the run's own result", (builder: ThreadBuilder) => builder.create("/repo/coverage/index.js", "a")],
    ["a deleted file", (builder: ThreadBuilder) => builder.bash("rm src/old.ts")],
  ])("%s", (_, change) => {
    expect(told(change(tested()).close(DONE), "checks")[0]).toMatch(/^"vitest run" – passed: 8 passed/);
    expect(told(change(tested()).close(DONE), "checks").join()).not.toContain("before");
    expect(told(change(tested()).close(DONE), "claims")).toEqual([expect.stringContaining("tests: passed: 8 passed")]);
  });
});

describe("2: counts are those of the run", () => {
  it.each([
    ["an output that stands there twice", "npx vitest run", WELL + WELL, "passed: 8 passed"],
    ["the end of many parts", "cargo test | tail -2", "test result: ok. 3 passed; 0 failed; 0 ignored\n", "passed"],
    ["the last of many packages", "pnpm -r test | tail -2", "[lid] Tests:       3 passed, 3 total\n", "passed"],
    ["tasks", "npx turbo run test", " Tasks:    3 successful, 3 total\n", "passed"],
  ])("%s", (_, line, output, says) => {
    const [check] = told(cooking().bash(line, { output }).close("Boiled."), "checks");
    expect(check).toMatch(new RegExp(`– ${says}, after the last change \\(step 2\\)$`));
  });

  it("of no request to a server", () => {
    const asked = cooking().bash("curl -s localhost:3000/tests", { output: '{"passed": 8, "failed": 0}\n8 passed\n' });
    expect(told(asked.close("Boiled."), "checks")).toEqual([]);
  });
});

it.each([
  ["a script of the agent's own", "python3 /tmp/test_soup.py"],
  ["code on the line", "node -e \"require('./src/pot').test()\""],
  ["a download", "curl -sO https://inn.example/test.sh"],
  ["a program of the system", "/usr/bin/test -f soup"],
])("3: %s is not the project's check", (_, line) => {
  expect(told(cooking().bash(line, { output: "ok\n" }).close("Boiled."), "checks")).toEqual([]);
});

it.each([
  ["npx vitest run --reporter=dot 2>&1 | tail -20", WELL],
  ["cd /repo && CI=1 npx vitest run src", WELL],
  ["npm test -- --silent", WELL],
])("4: a whole run has no caveat: %s", (line, output) => {
  const [check] = told(cooking().bash(line, { output }).close("Boiled."), "checks");
  expect(check).toMatch(/ – passed: 8 passed, after the last change \(step 2\)$/);
});

describe("5: the end of a long command is joined to it", () => {
  const polled = (end: string): ThreadBuilder =>
    cooking()
      .call("exec_command", { cmd: "npx vitest run" }, { output: "Process running with session ID 7\n" })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: end });

  it("a session that is polled", () => {
    const red = polled(`${BADLY}Process exited with code 1\n`).close(DONE);
    expect(told(red, "checks")[0]).toContain("failed: 7 passed, 1 failed, after the last change (step 2, 3)");
    expect(told(red, "claims")[0]).toContain("the last run of the tests failed");
    expect(told(polled("Process running with session ID 7\n").close(DONE), "claims")[0]).toContain("is not shown");
  });

  it("a background task that is read later, or never", () => {
    const started = (): ThreadBuilder =>
      cooking().bash("npm test", { background: true, output: "with ID: pot1, in background with ID: pot1" });
    const read = started().call("BashOutput", { bash_id: "pot1" }, { output: BADLY });
    expect(told(read.close(DONE), "checks")[0]).toContain("failed: 7 passed, 1 failed");
    expect(told(started().close(DONE), "checks")[0]).toContain("end unknown: still running");
  });
});

describe("6: a claim is about its own step, and a plan claims nothing", () => {
  const checked = (): ThreadBuilder =>
    tested().bash("npx eslint .", {}).bash("npx tsc --noEmit", { output: LIDS, exit: 2 });

  it("each check has its run", () => {
    const claims = told(checked().close("All tests pass and lint is clean."), "claims");
    expect(claims).toHaveLength(2);
    expect(claims.find((claim) => claim.includes("the tests: passed"))).toMatch(/\(step 2\)$/);
    expect(claims.find((claim) => claim.includes("the linter: passed"))).toMatch(/\(step 3\)$/);
  });

  it.each([
    "Next I will run the tests.",
    "Should all tests pass before I serve it?",
    "Run `npm test` to see whether the tests pass.",
    "The tests are in `src/pot.test.ts`.",
  ])("%s", (closing) => expect(told(checked().close(closing), "claims")).toEqual([]));
});

describe("7: one exit code is not that of every command of a line", () => {
  it("what never ran is not said to have failed", () => {
    const line = cooking().bash("npx tsc --noEmit && npx vitest run && npm run build", { output: LIDS, exit: 2 });
    expect(told(line.close("The types are not right yet."), "checks").toSorted()).toEqual([
      expect.stringMatching(/^"npm run build" – not reached/),
      expect.stringMatching(/^"tsc --noEmit" – failed/),
      expect.stringMatching(/^"vitest run" – not reached/),
    ]);
  });

  it.each([
    "grep -rn lid src",
    "npm run soup && grep -c lid out.txt",
    "node soup.js | grep lid",
    "diff a.txt b.txt",
    "git diff --quiet",
    "pgrep -f serve",
  ])("a search that finds nothing is no failure: %s", (line) => {
    expect(told(cooking().bash(line, { exit: 1 }).close("Boiled."), "also")).toEqual([]);
  });

  it("a check whose code the search behind it set did not fail", () => {
    const line = cooking().bash("npx vitest run | grep -c FAIL", { output: "0\n", exit: 1 });
    expect(told(line.close("Boiled."), "checks")[0]).toContain("end unknown");
  });
});

it("8: what git prints is not a hook's", () => {
  const output =
    "[main 1a2b3c4] Tests  8 passed (8)\n 2 files changed\nremote: lint....Passed\nhint: npm test....Failed\n";
  expect(told(cooking().bash("git commit -m 'Tests pass' && git push", { output }).close("Boiled."), "checks")).toEqual(
    [],
  );
});

it.each([
  "./bin/check-prices.sh",
  "node scripts/check.mjs",
  "npm run check-links",
  "python tools/spellcheck.py",
  "make checkout",
])("9: a script with such a name is no linter: %s", (line) =>
  expect(told(cooking().bash(line, { output: "ok\n" }).close("Boiled."), "checks")).toEqual([]),
);

describe("10: a record of a strange form", () => {
  const strange = (): ThreadBuilder =>
    ["npm ci", "npm test", "npm run lint", "git commit"].reduce(
      (builder, script) => builder.call("kitchen_step", { script }, { output: "ok" }),
      thread().user("Cook the soup and run the tests."),
    );

  it("says that its steps are not read", () => {
    expect(told(strange().close(DONE), "also")).toEqual([expect.stringMatching(/4 of 4 steps.*not/)]);
    expect(told(strange().close(DONE), "checks").join()).not.toContain("no step runs it");
    expect(told(strange().close(DONE), "claims").join()).not.toContain("no step runs");
  });

  it("leads nowhere", () => expect(proven(strange().close(DONE))).toEqual([]));
});
