import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import type { ToolStatus } from "../../thread/message.ts";
import type { Step } from "../../thread/thread.ts";
import { toAction } from "../../thread/to-action.ts";
import type { Receipt } from "./receipt.ts";
import { continueReceipts, NO_RECEIPTS } from "./receipts.ts";
import { couldBeFailure, readReceipt } from "./unread-receipt.ts";

type Call = [tool: string, input: unknown, output?: string, status?: ToolStatus, exitCode?: number];

function stepsOf(calls: readonly Call[], from = 1): Step[] {
  return calls.map(([tool, input, output, status, exitCode], index) => ({
    number: from + index,
    toolUseId: `call-${from + index}`,
    tool,
    input,
    action: toAction(tool, input),
    messageIndex: index,
    ...(status !== "running" && {
      result: {
        type: "tool_result" as const,
        toolUseId: `call-${from + index}`,
        status: status ?? (exitCode ? "error" : "done"),
        output: output ?? "",
        ...(exitCode !== undefined && { exitCode }),
      },
    }),
  }));
}

function bash(command: string, output = "", exitCode = 0, more: object = {}): Call {
  return ["Bash", { command, ...more }, output, exitCode === 0 ? "done" : "error", exitCode];
}

function edit(path: string, oldText = "return 1;", newText = "return 2;"): Call {
  return ["Edit", { file_path: path, old_string: oldText, new_string: newText }, "ok"];
}

function receiptsOf(steps: readonly Step[]): readonly Receipt[] {
  return continueReceipts(NO_RECEIPTS, steps).receipts;
}

function only(...calls: Call[]): Receipt {
  const receipts = receiptsOf(stepsOf(calls));
  const [first] = receipts;
  if (!first || receipts.length !== 1) throw new Error(`${receipts.length} receipts`);
  return first;
}

const PASS = " Test Files  1 passed (1)\n      Tests  5 passed (5)";
const FAIL = " Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)";

describe("the drift list: one check, written in many ways", () => {
  const spellings: [string, string][] = [
    ["plain", "npx vitest run"],
    ["with a directory in front", "cd packages/app && npx vitest run"],
    ["without one, by flag", "pnpm -C packages/app exec vitest run"],
    ["in quotes", `bash -lc "npx 'vitest' run"`],
    ["flags in another order", "npx vitest --reporter=dot run --no-color"],
    ["in a compound line", "npm ci && npx vitest run && echo done"],
    ["from the project's own folder", "./node_modules/.bin/vitest run"],
    ["through wrappers", "CI=1 timeout 120 env A=b npx --yes vitest run"],
    ["in a container", "docker compose exec -T web npx vitest run"],
    ["from cmd", 'cmd /c "npx vitest run"'],
    ["from PowerShell", 'powershell -NoProfile -Command "npx vitest run"'],
    ["by a Windows path", ".\\node_modules\\.bin\\vitest.cmd run"],
    ["with PowerShell's call operator", "& 'C:\\Program Files\\nodejs\\npx.cmd' vitest run"],
    ["through tail", "npx vitest run 2>&1 | tail -20"],
    ["through head, nothing cut", "npx vitest run 2>&1 | head -200"],
    ["through grep for the totals", 'npx vitest run 2>&1 | grep -E "Tests|Test Files"'],
    ["through tee", "npx vitest run 2>&1 | tee /tmp/out.log"],
    ["into a file that is shown", "npx vitest run > /tmp/o.log 2>&1; tail -5 /tmp/o.log"],
    ["with `|| true`", "npx vitest run || true"],
    ["with `; true`", "npx vitest run; true"],
    ["after `set +e`", "set +e; npx vitest run; echo finished"],
  ];
  it.each(spellings)("%s passes and fails by what it says", (_, line) => {
    expect(only(bash(line, PASS))).toMatchObject({ kind: "test", outcome: "passed", counts: { passed: 5 } });
    expect(only(bash(line, FAIL, line.includes("|") || line.includes(";") ? 0 : 1))).toMatchObject({
      kind: "test",
      outcome: "failed",
    });
  });

  it("a virtual environment's program is the program", () => {
    expect(only(bash(".venv/bin/python -m pytest -q", "5 passed in 0.1s"))).toMatchObject({
      runner: "pytest",
      outcome: "passed",
    });
  });

  it("1329 pass 0 fail amid error-looking lines is a pass", () => {
    const log = `[api] Error in POST /x: boom\nFAILED to connect\n${"error: not one\n".repeat(20)} 1329 pass\n 0 fail\nRan 1329 tests across 55 files.`;
    expect(only(bash("bun run test 2>&1 | tail -40", log))).toMatchObject({
      outcome: "passed",
      counts: { passed: 1329 },
    });
  });

  it("`echo '1 passing'` is no test run", () => {
    expect(receiptsOf(stepsOf([bash("echo '1 passing'", "1 passing")]))).toEqual([]);
  });

  it("a result that is all from the cache is marked", () => {
    expect(only(bash("go test ./...", "ok  \tx/a\t(cached)\nok  \tx/b\t(cached)"))).toMatchObject({
      outcome: "passed",
      cached: true,
    });
    expect(only(bash("go test ./...", "ok  \tx/a\t(cached)\nok  \tx/b\t0.2s")).cached).toBeUndefined();
  });

  it("a watch that was stopped after its summary had come to its end", () => {
    const call: Call = [
      "Bash",
      { command: "npx vitest --watch" },
      `${PASS}\n PASS  Waiting for file changes...`,
      "timed-out",
    ];
    expect(only(call)).toMatchObject({ ended: "done", outcome: "passed" });
  });

  it("a watch that was stopped before its summary is no pass", () => {
    const call: Call = ["Bash", { command: "npx vitest --watch" }, " RUN  v3.0.0 /repo\n", "timed-out"];
    expect(only(call)).toMatchObject({ ended: "timed-out", outcome: "unknown" });
  });

  it("a rerun of only what failed is partial, and says so", () => {
    expect(only(bash("pytest --lf", "2 passed in 0.1s"))).toMatchObject({
      scope: "partial",
      onlyFailed: true,
      outcome: "passed",
    });
  });

  it("a subagent's report is a weak receipt", () => {
    const report = "I fixed the parser.\n\nAll 42 tests pass and lint is clean.";
    const receipts = receiptsOf(stepsOf([["Task", { prompt: "fix" }, report]]));
    expect(receipts.map((receipt) => [receipt.kind, receipt.outcome, receipt.reported])).toEqual([
      ["test", "passed", true],
      ["lint", "passed", true],
    ]);
  });

  it.each<[report: string, passes: number]>([
    ["41 passed, 0 failed.", 1],
    ["All 41 tests pass with no failures.", 1],
    ["Tests passed: 41 passed, failed: 0", 1],
    ["41 passed, 10 failed.", 0],
    ["41 passed, 3 failing tests.", 0],
    ["No failures in the cart, where 12 passed, but 2 failed elsewhere.", 0],
    ["I couldn't see whether 41 passed.", 0],
    ["The tests should pass once the API is up. 3 tests fail.", 0],
  ])("a subagent's report: %s", (report, passes) => {
    expect(receiptsOf(stepsOf([["Task", { prompt: "x" }, report]]))).toHaveLength(passes);
  });

  it("documents edited after the tests leave them fresh", () => {
    expect(only(bash("npx vitest run", PASS), edit("README.md"), edit("docs/guide.txt")).stale).toBeUndefined();
  });
});

describe("what is no pass", () => {
  const rows: [string, Call][] = [
    ["no test files", bash("npx vitest run zzz", "No test files found, exiting with code 1", 1)],
    ["a filter that matched nothing", bash("go test ./... -run Nope", "ok  \tx/a\t0.1s [no tests to run]")],
    [
      "a script that no package has",
      bash("pnpm -r run test | tail -3", "Error: ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT\n\n  × none has it"),
    ],
    ["a package that is not there", bash("pnpm --filter zzz test", 'No projects matched the filters in "/repo"')],
    ["no files linted", bash("npx biome check nowhere", "Checked 0 files in 1ms. No fixes applied.")],
    ["a program that is not there", bash("pytest", "bash: pytest: command not found", 127)],
    ["a module that is not there", bash("python -m pytest", "/usr/bin/python: No module named pytest", 1)],
    ["a program of a script", bash("npm test | tail -3", "> jest\nsh: 1: jest: not found\nnpm error code 127", 0)],
    [
      "another one",
      bash("yarn test | tail", "$ jest\nsh: jest: command not found\nerror Command failed.\ninfo Visit us.", 0),
    ],
    [
      "a module, a folder with a blank",
      bash("python -m pytest", "/a/My Code/.venv/bin/python: No module named pytest", 1),
    ],
    [
      "a module on Windows",
      bash("python -m pytest", "C:\\Program Files\\Py\\python.exe: No module named pytest\r\n", 1),
    ],
    [
      "a module of a module",
      bash(
        "python -m pytest",
        "python: Error while finding module specification for 'pytest.__main__' (ModuleNotFoundError: No module named 'pytest')",
        1,
      ),
    ],
    [
      "a module that the tests load first",
      bash(
        "pytest",
        "ImportError while loading conftest '/repo/conftest.py'.\nE   ModuleNotFoundError: No module named 'flask'\n",
        4,
      ),
    ],
    [
      "a framework, told twice",
      bash(
        "python manage.py test",
        "ModuleNotFoundError: No module named 'django'\n\nTraceback (most recent call last):\nImportError: Couldn't import Django.",
        1,
      ),
    ],
    [
      "a gem's program",
      bash(
        "bundle exec rspec",
        "bundler: command not found: rspec\nInstall missing gem executables with `bundle install`",
        1,
      ),
    ],
    [
      "a module, and then news of pip",
      bash("python -m pytest", "/usr/bin/python: No module named pytest\n[notice] A new release of pip is there", 1),
    ],
    [
      "a module, and then the host",
      bash("cd /tmp/x && python -m pytest", "/usr/bin/python: No module named pytest\nShell cwd was reset to /repo", 1),
    ],
    [
      "a program of a package",
      bash("pnpm -r test", "web test$ vitest\nweb test: sh: 1: vitest: not found\nweb test: Failed\nDone", 1),
    ],
    [
      "a program behind a pipe, told by npm",
      bash("npm test | tail", "> jest\nsh: 1: jest: not found\nfor help see the guide\nnpm ERR! Test failed.", 0),
    ],
    ["a script that is not there", bash("npm run lint", 'npm error Missing script: "lint"', 1)],
    ["no package in npm's place", bash("npm test", "npm error enoent Could not read package.json: Error: ENOENT", 254)],
    [
      "none in an older npm's",
      bash("npm test", "npm ERR! enoent ENOENT: no such file, open '/repo/package.json'", 254),
    ],
    ["no crate", bash("cargo test", "error: could not find `Cargo.toml` in `/repo` or any parent directory", 101)],
    ["no module", bash("go test ./...", "go: go.mod file not found in current directory or any parent directory", 1)],
    ["a flag that does not exist", bash("golangci-lint run --nope", "Error: unknown flag: --nope", 3)],
    ["a check that was not reached", bash("go build ./... && go test ./... 2>&1 | tail -5", "# x/a\na.go:1:1: bad", 1)],
  ];
  it.each(rows)("%s: nothing ran", (_, call) => {
    expect(receiptsOf(stepsOf([call])).at(-1)?.outcome).toBe("nothing-ran");
  });

  it.each([
    ["the shell when it starts", "~/.zshrc:12: command not found: compdef\nunit: fine"],
    ["a test that was skipped", "SKIPPED a_test.py:3: could not import 'torch': No module named 'torch'"],
    ["a program under test", "sh: frobnicate: not found\nas it has to be"],
  ])("what %s does not find says nothing of a run", (_, output) => {
    expect(receiptsOf(stepsOf([bash("make test | tail -20", output, 0)])).at(-1)?.outcome).toBe("unknown");
  });

  const UNITS = [
    "python",
    "a: ",
    "sh: a: not found\n",
    "/venv/lib/python3.12/site-packages:",
    "python: No module named ",
    `${"python".repeat(80)}: No module named\n`,
  ];
  const LINES = [["make test | tail -20", 0] as const, ["make test", 2] as const];
  it.each(UNITS.flatMap((unit) => LINES.map(([command, exit]) => [unit, command, exit] as const)))(
    "however long %j goes on, looking for it takes no longer: %s",
    (unit, command, exit) => {
      const run = (output: string): unknown => receiptsOf(stepsOf([bash(command, output, exit)])).at(-1)?.outcome;
      expect(growth(unit.repeat(200_000 / unit.length), run)).toBeLessThan(MORE_THAN_ITS_INPUT);
    },
  );

  it.each([
    ["timed-out", "timed-out"],
    ["interrupted", "interrupted"],
    ["background", "background"],
  ] as const)("a run that %s", (status, ended) => {
    const receipt = only(["Bash", { command: "npm test" }, PASS, status]);
    expect(receipt).toMatchObject({ ended, outcome: "unknown" });
  });

  it("killed by its own time limit", () => {
    expect(only(bash("timeout 60 npm test", "", 124))).toMatchObject({ ended: "timed-out", outcome: "unknown" });
    expect(only(bash("npm test", "Killed", 137))).toMatchObject({ ended: "interrupted", outcome: "unknown" });
  });

  it("left in the background by the line itself", () => {
    expect(only(bash("npm test > out.log 2>&1 &"))).toMatchObject({
      ended: "background",
      outcome: "unknown",
      masked: "background",
    });
  });

  it("still without a result", () => {
    expect(only(["Bash", { command: "npm test" }, "", "running"])).toMatchObject({
      ended: "running",
      outcome: "unknown",
    });
  });

  it("refused or dropped before it began: no receipt at all", () => {
    expect(receiptsOf(stepsOf([["Bash", { command: "npm test" }, "no", "rejected"]]))).toEqual([]);
    expect(
      receiptsOf(
        stepsOf([
          ["Bash", { command: "npm test" }, "<tool_use_error>Sibling tool call errored</tool_use_error>", "error"],
        ]),
      ),
    ).toEqual([]);
  });

  it("hidden behind a filter that shows only good lines", () => {
    expect(only(bash("go test ./... | grep '^ok'", "ok  \tx/a\t0.1s"))).toMatchObject({ outcome: "unknown" });
    expect(only(bash("go test ./... | grep -E 'ok|FAIL'", "ok  \tx/a\t0.1s"))).toMatchObject({ outcome: "passed" });
  });

  it("cut before its end", () => {
    const packages = Array.from({ length: 10 }, (_, index) => `ok  \tx/p${index}\t0.1s`).join("\n");
    expect(only(bash("go test ./... | head", packages))).toMatchObject({ outcome: "unknown" });
    expect(only(bash("go test ./... | head -50", packages))).toMatchObject({ outcome: "passed" });
  });

  it("cut between the line of what passed and that of what failed", () => {
    const passing = "\n  cart\n    ✔ sums\n    1) adds\n\n\n  3 passing (12ms)";
    expect(only(bash("npx mocha | head -7", passing))).toMatchObject({ outcome: "unknown" });
    expect(only(bash("npx mocha | head -40", passing))).toMatchObject({ outcome: "passed" });
    const first = "> nx run a:test\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)";
    expect(only(bash("npx nx run-many -t test | head -4", first))).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    ["npx vue-tsc --noEmit 2>&1 | tail -5", "}\n\nNode.js v24.21.0\n", "failed"],
    ["npm run build 2>&1 | tail -5", "Error: no such plugin\n    at a.js:1:2\n\nNode.js v22.4.0", "failed"],
    ["npx mocha || true", "  2 passing (3ms)\n\nNode.js v24.21.0", "passed"],
    ["npx tsc --noEmit | tail -5; node dist/a.js | tail -3", "}\n\nNode.js v24.21.0\n", "unknown"],
    ["node --test a.test.js | tail -9", "Node.js v24.21.0\nstarts the worker anew", "unknown"],
  ])("died of an error that nobody caught: %s", (command, output, outcome) => {
    expect(receiptsOf(stepsOf([bash(command, output)]))[0]).toMatchObject({ outcome });
  });

  it("written to a file nobody looked at", () => {
    expect(only(bash("npm test > out.log 2>&1; echo done", "done"))).toMatchObject({
      outcome: "unknown",
      masked: "sequence",
    });
  });
});

describe("whose exit code it is", () => {
  it("the whole line's, when nothing hides it", () => {
    expect(only(bash("cd a && npm test", "whatever", 0))).toMatchObject({ outcome: "passed", exitCode: 0 });
    expect(only(bash("cd a && npm test", "whatever", 1))).toMatchObject({ outcome: "failed", exitCode: 1 });
  });

  it("not the line's behind a pipe without a summary", () => {
    expect(only(bash("npm test | tail -3", "some log"))).toMatchObject({ outcome: "unknown", masked: "pipe" });
    const hooks = "ruff.......Passed\nmypy.......Passed\n";
    expect(only(bash("pre-commit run -a | tail -2", hooks))).toMatchObject({ outcome: "unknown" });
    expect(only(bash("pre-commit run -a | tail -20", hooks))).toMatchObject({ outcome: "passed" });
  });

  it.each([
    ["unit\nPASS: 5/5\nintegration\nassertion failed: total 2 != 3", "failed"],
    ["🎉 12 tests passed.\n❌ e2e: total is wrong", "failed"],
    ["pass 2 of 2\nCompile failed: cart.vhd", "failed"],
    ["Ok: 12\nFailed: 3", "failed"],
    ["│ requests │ 2 │ 1 │\n│ assertions │ 4 │ 0 │", "failed"],
    ["Executed 12 of 12 SUCCESS", "unknown"],
  ])("also where something plain or a part of it went well before that: %j", (output, outcome) => {
    expect(only(bash("npm test", output, 1))).toMatchObject({ outcome });
    const [, chained] = receiptsOf(stepsOf([bash("npx eslint . && npm test", output, 1)]));
    expect(chained).toMatchObject({ kind: "test", outcome: outcome === "failed" ? "unknown" : "passed" });
    expect(only(bash("npm test; echo code=$?", `${output}\ncode=1`))).toMatchObject({ outcome });
  });

  it("the one that the line prints", () => {
    expect(only(bash('npm test; echo "exit: $?"', "log\nexit: 1"))).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(only(bash('npm test | tail -3; echo "code=${PIPESTATUS[0]}"', "log\ncode=0"))).toMatchObject({
      outcome: "passed",
      exitCode: 0,
    });
  });

  it("told by what the line prints for good and bad", () => {
    expect(only(bash("npm test > log && echo ALL-GOOD || echo IT-BROKE", "IT-BROKE"))).toMatchObject({
      outcome: "failed",
    });
    expect(only(bash("npm test > log && echo ALL-GOOD || echo IT-BROKE", "ALL-GOOD"))).toMatchObject({
      outcome: "passed",
    });
  });

  it("in a chain that failed, the one whose summary says so; those before it passed", () => {
    const receipts = receiptsOf(stepsOf([bash("npx eslint . && npx tsc --noEmit && npx vitest run", FAIL, 1)]));
    expect(receipts.map((receipt) => [receipt.kind, receipt.outcome])).toEqual([
      ["lint", "passed"],
      ["typecheck", "passed"],
      ["test", "failed"],
    ]);
  });

  it("nobody's, when several could have failed and none says so", () => {
    const receipts = receiptsOf(stepsOf([bash("make build && make test", "some log", 1)]));
    expect(receipts.map((receipt) => receipt.outcome)).toEqual(["unknown", "unknown"]);
  });

  it("contradicted by the summary: not known", () => {
    expect(only(bash("npm test", PASS, 1))).toMatchObject({ outcome: "unknown" });
    expect(only(bash("npm test", FAIL, 0))).toMatchObject({ outcome: "unknown" });
  });

  it("silence of a type checker behind a pipe is a pass", () => {
    expect(only(bash("npx tsc --noEmit 2>&1 | head -20", ""))).toMatchObject({ outcome: "passed" });
    expect(only(bash("npx tsc --noEmit | grep src/a.ts", ""))).toMatchObject({ outcome: "unknown" });
  });

  it("may not have run at all after `||`", () => {
    const receipts = receiptsOf(stepsOf([bash("test -d node_modules || npm test")]));
    expect(receipts[0]?.outcome).toBe("unknown");
  });
});

describe("wanted failures", () => {
  const rows: [string, Call][] = [
    ["negated", bash("! npm test", FAIL, 0)],
    ["said in the description", bash("npm test", FAIL, 1, { description: "Verify the test fails without the fix" })],
    ["said in a comment", bash("# should fail before the fix\nnpm test", FAIL, 1)],
    ["said by the line", bash('npm test || echo "failed as expected"', `${FAIL}\nfailed as expected`)],
  ];
  it.each(rows)("%s: no failure", (_, call) => {
    expect(only(call)).toMatchObject({ expectedFailure: true, outcome: "unknown" });
  });

  it("a failure that is only looked at stays one", () => {
    expect(only(bash("npm test", FAIL, 1, { description: "Run tests to see the failures" }))).toMatchObject({
      outcome: "failed",
    });
  });

  it("a check on stashed changes says nothing about them", () => {
    expect(only(bash("git stash && npm test; git stash pop", FAIL))).toMatchObject({
      baseline: true,
      outcome: "unknown",
    });
    const receipts = receiptsOf(
      stepsOf([bash("git stash"), bash("npm test", FAIL, 1), bash("git stash pop"), bash("npm test", PASS)]),
    );
    expect(receipts.map((receipt) => [receipt.baseline, receipt.outcome])).toEqual([
      [true, "unknown"],
      [undefined, "passed"],
    ]);
  });
});

describe("changes that were put away for good", () => {
  it.each<[string, readonly Call[]]>([
    ["other work was begun", [bash("git stash"), edit("src/b.ts")]],
    ["they were dropped", [bash("git stash"), bash("git stash drop")]],
    ["they were dropped by name", [bash("git stash"), bash("git stash drop -q stash@{0}")]],
    ["they were dropped on the same line", [bash("git stash && git stash clear")]],
    ["they went to a branch", [bash("git stash"), bash("git stash branch parked")]],
  ])("a check counts again when %s", (_, calls) => {
    const run = (output: string, code?: number): unknown =>
      receiptsOf(stepsOf([edit("src/a.ts"), ...calls, bash("npm test", output, code)])).at(-1);
    expect(run(FAIL, 1)).toMatchObject({ outcome: "failed", baseline: undefined });
    expect(run("")).toMatchObject({ outcome: "passed", baseline: undefined });
  });

  it.each<[string, readonly Call[]]>([
    ["a note was written", [bash("git stash"), edit("docs/notes.md")]],
    ["the list was looked at", [bash("git stash"), bash("git stash list", "stash@{0}")]],
    ["another entry was dropped", [bash("git stash"), bash("git stash drop stash@{1}")]],
  ])("but not when only %s", (_, calls) => {
    const run = receiptsOf(stepsOf([edit("src/a.ts"), ...calls, bash("npm test", FAIL, 1)])).at(-1);
    expect(run).toMatchObject({ outcome: "unknown", baseline: true });
  });

  it.each<[string, readonly Call[]]>([
    ["popped", [bash("npm test", FAIL, 1), bash("git stash pop")]],
    ["applied", [bash("npm test", FAIL, 1), bash("git stash apply stash@{0}")]],
    ["put on a branch", [bash("npm test", FAIL, 1), bash("git stash branch parked")]],
    ["popped on the same line", [bash("npm test; git stash pop", FAIL)]],
  ])("what ran beside a new file was a baseline after all when they are %s", (_, calls) => {
    const [first, between, last] = receiptsOf(
      stepsOf([
        edit("src/a.ts"),
        bash("npm test", PASS),
        bash("git stash"),
        edit("scripts/repro.ts"),
        ...calls,
        bash("npm test", FAIL, 1),
      ]),
    );
    expect(first).toMatchObject({ outcome: "passed", baseline: undefined });
    expect(between).toMatchObject({ outcome: "unknown", baseline: true });
    expect(last).toMatchObject({ outcome: "failed", baseline: undefined });
  });
});

describe("how much of a run is seen", () => {
  const [tests, examples] = [2, 0].map(
    (passed) => `running ${passed} tests\n\ntest result: ok. ${passed} passed; 0 failed; 0 ignored; 0 measured\n`,
  );

  it.each<[line: string, output: string, outcome: string]>([
    // The end of cargo's output is about the examples of the documentation, which there are none of.
    ["cargo test > /tmp/t.log 2>&1; tail -4 /tmp/t.log", `${examples}\n`, "unknown"],
    ["cargo test > /tmp/t.log 2>&1; cat /tmp/t.log", `${examples}\n`, "nothing-ran"],
    ["cargo test > /tmp/t.log 2>&1; cat /tmp/t.log | tail -4", `${examples}\n`, "unknown"],
    ["cargo test > /tmp/t.log 2>&1; tail -40 /tmp/t.log", `${tests}\n${examples}\n`, "passed"],
    // The next crate may have failed.
    ["cargo test 2>&1 | head -4", `${tests}\n`, "unknown"],
    ["cargo test 2>&1 | head -40", `${tests}\n`, "passed"],
    // A blank line is all that is seen of a program that is silent when all is well.
    ["yamllint . 2>&1 | tail -1", "", "unknown"],
    ["npx eslint . 2>&1 | head -n 1", "", "unknown"],
    ["yamllint . 2>&1 | tail -5", "", "passed"],
    // What lists files that are not formatted ends with 0.
    ["gofmt -l .", "cart/cart.go\n", "failed"],
    ["gofmt -l . | head -5", "cart/cart.go\n", "failed"],
    [
      "gofmt -d .",
      "diff cart.go.orig cart.go\n--- cart.go.orig\n+++ cart.go\n@@ -1,2 +1,4 @@\n package cart",
      "failed",
    ],
    [
      "clang-format --dry-run a.c",
      "a.c:2:15: warning: code is to be formatted [-Wclang-format-violations]\n",
      "failed",
    ],
    ["gofmt -l . && echo OK", "OK\n", "passed"],
    ["ls; gofmt -l .", "cart.go\n", "passed"],
  ])("%s %j is %s", (line, output, outcome) => {
    expect(only(bash(line, output)).outcome).toBe(outcome);
  });
});

describe("several summaries in one output", () => {
  const outcomes = (command: string, output: string, exitCode = 0): unknown[] =>
    receiptsOf(stepsOf([bash(command, output, exitCode)])).map((receipt) => receipt.outcome);
  const [red, green] = ["1 failed, 4 passed in 0.1s\n", "5 passed in 0.1s\n"];

  it("the last one is the last run's, and whose the failure is, is not told", () => {
    expect(outcomes("pytest -q | tail -1; pytest -q | tail -1", `${red}${green}`)).toEqual(["unknown", "passed"]);
    expect(outcomes("pytest -q | tail -1; pytest -q | tail -1", `${green}${red}`)).toEqual(["unknown", "failed"]);
    expect(outcomes("pytest a; pytest b", `${green}${red}`, 1)).toEqual(["unknown", "failed"]);
  });

  it("a summary of several lines is not taken apart", () => {
    expect(outcomes("npx vitest run a | tail; npx vitest run b | tail", `${FAIL}\n${PASS}`)).toEqual([
      "unknown",
      "unknown",
    ]);
    expect(outcomes("npx vitest run a | tail; npx vitest run b | tail", `${PASS}\n${FAIL}`)).toEqual([
      "unknown",
      "failed",
    ]);
  });

  it("one run: the summary at the end counts, in a loop every one", () => {
    expect(outcomes("pytest -rP | tail", `${red}${green}`)).toEqual(["passed"]);
    expect(outcomes("pytest -rP | tail", `${green}${red}`)).toEqual(["failed"]);
    expect(outcomes("for d in a b; do pytest -q $d; done | tail", `${red}${green}`)).toEqual(["failed"]);
    expect(outcomes("pnpm -r test | tail", `${red}${green}`)).toEqual(["failed"]);
  });

  it("what ended the line well has not failed, whatever stands in its output", () => {
    const output = "✖ 1 problem (1 error, 0 warnings)\n";
    expect(outcomes("npx eslint src || npx eslint src --fix", output)).toEqual(["unknown", "unknown"]);
    expect(outcomes("npx eslint src || npx eslint src --fix", output, 1)).toEqual(["unknown", "failed"]);
  });

  it("between two switches other code was looked at", () => {
    const line = "git switch -q main; pytest -q | tail -1; git switch -q -; pytest -q | tail -1";
    const receipts = receiptsOf(stepsOf([bash(line, `${red}${green}`)]));
    expect(receipts.map((receipt) => receipt.baseline)).toEqual([true, undefined]);
    expect(only(bash("git switch -c fix; pytest -q; git switch main", red, 1)).baseline).toBeUndefined();
  });
});

describe("freshness", () => {
  const tests = bash("npx vitest run", PASS);
  const stale: [string, Call][] = [
    ["code", edit("src/a.ts")],
    ["a test", edit("src/a.test.ts")],
    ["through the shell", bash("sed -i 's/1/2/' src/a.ts")],
    ["a new file", ["Write", { file_path: "src/new.ts", content: "export const a = 1;" }, "ok"]],
    ["a settings file that decides", edit("tsconfig.json", "true", "false")],
  ];
  it.each(stale)("%s edited afterwards makes it stale", (_, change) => {
    expect(only(tests, change).stale).toMatchObject({ step: 2, strength: "sure" });
  });

  const weak: [string, Call][] = [
    ["a formatter", bash("npx prettier --write src/a.ts")],
    ["a change without a path", bash("git checkout .")],
    ["a generated file", edit("dist/a.js")],
    ["a lock file", edit("package-lock.json", '"1.0.0"', '"1.0.1"')],
    ["only a comment", edit("src/a.ts", "a(); // old", "a(); // new")],
  ];
  it.each(weak)("%s is weak", (_, change) => {
    expect(only(tests, change).stale?.strength).toBe("weak");
  });

  const fresh: [string, Call][] = [
    ["a document", edit("docs/a.md")],
    ["scratch", bash("echo x > /tmp/notes.py")],
    ["another language", edit("server/main.go")],
    ["a workflow", edit(".github/workflows/ci.yml")],
    ["an edit that failed", ["Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, "no match", "error"]],
    ["an edit before it", tests],
  ];
  it.each(fresh)("%s leaves it fresh", (_, change) => {
    const receipts = receiptsOf(stepsOf([edit("src/before.ts"), tests, change]));
    expect(receipts[0]?.stale).toBeUndefined();
  });

  it("a later sure change takes the place of a weak one", () => {
    expect(only(tests, bash("git checkout ."), edit("src/a.ts")).stale).toMatchObject({ step: 3, strength: "sure" });
  });

  it("a partial run is surely stale only by what it covers", () => {
    const partial = bash("npx vitest run src/parser/a.test.ts", PASS);
    expect(only(partial, edit("src/parser/a.ts")).stale?.strength).toBe("sure");
    expect(only(partial, edit("web/other.ts")).stale?.strength).toBe("weak");
  });

  it("a run in one folder is only weakly touched by another", () => {
    expect(only(bash("cd web && npm test", PASS), edit("api/a.ts")).stale?.strength).toBe("weak");
    expect(only(bash("cd web && npm test", PASS), edit("web/a.ts")).stale?.strength).toBe("sure");
  });
});

describe("tasks", () => {
  it("are looked up where the thread has shown them", () => {
    const manifest =
      '{\n  "scripts": {\n    "verify": "eslint . && vitest run",\n    "lax": "eslint . || true"\n  }\n}';
    const read: Call = [
      "Read",
      { file_path: "/r/package.json" },
      manifest
        .split("\n")
        .map((line, index) => `     ${index + 1}→${line}`)
        .join("\n"),
    ];
    const receipts = receiptsOf(stepsOf([read, bash("npm run verify", PASS), bash("npm run lax", "", 0)]));
    expect(
      receipts.map((receipt) => [receipt.command, receipt.kind, receipt.runner, receipt.outcome, receipt.masked]),
    ).toEqual([
      ["npm run verify", "lint", "eslint", "passed", undefined],
      ["npm run verify", "test", "vitest run", "passed", undefined],
      ["npm run lax", "lint", "eslint", "unknown", "or"],
    ]);
  });

  it("are looked up in Makefiles, justfiles and mise", () => {
    const make: Call = [
      "Read",
      { file_path: "Makefile" },
      "all: x\n\tgo build ./...\n\nx:\n\tgo vet ./...\n\t@go test ./...\n",
    ];
    const mise: Call = bash("cat mise.toml", '[tasks.ci]\nrun = "cargo clippy && cargo test"\n');
    const receipts = receiptsOf(stepsOf([make, mise, bash("make x"), bash("mise run ci")]));
    expect(receipts.map((receipt) => receipt.runner)).toEqual(["go vet", "go test", "cargo clippy", "cargo test"]);
  });

  it("are read from what the runner echoes", () => {
    expect(only(bash("bun run typecheck | tail -3", "$ tsc --noEmit"))).toMatchObject({
      runner: "tsc",
      outcome: "passed",
    });
    expect(only(bash("npm run thing", "\n> x@1.0.0 thing\n> vitest run\n\nok"))).toMatchObject({
      kind: "test",
      runner: "vitest run",
    });
  });

  it("that run themselves in every package do not multiply", () => {
    const echo = "$ bun --filter a typecheck && bun --filter b typecheck && bun --filter c typecheck\nok";
    expect(receiptsOf(stepsOf([bash("bun run typecheck", echo)]))).toHaveLength(1);
  });

  it("of tools that tell a failure at the end pass when they do not", () => {
    expect(only(bash("mise run lint 2>&1 | tail -3", "[lint] $ custom-linter\nlooked at 12 files"))).toMatchObject({
      outcome: "passed",
    });
    expect(only(bash("mise run lint 2>&1 | tail -3", "x\n[lint] ERROR task failed"))).toMatchObject({
      outcome: "failed",
    });
    expect(only(bash("npm run lint 2>&1 | tail -3", "looked at 12 files"))).toMatchObject({ outcome: "unknown" });
  });
});

describe("ends that come later", () => {
  /** Said of a part, or by another program. */
  const PLAIN_PASS = "unit\nPASS: 5/5\nintegration";
  const start: Call = [
    "Bash",
    { command: "npm test", run_in_background: true },
    "Command running in background with ID: bash_1",
    "background",
  ];

  describe("in the one terminal of OpenHands", () => {
    const begun = (command: string): Call => [
      "terminal",
      { command, is_input: false },
      "collecting ...\n[The command has no new output after 10 seconds. You may wait longer.]",
      "background",
    ];
    const typed = (keys: string, output: string, status: ToolStatus, exitCode?: number): Call => {
      const input = { command: keys, is_input: true };
      return exitCode === undefined
        ? ["terminal", input, output, status]
        : ["terminal", input, output, status, exitCode];
    };

    it.each([
      ["nothing typed", typed("", PASS, "done", 0), { ended: "done", outcome: "passed", reportedAt: 2 }],
      ["nothing typed, and it failed", typed("", "1 failed", "error", 1), { ended: "done", outcome: "failed" }],
      ["it goes on", typed("", "[The command timed out after 30.0 seconds. x]", "background"), { ended: "background" }],
      ["interrupted", typed("C-c", "^C", "interrupted"), { ended: "interrupted", outcome: "unknown" }],
      ["interrupted below what was on the screen", typed("C-c", `${FAIL}\n^C`, "interrupted"), { outcome: "unknown" }],
      ["interrupted after its last word", typed("C-c", `${PASS}\n^C`, "interrupted"), { outcome: "passed" }],
    ])("%s", (_, next, expected) => {
      expect(only(begun("npm test"), next)).toMatchObject(expected);
    });

    it("a watcher that showed its round was ended then", () => {
      const round = `${PASS}\n PASS  Waiting for file changes...`;
      const calls = [begun("npm test"), typed("", round, "background"), typed("C-c", "^C", "interrupted")];
      expect(only(...calls)).toMatchObject({ ended: "running", outcome: "passed" });
    });

    it("another command took its place before it was looked at", () => {
      const look = typed("", PASS, "done", 0);
      const [first, second] = receiptsOf(stepsOf([begun("npm test"), begun("npm run test:slow"), look]));
      expect(first).toMatchObject({ ended: "background", outcome: "unknown" });
      expect(second).toMatchObject({ ended: "done", outcome: "passed" });
    });
  });

  it("a look at the background task belongs to the run it reports on", () => {
    const look: Call = [
      "BashOutput",
      { bash_id: "bash_1" },
      `<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>\n${PASS}\n</stdout>`,
      "done",
      0,
    ];
    expect(only(start, look)).toMatchObject({
      step: 1,
      reportedAt: 2,
      ended: "done",
      outcome: "passed",
      exitCode: 0,
      counts: { passed: 5 },
    });
  });

  describe("told by the host", () => {
    const written = "Command running in background with ID: b7. Output is being written to: /tmp/b7.output";
    const told = (command: string, exit: number): Call => ["Bash", { command }, written, "background", exit];
    const look = (output: string): Call => ["Read", { file_path: "/tmp/b7.output" }, output];

    it.each<[command: string, exit: number, outcome: string]>([
      ["npm test", 0, "passed"],
      ["npm test", 1, "failed"],
      ["npm test > all.log 2>&1", 1, "failed"],
      ["cd web && CI=1 npm test", 1, "failed"],
      // Not the code of the tests, or of nobody who came to an end.
      ["npm test | tail -5", 0, "unknown"],
      ["npm test; echo done", 0, "unknown"],
      ["npm test || true", 0, "unknown"],
      ["npm run build && npm test", 1, "unknown"],
      ["npx vitest --watch", 1, "unknown"],
      ["npm test", 143, "unknown"],
    ])("%s with %i: %s", (command, exit, outcome) => {
      expect(receiptsOf(stepsOf([told(command, exit)])).at(-1)).toMatchObject({ outcome });
    });

    it.each<[exit: number, printed: string, outcome: string]>([
      [0, PASS, "passed"],
      [1, FAIL, "failed"],
      [0, FAIL, "unknown"],
      [1, PASS, "unknown"],
      [1, PLAIN_PASS, "failed"],
      [0, PLAIN_PASS, "passed"],
    ])("with %i, and what it printed is looked at: %s", (exit, printed, outcome) => {
      expect(only(told("npm test", exit), look(printed))).toMatchObject({ outcome, ended: "done" });
    });
  });

  it.each<[exit: number, printed: string, expected: Partial<Receipt>]>([
    [1, PLAIN_PASS, { outcome: "failed", ended: "done" }],
    [0, PLAIN_PASS, { outcome: "passed" }],
    [1, PASS, { outcome: "unknown", ended: "done" }],
    [143, PASS, { outcome: "unknown", ended: "done" }],
    [143, "RUN v3.2.4", { outcome: "unknown", ended: "interrupted" }],
    [127, "sh: vitest: command not found", { outcome: "nothing-ran" }],
  ])("with the code that a look at the task shows: %i, %s", (exit, printed, expected) => {
    const shown = `<status>completed</status>\n<exit_code>${exit}</exit_code>\n<stdout>\n${printed}\n</stdout>`;
    const look: Call = ["BashOutput", { bash_id: "bash_1" }, shown, exit === 0 ? "done" : "error"];
    expect(only(start, look)).toMatchObject({ ...expected, exitCode: exit });
  });

  // The code is the line's, and another part of it may be what failed.
  it.each<[command: string, exit: number, printed: string, expected: Partial<Receipt>]>([
    ["npm test; npm run lint", 1, `${PLAIN_PASS}\n✖ 1 problem (1 error, 0 warnings)`, { outcome: "unknown" }],
    ["set -o pipefail; npm test | tee out.log | grep -c XX", 1, PLAIN_PASS, { outcome: "unknown" }],
    ["npm test | tee out.log | grep FAIL", 1, "", { outcome: "unknown" }],
    ["npm test && npm run deploy", 1, `${PLAIN_PASS}\nError: no credentials`, { outcome: "unknown" }],
    ["make test; git diff --exit-code", 1, PLAIN_PASS, { outcome: "unknown" }],
    ["npm test; say done", 127, `${PLAIN_PASS}\nbash: say: command not found`, { outcome: "unknown" }],
    ["npm test && npm run deploy", 1, PASS, { outcome: "passed" }],
    ["npm test && npm run deploy", 1, FAIL, { outcome: "failed" }],
    ["npm test; say done", 127, FAIL, { outcome: "failed" }],
    ["npm test && npm run deploy", 0, PLAIN_PASS, { outcome: "passed" }],
    ["cd web && npm test", 1, PLAIN_PASS, { outcome: "failed" }],
    ["npm test; kill %1", 143, "", { outcome: "unknown", ended: "interrupted" }],
  ])("with the code of a whole line in the background: %s, %i, %j", (command, exit, printed, expected) => {
    const begun: Call = ["Bash", { command }, "Command running in background with ID: bash_1", "background"];
    const shown = `<status>completed</status>\n<exit_code>${exit}</exit_code>\n<stdout>\n${printed}\n</stdout>`;
    const look: Call = ["BashOutput", { bash_id: "bash_1" }, shown, exit === 0 ? "done" : "error"];
    const [test] = receiptsOf(stepsOf([begun, look]));
    expect(test).toMatchObject({ kind: "test", ended: "done", ...expected });
  });

  it("a look while it runs changes nothing", () => {
    const look: Call = ["BashOutput", { bash_id: "bash_1" }, "<status>running</status>", "background"];
    expect(only(start, look)).toMatchObject({ ended: "background", outcome: "unknown" });
  });

  it("a session of Codex ends in a later call", () => {
    const run: Call = ["exec_command", '{"cmd":"npm test"}', "Process running with session ID 42", "background"];
    const poll: Call = [
      "write_stdin",
      '{"session_id":42,"chars":""}',
      `Process exited with code 1\n${FAIL}`,
      "error",
      1,
    ];
    expect(only(run, poll)).toMatchObject({ reportedAt: 2, outcome: "failed", exitCode: 1 });
  });

  it("an output file that is read later", () => {
    const receipts = receiptsOf(
      stepsOf([bash("npm test > /tmp/t.log 2>&1; echo done", "done"), bash("tail -20 /tmp/t.log", FAIL)]),
    );
    expect(receipts[0]).toMatchObject({ step: 1, reportedAt: 2, outcome: "failed" });
  });

  it("an edit between start and end makes it stale", () => {
    const look: Call = [
      "BashOutput",
      { bash_id: "bash_1" },
      `<status>completed</status><exit_code>0</exit_code>${PASS}`,
      "done",
      0,
    ];
    expect(only(start, edit("src/a.ts"), look)).toMatchObject({
      outcome: "passed",
      stale: { step: 2, strength: "sure" },
    });
  });
});

it.each<[name: string, workdir: string, command: string, cwd: string | undefined]>([
  ["a package", "/repo/packages/a", "npm test", "packages/a"],
  ["as seen from the workspace", "packages/a", "npm test", "packages/a"],
  ["and further down by the line", "/repo/packages", "cd a && npm test", "packages/a"],
  ["left by the line", "/repo/packages/a", "cd /repo/b && npm test", "/repo/b"],
  ["the workspace", "/repo", "npm test", undefined],
  ["another checkout", "/other/repo", "npm test", "/other/repo"],
  ["no directory at all", "x".repeat(2000), "npm test", undefined],
])("a check ran where its call asked for: %s", (_name, workdir, command, cwd) => {
  const steps = stepsOf([["exec_command", { cmd: command, workdir }, "Tests  3 passed (3)"]]);
  expect(continueReceipts(NO_RECEIPTS, steps, "/repo").receipts.map((receipt) => receipt.cwd)).toEqual([cwd]);
});

describe("going on from what was known", () => {
  it("gives the same as reading everything at once", () => {
    const calls: Call[] = [
      bash("npm test", PASS),
      edit("src/a.ts"),
      bash("git stash"),
      bash("npm test", FAIL, 1),
      bash("git stash pop"),
      bash("npm run lint", ""),
    ];
    const steps = stepsOf(calls);
    const whole = continueReceipts(NO_RECEIPTS, steps);
    const parts = steps.reduce((state, step) => continueReceipts(state, [step]), NO_RECEIPTS);
    expect(parts).toEqual(whole);
  });

  it("goes on with an earlier turn's knowledge", () => {
    const before = continueReceipts(
      NO_RECEIPTS,
      stepsOf([bash("cat package.json", '{"scripts":{"go":"vitest run"}}'), bash("npm test", PASS)]),
    );
    const { receipts } = continueReceipts(before, stepsOf([bash("npm run go", PASS)], 3));
    expect(receipts.map(({ step, runner }) => [step, runner])).toEqual([
      [2, "npm test"],
      [3, "vitest run"],
    ]);
  });

  it("costs the same at the end of a long thread", () => {
    const turn = (from: number): Step[] =>
      stepsOf(
        [edit(`src/a${from}.ts`), bash(`npx vitest run src/a${from}.test.ts`, PASS), bash("npm run lint", "")],
        from,
      );
    let state = NO_RECEIPTS;
    const times: number[] = [];
    for (let number = 0; number < 600; number++) {
      const steps = turn(number * 3 + 1);
      const start = performance.now();
      state = continueReceipts(state, steps);
      times.push(performance.now() - start);
    }
    const median = (values: number[]): number =>
      values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
    expect(state.receipts.length).toBeLessThanOrEqual(200);
    expect(median(times.slice(-100)) / median(times.slice(200, 300))).toBeLessThan(5);
  });

  it("never throws, whatever the steps hold", () => {
    const piece = fc.constantFrom(
      "npm test",
      "go test ./...",
      "&&",
      "||",
      "|",
      "tail",
      "; true",
      "! ",
      "git stash",
      "pop",
      "> a.log",
      "2>&1",
      "&",
      "bash -c '",
      "'",
      "make",
      "$(",
      ")",
      "echo $?",
    );
    const command = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" ")),
      fc.string(),
    );
    const status = fc.constantFrom<ToolStatus>(
      "done",
      "error",
      "timed-out",
      "background",
      "interrupted",
      "rejected",
      "running",
    );
    const call = fc.tuple(
      fc.constantFrom("Bash", "Edit", "Task", "BashOutput", "Read", "exec"),
      fc.oneof(
        command.map((text) => ({ command: text })),
        fc.anything(),
      ),
      fc.oneof(fc.string(), fc.constantFrom(PASS, FAIL, "exit: 1")),
      status,
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), (calls) => {
        for (const receipt of receiptsOf(stepsOf(calls))) {
          const ruledOut = !couldBeFailure(receipt);
          expect(receipt.supports[0]).toBe(receipt.kind);
          expect(ruledOut && receipt.outcome === "failed").toBe(false);
          expect(readReceipt(receipt)).toMatchObject({ ended: receipt.ended, outcome: receipt.outcome });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("an exit code that is printed after a chain", () => {
  const outcomes = (command: string, output: string): [string, string][] =>
    receiptsOf(stepsOf([bash(command, output)])).map(({ runner, outcome }) => [runner, outcome]);

  it("is not the build's when the program after it set it", () => {
    const line = 'go build -o /tmp/x . && /tmp/x --bad; echo "Exit code: $?"';
    expect(outcomes(line, "usage: x\nExit code: 2")).toContainEqual(["go build", "unknown"]);
  });

  it("speaks for everyone in the chain when it is zero", () => {
    expect(outcomes("npx tsc --noEmit && npx eslint .; echo $?", "0")).toEqual([
      ["tsc", "passed"],
      ["eslint", "passed"],
    ]);
  });

  it("is the check's own when only a change of folder comes before", () => {
    expect(outcomes('cd app && npx eslint .; echo "exit: $?"', "exit: 1")).toEqual([["eslint", "failed"]]);
  });

  it("leaves it to the runner's summary whose failure it was", () => {
    expect(outcomes('npx eslint . && npx vitest run; echo "exit: $?"', `${FAIL}\nexit: 1`)).toContainEqual([
      "vitest run",
      "failed",
    ]);
  });
});

it("a watcher that is looked at after a change speaks for the code as it is", () => {
  const [receipt] = receiptsOf(
    stepsOf([
      [
        "Bash",
        { command: "npx vitest --watch > /tmp/w.log 2>&1", run_in_background: true },
        "with ID: b1",
        "background",
      ],
      edit("src/a.ts", "a();", "b();\nc();\nd();"),
      bash("tail -5 /tmp/w.log", PASS),
    ]),
  );
  expect(receipt).toMatchObject({ outcome: "passed" });
  expect(receipt?.stale).toBeUndefined();
});
