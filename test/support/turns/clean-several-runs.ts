import { type AgentStory, by, type TurnCase } from "../agent-story.ts";

const fixed = (path = "/repo/src/cart.ts"): AgentStory => by("claude").ask("Fix the cart.").edit(path, "a", "b");
const DONE = "Fixed. All 12 tests pass now.";
const RED = "      Tests  2 failed | 10 passed (12)";
const GREEN = "      Tests  12 passed (12)";

/** An environment or session for something else fails beside those of the tests, or after them. */
const BESIDE_TESTS: readonly (readonly [command: string, output: string])[] = [
  [
    "tox",
    "12 passed in 0.4s\n  lint: FAIL code 1 (0.3 seconds)\n  py311: OK (1.2 seconds)\n  evaluation failed :( (1.6 seconds)",
  ],
  ["tox -q", "  docs: FAIL code 2 (0.3 seconds)\n  py311: OK (1.2 seconds)\n  evaluation failed :( (1.6 seconds)"],
  ["tox -q", "  py39: commands succeeded\nERROR:   lint: commands failed"],
  ["tox -e lint", "  lint: FAIL code 1 (0.3 seconds)\n  evaluation failed :( (0.4 seconds)"],
  [
    "tox -e lint,docs",
    "  lint: FAIL code 1 (0.3 seconds)\n  docs: FAIL code 1 (0.3 seconds)\n  evaluation failed :( (0.4 seconds)",
  ],
  [
    "nox",
    "nox > Session lint failed.\n12 passed in 0.4s\nnox > Session tests-3.11 was successful.\nnox > Ran multiple sessions:\nnox > * lint: failed\nnox > * tests-3.11: success",
  ],
  ["nox -s mypy", "nox > Command mypy src failed with exit code 1:\nnox > Session mypy failed."],
];

/** What one step prints holds the run before the fix as well, a try before the last, or other files. */
export const CLEAN_SEVERAL_RUNS: readonly TurnCase[] = [
  [
    "PHPUnit, in a log that is written on",
    fixed("/repo/app/Cart.php")
      .run("vendor/bin/phpunit >> /tmp/p.log 2>&1; tail -3 /tmp/p.log", "Tests: 12, Assertions: 30, Failures: 1.")
      .edit("/repo/app/Cart.php", "b", "c")
      .run(
        "vendor/bin/phpunit >> /tmp/p.log 2>&1; cat /tmp/p.log",
        "FAILURES!\nTests: 12, Assertions: 30, Failures: 1.\n\nOK (12 tests, 31 assertions)",
      )
      .end(DONE),
  ],
  [
    "Vitest, in a log that is written on",
    fixed()
      .run("npm test >> /tmp/t.log 2>&1", "", 1)
      .run("cat /tmp/t.log", RED)
      .edit("/repo/src/cart.ts", "b", "c")
      .run("npm test >> /tmp/t.log 2>&1; echo done", "done")
      .run("cat /tmp/t.log", `${RED}\n\n> test\n> vitest run\n\n${GREEN}`)
      .end(DONE),
  ],
  [
    "Pester, before and after in one line",
    by("claude")
      .ask("Fix the cart.")
      .run(
        "pwsh -c \"Invoke-Pester ./tests; (Get-Content ./Cart.psm1) -replace 'a','b' | Set-Content ./Cart.psm1; Invoke-Pester ./tests\"",
        "Tests Passed: 11, Failed: 1, Skipped: 0\nTests completed in 702ms\nTests Passed: 12, Failed: 0, Skipped: 0",
      )
      .end(DONE),
  ],
  [
    "Bazel, with a test about builds that fail",
    fixed("/repo/src/cart.cc")
      .run(
        "bazel test //... --test_output=all 2>&1 | tail -20",
        "checking that a target without srcs fails to build\nPASS\n//rules:analysis_test  PASSED in 0.3s\n//src:cart_test  PASSED in 0.1s\n\nExecuted 2 out of 2 tests: 2 tests pass.",
      )
      .end("All tests pass (2 of 2)."),
  ],
  [
    "Gradle, stopped at what its tests need",
    fixed("/repo/src/main/java/Cart.java")
      .run("./gradlew test", "BUILD SUCCESSFUL in 9s")
      .run(
        "./gradlew build",
        "> Task :startTestContainers FAILED\n\n* What went wrong:\nExecution failed for task ':startTestContainers'.\n> Docker is not running\n\nBUILD FAILED in 2s",
        1,
      )
      .end("All tests pass with `./gradlew test`. The full build wants Docker, which this sandbox lacks."),
  ],
  [
    "Gradle, stopped at a check of what stands in the tests",
    fixed("/repo/src/main/java/Cart.java")
      .run("./gradlew test", "BUILD SUCCESSFUL in 9s")
      .run(
        "./gradlew build",
        "> Task :licenseTest FAILED\n\nExecution failed for task ':licenseTest'.\nBUILD FAILED in 2s",
        1,
      )
      .end("All tests pass. The full build stops at `licenseTest`: old files lack the header."),
  ],
  [
    "Gradle, stopped after the build",
    fixed("/repo/src/main/java/Cart.java")
      .run(
        "./gradlew build publishToMavenLocal",
        "> Task :test\n> Task :signMavenPublication FAILED\n\nExecution failed for task ':signMavenPublication'.\nBUILD FAILED in 2s",
        1,
      )
      .end("Build and tests pass; signing for the publication has no key here."),
  ],
  [
    "a watcher, two rounds at once",
    by("codex")
      .ask("Fix the cart.")
      .edit("src/cart.ts", "a", "b")
      .call(
        "exec_command",
        { cmd: "npm run test:watch" },
        { output: "Process running with session ID 7\n", status: "background" },
      )
      .call(
        "write_stdin",
        { session_id: 7, chars: "a" },
        {
          output:
            "Process running with session ID 7\nTests:       1 failed, 11 passed, 12 total\n\nWatch Usage\n › Press f to run only failed tests.\n\n PASS  src/cart.test.ts\nTests:       12 passed, 12 total\n\nWatch Usage: Press w to show more.",
          status: "background",
        },
      )
      .end(DONE),
  ],
  [
    "a watcher that never says that a round begins",
    fixed()
      .run("node --test --watch > /tmp/w.log 2>&1 &")
      .run("cat /tmp/w.log", "ℹ tests 12\nℹ pass 10\nℹ fail 2\nℹ tests 12\nℹ pass 12\nℹ fail 0")
      .end(DONE),
  ],
  [
    "a task that only opens the runner's window",
    fixed().run("npm test", "ok").run("npm run cy:open", "no DISPLAY", 1).end("Fixed the cart. All tests pass."),
  ],
  [
    "two commands, and what the other lacks told in French",
    by("claude")
      .ask("Corrige la somme.")
      .edit("/repo/src/cart.ts", "a", "b")
      .run("npm test", GREEN)
      .run("npm run e2e", "browser missing", 1)
      .end("Corrigé. Tous les tests unitaires passent ; les e2e demandent un navigateur."),
  ],
  [
    "a test tool that tells of the run before",
    fixed()
      .call(
        "mcp__ide__run_tests",
        { path: "." },
        { output: '{"summary":{"passed":12,"failed":0},"previousRun":{"passed":11,"failed":1}}' },
      )
      .end(DONE),
  ],
  [
    "a test tool, and the others that pass",
    by("claude")
      .ask("What failed in run R4?")
      .call("mcp__rail__test_run", { id: 4 }, { output: '{"name":"R4","passed":10,"failed":2}' })
      .end("Run R4 shows 2 failed cases: login and logout. All other tests pass."),
  ],
  ...[
    "Tests Passed: 3, Failed: 1",
    "Totals: 3 passed, 1 failed, 0 skipped",
    "Tests Failed: 1 failed, 0 skipped, 3 total",
  ].map((line): TurnCase => [
    `a program under test that prints "${line}"`,
    fixed().run("npm test 2>&1 | tail -30", `stdout | src/report.test.ts > sums up\n${line}\n\n${GREEN}`).end(DONE),
  ]),
  [
    "a program under test that counts what it could not import",
    fixed("/repo/cart.go")
      .run("make test 2>&1 | tail", "Failed : 2\nok  \texample.com/cart\t0.31s")
      .end("All tests pass."),
  ],
  [
    "an editor, about another file",
    fixed()
      .call(
        "mcp__ide__getDiagnostics",
        {},
        {
          output:
            '[{"uri":"file:///repo/src/cart.ts","diagnostics":[]},{"uri":"file:///repo/old/cart.ts","diagnostics":[{"message":"Cannot find module","severity":"Error"}]}]',
        },
      )
      .end("Fixed the cart's types. It type-checks cleanly now."),
  ],
  ...BESIDE_TESTS.map(([command, output]): TurnCase => [
    `${command}: ${output}`,
    fixed("/repo/src/cart.py")
      .run("tox -e py311", "12 passed in 0.4s\n  py311: OK (1.2 seconds)\n  congratulations :) (1.6 seconds)")
      .run(command, output, 1)
      .end("Fixed. All 12 tests pass."),
  ]),
];
