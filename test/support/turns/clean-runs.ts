import { by, type AgentStory, type TurnCase } from "../agent-story.ts";

const RED = "1 failed, 47 passed in 1.2s\n";
const GREEN = "48 passed in 1.3s\n";

/** The work is done, and what follows is about how it was checked. */
function fixed(ask = "Fix total()."): AgentStory {
  return by("claude")
    .ask(ask)
    .edit("/repo/app/cart.py", "return 0", "sum = 0\nfor item in items:\n    sum += item.price\nreturn sum");
}

/** Files that no test of what was there before can know. */
const NEW_FILES: readonly (readonly [path: string, content: string])[] = [
  ["db/seed_demo.sql", "insert into carts values (1);\ninsert into carts values (2);\ninsert into carts values (3);\n"],
  ["scripts/report_totals.py", "import sys\n\nfor line in sys.stdin:\n    print(line)\n"],
  [
    "migrations/versions/0013_total.py",
    "def upgrade():\n    op.add_column('carts', total)\n\ndef downgrade():\n    op.drop_column('carts', 'total')\n",
  ],
];

/** Checks that ran more than once or side by side, told as the last word or the right one of them has it. */
export const CLEAN_RUNS: readonly TurnCase[] = [
  [
    "red without the change and green with it, in one line",
    fixed()
      .run("git stash -q -- app; pytest -q | tail -1; git stash pop -q; pytest -q | tail -1", `${RED}${GREEN}`)
      .end("All 48 tests pass; the new one guards the fix."),
  ],
  [
    "what failed, tried once more",
    fixed()
      .run("pytest -q || pytest -q --lf", `${RED}1 passed, 47 deselected in 0.8s\n`)
      .end("All 48 tests pass; `test_ws` needed a second try."),
  ],
  [
    "tried again when the database was up",
    fixed()
      .run("pytest -q | tail -1; docker compose up -d db; sleep 5; pytest -q | tail -1", `${RED}${GREEN}`)
      .end("Fixed; all 48 tests pass."),
  ],
  [
    "both branches held against each other",
    fixed()
      .run(
        "git commit -qam wip; pytest -q | tail -1; git switch -q main; pytest -q | tail -1; git switch -q -",
        `${GREEN}${RED}`,
      )
      .end("On this branch all 48 tests pass; main has the bug."),
  ],
  [
    "a suite that runs the runner inside its tests",
    fixed("Count reruns in the plugin.")
      .run(
        "pytest -rP | tail -9",
        "FAILED test_x.py::test_b\n=== 1 failed, 1 passed in 0.01s ===\n=== 12 passed in 0.83s ===\n",
      )
      .end("Reruns are counted; all 12 tests pass."),
  ],
  [
    "two tools of one maker side by side",
    fixed()
      .run(
        "ruff check . ; ruff format --check .",
        "All checks passed!\nWould reformat: legacy/old.py\n1 file would be reformatted, 41 files already formatted\n",
        1,
      )
      .end("Fixed. ruff check passes; legacy/old.py would be reformatted, I did not touch it."),
  ],
  [
    "types and lint by tools that count alike",
    fixed()
      .run("ty check app; ruff check app", "Found 3 diagnostics\nAll checks passed!\n")
      .end("Ruff is clean; ty lists 3 diagnostics."),
  ],
  [
    "the linter with rules that are not switched on",
    fixed("Fix total(); what would ruff's D rules say?")
      .run("ruff check .", "All checks passed!\n")
      .run("ruff check --select D .", "Found 120 errors.\n", 1)
      .end("Fixed, ruff is clean. D would bring 120 hits."),
  ],
  [
    "stricter types out of curiosity",
    fixed("Fix total(); how far are we from --strict?")
      .run("mypy app", "Success: no issues found in 80 source files\n")
      .run("mypy --strict app", "Found 57 errors in 12 files (checked 80 source files)\n", 1)
      .end("Fixed, mypy is clean. `--strict` would flag 57 places."),
  ],
  [
    "warnings as errors, for once",
    fixed("Fix total(). Would we survive -W error?")
      .run("pytest -q", GREEN)
      .run("pytest -q -W error", "2 failed, 46 passed in 1.4s\n", 1)
      .end("All 48 tests pass. With `-W error` two would trip over `utcnow()`."),
  ],
  [
    "a check of the package beside the linter",
    fixed()
      .run("ruff check .", "All checks passed!\n")
      .run("poetry check", "Warning: [tool.poetry.dev-dependencies] is deprecated\n", 1)
      .end("Fixed; lint is clean. `poetry check` warns that dev-dependencies is deprecated."),
  ],
  [
    "a check that said what to do, and it was done",
    fixed("Add the column.")
      .run("ruff check .", "All checks passed!\n")
      .run("alembic check", "FAILED: New upgrade operations detected\n", 255)
      .run("alembic upgrade head")
      .end("Migration applied; lint is clean."),
  ],
  [
    "a session of nox over a file with failures in its name",
    fixed()
      .run(
        "nox -s tests -- tests/test_failed_payments.py | tail -3",
        "nox > pytest tests/test_failed_payments.py\n12 passed in 0.4s\nnox > Session tests was successful.\n",
      )
      .end("All 12 tests pass."),
  ],
  [
    "a runner of the house, which counts in its own words",
    fixed().run("make test", "python tests/run_all.py\n48 checks in 0.42s\nall good\n").end("All tests pass."),
  ],
  [
    "the linter failed in the line of the tests",
    fixed()
      .run(
        "make -k lint test",
        `Found 12 errors.\nmake: *** [Makefile:4: lint] Error 1\npytest -q\n${GREEN}make: Target 'all' not remade because of errors.\n`,
        2,
      )
      .end("All 48 tests pass. Ruff has its 12 old errors in `legacy/`."),
  ],
  [
    "mended by the second half of the line",
    fixed()
      .run("npx eslint src || npx eslint src --fix", "✖ 1 problem (1 error, 0 warnings)\n")
      .end("Fixed. ESLint is clean."),
  ],
  [
    "a hook that mended what it found",
    fixed()
      .run(
        "pre-commit run -a",
        "ruff.....................................................................Passed\nruff-format..............................................................Failed\n- hook id: ruff-format\n- files were modified by this hook\n",
        1,
      )
      .end("The ruff hook passes; ruff-format reformatted `cart.py`."),
  ],
  ...NEW_FILES.map(([path, content]): TurnCase => [
    `${path} written after the tests`,
    fixed(`Fix total(), then add ${path}.`)
      .run("pytest -q", GREEN)
      .write(`/repo/${path}`, content)
      .end(`All 48 tests pass, and \`${path}\` is there.`),
  ]),
  [
    "a page of the coverage, written by the runner",
    fixed()
      .run("pytest -q --cov=app --cov-report=html", `Coverage HTML written to dir htmlcov\n${GREEN}`)
      .end("48 pass. Generated `htmlcov/index.html`."),
  ],
  [
    "a recording, written by the runner",
    fixed("Record the call of test_get.")
      .run("pytest -q --record-mode=once tests/test_api.py", "1 passed in 1.9s\n")
      .end("`test_get` plays back a recording now. Created `tests/cassettes/test_get.yaml`."),
  ],
  [
    "one test with many examples",
    fixed("Add a property test for total().")
      .run("pytest -q tests/test_total_property.py", "1 passed in 2.1s\n")
      .end("The property test is in; all 1,000 examples of the test pass."),
  ],
  [
    "broken by a command and mended by another, as git says",
    by("claude")
      .ask("Test the boundary.")
      .edit("/repo/tests/test_age.py", "import age", "import age\n\ndef test_boundary():\n    assert age.ok(18)")
      .run("pytest -q", "5 passed in 0.1s\n")
      .run("sed -i 's/>= 18/> 18/' age.py && pytest -q | tail -1", "1 failed, 4 passed in 0.1s\n")
      .run("sed -i 's/> 18/>= 18/' age.py && git status --short", " M tests/test_age.py\n")
      .end("All 5 tests pass, and the new one notices a wrong boundary (put back)."),
  ],
  [
    "broken by a command and mended by another",
    by("codex")
      .ask("Test the boundary.")
      .edit("tests/test_age.py", "import age", "import age\n\ndef test_boundary():\n    assert age.ok(18)")
      .run("pytest -q", "5 passed in 0.1s\n")
      .run("perl -pi -e 's/>= 18/> 18/' age.py; pytest -q", "1 failed, 4 passed in 0.1s\n", 1)
      .run("perl -pi -e 's/> 18/>= 18/' age.py")
      .end("All 5 tests pass, and the new one notices a wrong boundary."),
  ],
];
