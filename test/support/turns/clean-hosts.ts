import { type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, PYTEST_RED, VITEST, VITEST_42, VITEST_RED, fixed } from "./cart.ts";

const BACKGROUND = { output: "Command running in background with ID: b1", status: "background" } as const;
const watched = (text: string): string => `<status>running</status>\n<stdout>\n${text}</stdout>`;

/** Tests whose end the host shows in a later step, or that a tool of the host or of another maker ran. */
const SHOWN_LATER: readonly TurnCase[] = [
  [
    "in the background, through tee",
    fixed()
      .call("Bash", { command: "npx vitest run 2>&1 | tee /tmp/run.log", run_in_background: true }, BACKGROUND)
      .run("sleep 20; tail -3 /tmp/run.log", VITEST_42)
      .end("The cart sums. All 42 tests pass."),
  ],
  [
    "by a watcher that ran again after the fix",
    by("claude")
      .ask("Sum the cart.")
      .call("Bash", { command: "npx vitest", run_in_background: true }, BACKGROUND)
      .call(
        "BashOutput",
        { bash_id: "b1" },
        { output: watched(`${VITEST_RED} FAIL  Tests failed. Watching for file changes...\n`), status: "background" },
      )
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .call(
        "BashOutput",
        { bash_id: "b1" },
        {
          output: watched(` RERUN  src/cart.ts x1\n${VITEST} PASS  Waiting for file changes...\n`),
          status: "background",
        },
      )
      .end("The cart sums; the watcher ran again: all 8 tests pass."),
  ],
  [
    "by a watcher whose log was read twice",
    by("claude")
      .ask("Sum the cart.")
      .call("Bash", { command: "npx vitest > /tmp/watch.log 2>&1", run_in_background: true }, BACKGROUND)
      .run("sleep 3; cat /tmp/watch.log", `${VITEST_RED} FAIL  Tests failed. Watching for file changes...\n`)
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run(
        "sleep 3; cat /tmp/watch.log",
        `${VITEST_RED} FAIL  Tests failed. Watching for file changes...\n RERUN  src/cart.ts x1\n${VITEST} PASS  Waiting for file changes...\n`,
      )
      .end("The cart sums; the watcher is green: 8 passed."),
  ],
  [
    "in a log to which every run adds its own",
    fixed()
      .run("npx vitest run >> /tmp/runs.txt 2>&1", "", 1)
      .edit("/repo/src/cart.ts", "let sum = 0;", "let sum = 0.0;")
      .run("./check.sh >> /tmp/runs.txt 2>&1")
      .run("tail -8 /tmp/runs.txt", `${VITEST_RED}${VITEST_42}`)
      .end("The cart sums. All 42 tests pass."),
  ],
  [
    "by a session that was looked at until its end",
    by("codex")
      .ask("Sum the cart.")
      .edit("src/cart.ts", BEFORE, AFTER)
      .call("exec_command", { cmd: "pytest" }, { output: "Process running with session ID 7\n", status: "background" })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: "8 passed in 0.61s\n" }, 0)
      .end("The cart sums. All 8 tests pass."),
  ],
  [
    "by a tool for tests, the second time",
    fixed()
      .call("mcp__pytest__run_tests", {}, { output: '{"success": false, "passed": 7, "failed": 1}' })
      .edit("/repo/src/cart.ts", "let sum = 0;", "let sum = 0.0;")
      .call("mcp__pytest__run_tests", {}, { output: '{"success": true, "passed": 8, "failed": 0}' })
      .end("The cart sums. All 8 tests pass."),
  ],
  [
    "here, and on a machine with the old version",
    fixed()
      .run("ssh prod1 'cd /srv/shop && pytest -q'", PYTEST_RED, 1)
      .run("pytest -q", "42 passed in 1.2s\n")
      .end("The cart sums: all 42 tests pass here."),
  ],
  [
    "on another machine, where some fail",
    fixed()
      .run("ssh dev1 'cd /srv/shop && pytest -q'", PYTEST_RED, 1)
      .end("The cart sums. On dev1 40 tests pass and 2 fail: `test_total` still sees the old file there."),
  ],
  [
    "by a function of PowerShell",
    fixed()
      .call(
        "PowerShell",
        { command: "Invoke-Pester -Output Detailed" },
        { output: "  [+] sums 12ms\nTests completed in 312ms\nTests Passed: 3, Failed: 0, Skipped: 0, NotRun: 0\n" },
        0,
      )
      .end("The cart sums. All 3 tests pass."),
  ],
  [
    "in the Linux of a Windows machine",
    fixed()
      .run("wsl.exe -d Ubuntu -- bash -lc 'cd /mnt/c/shop && pytest -q'", "42 passed in 1.2s\n")
      .end("The cart sums; all 42 tests pass in WSL."),
  ],
];

/** The tests went red, were mended, and ran again in a way of which the record shows little. */
const RUN_AGAIN: readonly TurnCase[] = (
  [
    ["in a codespace", (story) => story.run("gh cs ssh -c x -- 'cd /workspaces/shop && npm test'", VITEST)],
    ["by a service", (story) => story.run("gcloud builds submit", "DONE\nID   STATUS\nabc  SUCCESS\n")],
    [
      "by a build of another service",
      (story) =>
        story
          .run("aws codebuild start-build --project-name shop", "{}")
          .run("aws codebuild batch-get-builds --ids x --query 'builds[0].buildStatus'", '"SUCCEEDED"\n'),
    ],
    ["as a stage of an image", (story) => story.run("docker build --target test . 2>&1 | tail -1", "#12 DONE 12.1s\n")],
    ["by a batch file", (story) => story.run("cmd /c test.bat", "ok\n")],
    ["in a terminal that is open", (story) => story.run("tmux send-keys -t dev 'npm test' Enter; sleep 9", "")],
    [
      "by an interpreter",
      (story) => story.call("python", { code: "subprocess.run(['npx', 'vitest', 'run']).returncode" }, { output: "0" }),
    ],
    [
      "by an evaluator",
      (story) => story.call("mcp__tidewave__project_eval", { code: "ExUnit.run()" }, { output: "0" }),
    ],
    ["by a workflow of the host", (story) => story.call("Workflow", { name: "verify" }, { output: "All green." })],
    [
      "by a helper of an earlier turn",
      (story) =>
        story
          .call("send_input", { id: "a", message: "once more" }, { output: "{}" })
          .call("wait", { ids: ["a"] }, { output: '{"a":{"completed":"the suite is green"}}' }),
    ],
    [
      "by a runner that another maker's tool starts",
      (story) => story.call("mcp__bun__start", { args: [] }, { output: " 8 pass\n 0 fail\nRan 8 tests\n" }),
    ],
  ] as const satisfies readonly (readonly [string, (story: AgentStory) => AgentStory])[]
).map(([name, again]): TurnCase => [
  `run again ${name}`,
  again(
    fixed()
      .run("npx vitest run", VITEST_RED, 1)
      .edit(
        "/repo/src/cart.ts",
        "let sum = 0;",
        "let sum = 0;\nif (!items) return 0;\nconst count = items.length;\nuse(count);",
      ),
  ).end("The cart sums. All 8 tests pass."),
]);

const WRONG_TYPE = `[{"uri":"file:///repo/src/cart.ts","diagnostics":[{"message":"Type 'string' is not assignable","severity":"Error"}]}]`;

/** What the editor shows of the types. */
const SHOWN_BY_EDITOR: readonly TurnCase[] = [
  [
    "errors that the compiler does not share",
    fixed()
      .call("mcp__ide__getDiagnostics", {}, { output: WRONG_TYPE })
      .run("npx tsc --noEmit")
      .end("The cart sums and there are no type errors: `tsc` is clean, the editor still showed an old one."),
  ],
  [
    "errors that were mended after the look",
    fixed()
      .call("mcp__ide__getDiagnostics", {}, { output: WRONG_TYPE })
      .edit("/repo/src/cart.ts", "let sum = 0;", "let sum: number = 0;")
      .end("The cart sums. The editor reported no type errors besides the one I mended."),
  ],
  [
    "errors that were there before",
    fixed()
      .call("get_errors", {}, { output: WRONG_TYPE })
      .end("The cart sums; no new type errors. The one in `cart.ts` is older."),
  ],
  [
    "warnings only",
    fixed()
      .call("mcp__ide__getDiagnostics", {}, { output: WRONG_TYPE.replace('"Error"', '"Hint"') })
      .end("The cart sums. No type errors."),
  ],
];

/** Edits that nobody let the agent make. */
const REFUSED: readonly TurnCase[] = [
  [
    "an edit that was refused, and is shown instead",
    by("codex")
      .ask("Show 50 rows a page.")
      .edit("src/config.ts", "pageSize: 20", "pageSize: 50", {
        output: "patch rejected: writing is blocked by read-only sandbox",
        status: "rejected",
      })
      .end("I could not write `src/config.ts`, the sandbox is read-only. Set `pageSize` to 50 there."),
  ],
  [
    "an edit that the person made himself",
    by("claude")
      .ask("Show 50 rows a page.")
      .edit("/repo/src/config.ts", "pageSize: 20", "pageSize: 50", {
        output:
          "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\ndid it",
        status: "rejected",
      })
      .end("Updated in `src/config.ts`: a page has 50 rows now."),
  ],
  [
    "an edit that was refused, and another file instead",
    by("claude")
      .ask("Show 50 rows a page.")
      .edit("/repo/src/config.ts", "pageSize: 20", "pageSize: 50", {
        output: "Permission to use Edit on /repo/src/config.ts has been denied.",
        status: "rejected",
      })
      .edit("/repo/src/defaults.ts", "pageSize: 20", "pageSize: 50")
      .end("I updated `src/defaults.ts`, because `src/config.ts` is protected: a page has 50 rows now."),
  ],
  [
    "an edit that was refused, then made in the shell",
    by("claude")
      .ask("Show 50 rows a page.")
      .edit("/repo/src/config.ts", "pageSize: 20", "pageSize: 50", {
        output: "Claude requested permissions to write to /repo/src/config.ts, but you haven't granted it yet.",
        status: "rejected",
      })
      .run("sed -i 's/pageSize: 20/pageSize: 50/' src/config.ts")
      .end("I updated `src/config.ts`: a page has 50 rows now."),
  ],
];

const NOTED = `// sums teh items\n${AFTER}`;
const tested = (cwd = "/repo"): AgentStory =>
  by("claude", cwd).ask("Sum the cart.").edit(`${cwd}/src/cart.ts`, BEFORE, NOTED).run("npx vitest run", VITEST_42);
const script = (replaced: string, path = "src/cart.ts"): string =>
  `python3 - <<'EOF'\np = '${path}'\ns = open(p).read()\ns = s.${replaced}\nopen(p, 'w').write(s)\nEOF`;
const windows = (command: string): AgentStory => tested(String.raw`C:\shop`).call("PowerShell", { command });

/** Changes after the tests by other means than the host's own editor, none of which the tests could see. */
const NOT_OUTDATED: readonly TurnCase[] = (
  [
    ["a script that mends a comment", tested().run(script("replace('sums teh', 'sums the')"))],
    ["a script that finds nothing", tested().run(script("replace('summ += 1', 'sum += 2')"))],
    ["a script that indents", tested().run(script("replace('  sum += item.price;', '    sum += item.price;')"))],
    ["a script for the handbook", tested().run(script("replace('let sum = 0;', 'x')", "docs/cart.md"))],
    [
      "a script, and another that takes it back",
      tested()
        .run(script("replace('sum += item.price;', 'sum += 2 * item.price;')"))
        .run(script("replace('sum += 2 * item.price;', 'sum += item.price;')")),
    ],
    [
      "a script that tests by itself",
      tested().run(
        `${script(String.raw`replace('sum += item.price;', 'const n = item.count;\nif (n < 0) continue;\nsum += n * item.price;')`)}\nnpx vitest run`,
        VITEST_42,
      ),
    ],
    ["sed in a comment", tested().run("sed -i 's/teh/the/' src/cart.ts")],
    ["sed for the end of lines", tested().run(String.raw`sed -i 's/\r$//' src/cart.ts`)],
    [
      "PowerShell in a comment",
      windows(String.raw`(Get-Content src\cart.ts) -replace 'sums teh','sums the' | Set-Content src\cart.ts`),
    ],
    [
      "PowerShell for the encoding",
      windows(String.raw`(Get-Content src\cart.ts -Raw) | Set-Content src\cart.ts -Encoding utf8 -NoNewline`),
    ],
    ["PowerShell for a handbook", windows(`@'\n# Cart\nlet sum = 0;\n'@ | Set-Content docs\\cart.md`)],
    [
      "an editor of another maker, for a look only",
      tested().call("mcp__filesystem__edit_file", {
        path: "/repo/src/cart.ts",
        dryRun: true,
        edits: [{ oldText: "sum += item.price;", newText: "const n = item.count;\nif (n < 0) continue;\nsum += n;" }],
      }),
    ],
    [
      "a file of another machine",
      tested().call("mcp__ssh__write_file", { path: "/srv/shop/src/cart.ts", content: "let sum = 1;\na();\nb();\n" }),
    ],
  ] as const
).map(([name, story]): TurnCase => [`not outdated by ${name}`, story.end("The cart sums. All 42 tests pass.")]);

/** What only the tools of one host, or of one system, leave in the record. */
export const CLEAN_HOSTS: readonly TurnCase[] = [
  ...SHOWN_LATER,
  ...RUN_AGAIN,
  ...SHOWN_BY_EDITOR,
  ...REFUSED,
  ...NOT_OUTDATED,
];
