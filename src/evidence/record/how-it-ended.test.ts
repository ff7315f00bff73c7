import { describe, expect, it } from "vitest";
import { type CommandResult, thread } from "../../../test/support/thread-builder.ts";
import { runsIn, toldEnd, toldLine } from "../../../test/support/told-runs.ts";

const WELL = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n";
const BADLY = " FAIL  src/pot.test.ts > boils\n Test Files  1 failed (1)\n      Tests  1 failed | 7 passed (8)\n";
const LIDS = "src/pot.ts(3,1): error TS2304: Cannot find name 'lid'.\n";

const GO = "ok  \tsoup/pot\t0.1s\nok  \tsoup/lid\t(cached)\n";

type Row = readonly [line: string, result: CommandResult, runs: readonly string[]];

const ALONE: readonly Row[] = [
  ["npx vitest run", { output: WELL }, ["vitest run: passed 8"]],
  ["npx vitest run", { output: BADLY, exit: 1 }, ["vitest run: failed 7/1"]],
  ["npx vitest run", { output: WELL, exit: 1 }, ["vitest run: failed 8"]],
  ["npx vitest run", { output: BADLY }, ["vitest run: unknown, exit code and output disagree"]],
  ["npx vitest run", { output: "No test files found, exiting with code 1\n", exit: 1 }, ["vitest run: nothing-ran"]],
  [
    "cargo test lid",
    { output: "test result: ok. 0 passed; 0 failed; 0 ignored\n" },
    ["cargo test lid: nothing-ran 0/0"],
  ],
  ["node --test", { output: "ℹ pass 0\nℹ fail 0\nℹ cancelled 2\n", exit: 1 }, ["node --test: failed 0/0"]],
  ["npx tsc --noEmit", {}, ["tsc --noEmit: passed"]],
  ["npx tsc --noEmit", { output: LIDS, exit: 2 }, ["tsc --noEmit: failed"]],
  ["npm run lint", { output: 'npm error Missing script: "lint"\n', exit: 1 }, ["npm run lint: nothing-ran"]],
  ["pytest", { output: "bash: pytest: command not found\n", exit: 127 }, ["pytest: nothing-ran"]],
  ["timeout 60 npm test", { output: "still boiling\n", exit: 124 }, ["npm test: unknown, timed out"]],
  ["npm test", { output: "", exit: 130 }, ["npm test: unknown, interrupted"]],
];

const CHAINED: readonly Row[] = [
  ["tsc && npm test", { output: LIDS, exit: 2 }, ["tsc: failed", "npm test: not reached"]],
  ["tsc && npx vitest run", { output: BADLY, exit: 1 }, ["tsc: passed", "vitest run: failed 7/1"]],
  ["tsc && npx vitest run", { output: WELL }, ["tsc: passed", "vitest run: passed 8"]],
  [
    "tsc && npm test && npm run build",
    { output: LIDS, exit: 2 },
    ["tsc: failed", "npm test: not reached", "npm run build: not reached"],
  ],
  ["cd kitchen && npx vitest run", { output: BADLY, exit: 1 }, ["vitest run: failed 7/1"]],
  [
    "npm run soup && npx vitest run",
    { output: "no soup\n", exit: 1 },
    ["vitest run: unknown, one exit code for several commands"],
  ],
  [
    "npx vitest run && npx vitest run --root lid",
    { output: WELL + WELL.replaceAll("8", "9") },
    ["vitest run: passed", "vitest run --root lid: passed"],
  ],
  [
    "pytest pot && pytest lid",
    { output: "=== 2 failed, 3 passed in 0.2s ===\n", exit: 1 },
    ["pytest pot: failed 3/2", "pytest lid: not reached"],
  ],
  [
    "pytest pot && pytest lid && pytest spoon",
    { output: "=== 5 passed in 0.2s ===\n=== 2 failed, 3 passed in 0.3s ===\n", exit: 1 },
    ["pytest pot: passed", "pytest lid: failed", "pytest spoon: not reached"],
  ],
  [
    "pytest pot && pytest lid",
    { output: "=== 5 passed in 0.2s ===\nKilled\n", exit: 1 },
    [
      "pytest pot: unknown, one exit code for several commands",
      "pytest lid: unknown, one exit code for several commands",
    ],
  ],
  [
    "npx eslint . && npx vitest run",
    { output: "\n/soup/pot.ts\n  1:1  error  Bad  no-lid\n\n✖ 1 problem (1 error, 0 warnings)\n", exit: 1 },
    ["eslint .: failed -/1", "vitest run: not reached"],
  ],
  ["npx eslint . ; npx vitest run", { output: WELL }, ["eslint .: unknown, exit code hidden", "vitest run: passed 8"]],
  ["npx vitest run; npx tsc", { output: BADLY }, ["vitest run: failed 7/1", "tsc: passed"]],
  ["npx vitest run; npx tsc", { output: BADLY + LIDS, exit: 2 }, ["vitest run: failed 7/1", "tsc: failed"]],
  ["npm test || npm run lint", {}, ["npm test: unknown, exit code hidden", "npm run lint: unknown, perhaps not run"]],
];

const HIDDEN: readonly Row[] = [
  ["gofmt -l . ; echo == done", { output: "== done\n" }, ["gofmt -l .: passed"]],
  [
    "ls; echo ==; gofmt -l . ; echo == done",
    { output: "pot.go\n==\npot.go\n== done\n" },
    ["gofmt -l .: unknown, exit code hidden"],
  ],
  ["test -f go.mod && gofmt -l . ; echo == done", { output: "== done\n" }, ["gofmt -l .: unknown, exit code hidden"]],
  [
    "black --check . | tail -2; flake8 . | tail -2; mypy . | tail -2",
    { output: "All done! ✨\n3 files would be left unchanged.\nSuccess: no issues found in 3 source files\n" },
    ["black --check .: passed", "flake8 .: passed", "mypy .: passed"],
  ],
  ["gofmt -l . 2>/dev/null | head -3", {}, ["gofmt -l .: unknown, exit code hidden"]],
  ["go build ./... | head -3", { output: "Shell cwd was reset to /repo\n" }, ["go build ./...: passed"]],
  [
    "go test ./... | tail -9 && go vet ./... | tail -5",
    { output: GO },
    ["go test ./...: passed", "go vet ./...: passed"],
  ],
  [
    "gofmt -w pot.go && go test ./...",
    { output: "pot.go:3:1: missing import path\n", exit: 2 },
    ["go test ./...: not reached"],
  ],
  [
    "gofmt -w pot.go && go vet ./...",
    { output: "# soup/pot\npot.go:3:1: undefined: lid\n", exit: 1 },
    ["go vet ./...: failed"],
  ],
  [
    "go test ./go/pot/... | tail",
    {
      output:
        "pattern ./go/pot/...: lstat ./go/pot/: no such file or directory\nFAIL\t./go/pot/... [setup failed]\nFAIL\n",
    },
    ["go test ./go/pot/...: nothing-ran"],
  ],
  ["go test ./...", { output: "FAIL\tsoup/pot [setup failed]\nFAIL\n", exit: 1 }, ["go test ./...: failed"]],
  ["npx vitest run | tail -5", { output: WELL }, ["vitest run: passed 8"]],
  ["npx vitest run 2>&1 | tail -5", { output: BADLY }, ["vitest run: failed 7/1"]],
  ["npm test | tail -1", { output: "the soup is ready\n" }, ["npm test: unknown, exit code hidden"]],
  ["npx tsc --noEmit | tail -5", {}, ["tsc --noEmit: passed"]],
  ["npx tsc --noEmit | grep pot", {}, ["tsc --noEmit: unknown, exit code hidden"]],
  ["npx tsc --noEmit | grep error", {}, ["tsc --noEmit: passed"]],
  [
    "cargo test | grep result",
    { output: "test result: ok. 3 passed; 0 failed; 0 ignored\n" },
    ["cargo test: unknown, exit code hidden"],
  ],
  ["cargo test | tail -3", { output: "test result: ok. 3 passed; 0 failed; 0 ignored\n" }, ["cargo test: passed"]],
  ["pnpm -r test | tail -3", { output: "packages/lid test:       Tests  8 passed (8)\n" }, ["pnpm -r test: passed"]],
  ["npm test > log.txt 2>&1", {}, ["npm test: passed"]],
  ["npm test > log.txt 2>&1; tail -3 log.txt", { output: BADLY }, ["npm test: failed 7/1"]],
  ["npm test || true", { output: "no soup\n" }, ["npm test: unknown, exit code hidden"]],
  ["npx vitest run || true", { output: BADLY }, ["vitest run: failed 7/1"]],
  ['npm test; echo "exit: $?"', { output: "no soup\nexit: 1\n" }, ["npm test: failed"]],
  ["npm test && echo GOOD || echo BAD", { output: "BAD\n" }, ["npm test: failed"]],
  ["if npm test; then echo GOOD; fi", { output: "" }, ["npm test: unknown, exit code hidden"]],
  [
    "echo '== types' && npx tsc; echo '== tests'; npx vitest run",
    { output: `== types\n${LIDS}== tests\n${WELL}` },
    ["tsc: failed", "vitest run: passed 8"],
  ],
];

const TYPES = "\n> soup@1.0.0 types\n> tsc\n\n";
const LINTS = "\n> soup@1.0.0 lint /repo\n> eslint .\n\n";
const NESTED = "\n> soup@1.0.0 lint\n> npm run types && eslint .\n\n" + TYPES;
const FAILED_LID = "[pot] $ pot-lint\n[lid] $ lid-lint\n[lid] ERROR task failed\n";

/** What the output shows of commands whose end nobody told. */
const SHOWN: readonly Row[] = [
  [
    "npm run types && npm run lint",
    { output: TYPES + LINTS, untold: "end" },
    ["npm run types: passed", "npm run lint: passed"],
  ],
  ["npx tsc && git status --short", { output: " M src/pot.ts\n", untold: "whether" }, ["tsc: passed"]],
  [
    "git status --short && npx tsc && git status --short",
    { output: " M src/pot.ts\n", untold: "end" },
    ["tsc: unknown, exit code hidden"],
  ],
  ["npx tsc | tail -3 && git status --short", { output: "pot\n M src/pot.ts\n" }, ["tsc: unknown, exit code hidden"]],
  [
    "npm run lint && npm run types",
    { output: NESTED, untold: "end" },
    [
      "npm run lint: unknown, exit code hidden",
      "npm run lint: unknown, exit code hidden",
      "npm run types: unknown, exit code hidden",
    ],
  ],
  ["npx tsc", { untold: "end" }, ["tsc: passed"]],
  ["npx tsc", { untold: "whether" }, ["tsc: unknown, exit code hidden"]],
  ["npx vitest run", { output: WELL, untold: "whether" }, ["vitest run: passed 8"]],
  [
    "cargo test",
    { output: "test result: ok. 3 passed; 0 failed; 0 ignored\n", untold: "whether" },
    ["cargo test: unknown, exit code hidden"],
  ],
  ["npm run types | tail -5 && node pot.js", { output: `${TYPES}soup\n` }, ["npm run types: passed"]],
  [
    "npm run types | head -3 && node pot.js",
    { output: `${TYPES}soup\n` },
    ["npm run types: unknown, exit code hidden"],
  ],
  [
    "npm run types | tail -5 && node pot.js",
    { output: `${TYPES}sh: 1: tsc: not found\n` },
    ["npm run types: nothing-ran"],
  ],
  ['go test ./... | grep -E "(ok|FAIL)"', { output: GO }, ["go test ./...: passed"]],
  ['go test ./... | grep -E "^--- (PASS|FAIL)|ok"', { output: GO }, ["go test ./...: unknown, exit code hidden"]],
  ["go test ./... | grep ok", { output: GO }, ["go test ./...: unknown, exit code hidden"]],
  [
    "mise run lint pot && mise run lint lid",
    { output: FAILED_LID, exit: 1 },
    ["mise run lint pot: passed", "mise run lint lid: failed"],
  ],
  [
    "npx eslint . && git diff",
    { output: "diff --git a/pot.ts b/pot.ts\n--- a/pot.ts\n", untold: "end" },
    ["eslint .: passed"],
  ],
];

const UNENDED: readonly Row[] = [
  ["npm test", { status: "timed-out", output: "still boiling\n" }, ["npm test: unknown, timed out"]],
  ["npx vitest", { status: "timed-out", output: WELL }, ["vitest: passed 8"]],
  [
    "npm test",
    { background: true, output: "Command running in background with ID: pot1" },
    ["npm test: unknown, still running"],
  ],
  ["npm test &", {}, ["npm test: unknown, still running"]],
  ["npm test", { status: "interrupted", output: "" }, ["npm test: unknown, interrupted"]],
  ["npm test", { status: "rejected", output: "The user doesn't want that." }, []],
];

describe("how a check ended", () => {
  it.each(ALONE)("alone: %s, %j", (line, result, runs) => expect(toldLine(line, result)).toEqual(runs));
  it.each(CHAINED)("in a chain: %s, %j", (line, result, runs) => expect(toldLine(line, result)).toEqual(runs));
  it.each(HIDDEN)("its code hidden: %s, %j", (line, result, runs) => expect(toldLine(line, result)).toEqual(runs));
  it.each(SHOWN)("as others show it: %s, %j", (line, result, runs) => expect(toldLine(line, result)).toEqual(runs));
  it.each(UNENDED)("not seen to end: %s, %j", (line, result, runs) => expect(toldLine(line, result)).toEqual(runs));

  it("of a task's body what failed is what failed, also in the body of its body", () => {
    const cooked = thread()
      .user("Cook.")
      .read("/repo/package.json", '{ "scripts": { "test": "vitest run", "all": "tsc && eslint . && npm test" } }')
      .bash("npm run all", { output: LIDS, exit: 2 });
    expect(runsIn(cooked).map((run) => `${run.runner}: ${toldEnd(run)}`)).toEqual([
      "tsc: failed",
      "eslint: not reached",
      "vitest run: not reached",
    ]);
  });
});
