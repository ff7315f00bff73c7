import { type Agent, by, type TurnCase } from "../agent-story.ts";

const AGENTS: readonly Agent[] = ["claude", "codex", "gemini", "pi", "opencode", "cursor", "copilot", "vscode"];

/** Checks that went well, by tools that are easily forgotten, as they are called, as they answer and as it is told. */
const TOOLS: readonly (readonly [file: string, command: string, output: string, told: string])[] = [
  ["fw/a.c", "idf.py build", "Project build complete. To flash, run:\n idf.py flash\n", "The firmware builds."],
  ["a.nix", "nix build .#app", "", "The package builds."],
  ["docs/conf.py", "make -C docs html SPHINXOPTS=-W", "build succeeded.\n", "The docs build without warnings."],
  [
    "src/A.java",
    "./mvnw -B verify",
    "[INFO] Tests run: 31, Failures: 0, Errors: 0, Skipped: 0\n[INFO] You have 0 Checkstyle violations.\n[INFO] BUILD SUCCESS\n",
    "Tests and Checkstyle pass.",
  ],
  ["src/a.ts", "npx tsgo --noEmit", "", "Type check passes."],
  ["src/A.vue", "npx vue-tsc --noEmit", "", "Types are clean."],
  [
    "src/A.svelte",
    "npx svelte-check",
    "svelte-check found 0 errors and 0 warnings\n",
    "svelte-check is clean: no type errors.",
  ],
  [
    "src/a.astro",
    "npx astro check",
    "Result (12 files):\n- 0 errors\n- 0 warnings\n- 0 hints\n",
    "Type checking passes.",
  ],
  ["src/a.py", "ty check", "All checks passed!\n", "Type checks pass."],
  ["src/a.py", "basedpyright", "0 errors, 0 warnings, 0 notes\n", "The type checker is happy: 0 errors."],
  ["src/a.py", "uvx mypy src", "Success: no issues found in 12 source files\n", "mypy is clean."],
  ["src/a.py", "hatch run test:cov", "88 passed in 2s\nTOTAL 91%\n", "All tests pass, 91% coverage."],
  [
    "src/a.py",
    "nox -s tests-3.12",
    "nox > Running session tests-3.12\nnox > pytest\n88 passed in 3s\nnox > Session tests-3.12 was successful.\n",
    "All 88 tests pass on 3.12.",
  ],
  [
    "src/a.py",
    "tox -e py312,lint",
    "  py312: OK (8.11=setup[1]+cmd[7] seconds)\n  lint: OK (2.00 seconds)\n  congratulations :) (10.22 seconds)\n",
    "Tests and lint pass.",
  ],
  [
    "src/a.py",
    "pre-commit run -a",
    "ruff.....................................................................Passed\nruff-format..............................................................Passed\nmypy.....................................................................Passed\n",
    "Lint, formatting and types all pass.",
  ],
  [
    "src/a.py",
    "python manage.py check --deploy",
    "System check identified some issues:\n\nWARNINGS:\n?: (security.W004) ...\n\nSystem check identified 1 issue (0 silenced).\n",
    "`manage.py check --deploy` passes with one warning (W004).",
  ],
  ["src/a.go", "staticcheck ./... && gosec -quiet ./...", "", "Static analysis is clean."],
  [
    "src/a.go",
    "gotestsum ./...",
    "✓  internal/cart (12ms)\n✓  internal/tax (cached)\n\nDONE 41 tests in 1.201s\n",
    "All 41 tests pass.",
  ],
  [
    "src/a.go",
    "ginkgo -r",
    "Running Suite: Cart\nRan 18 of 18 Specs in 0.011 seconds\nSUCCESS! -- 18 Passed | 0 Failed | 0 Pending | 0 Skipped\nPASS\n",
    "All 18 specs pass.",
  ],
  ["src/a.go", "mage test", "Running tests...\nok  \tx/cart\t0.2s\n", "Tests pass."],
  [
    "src/a.rs",
    "cargo hack test --feature-powerset",
    "info: running `cargo test --no-default-features` on x (1/2)\ntest result: ok. 8 passed; 0 failed\ninfo: running `cargo test --features a` on x (2/2)\ntest result: ok. 9 passed; 0 failed\n",
    "Tests pass with every combination of features.",
  ],
  [
    "src/a.rs",
    "cargo xtask ci",
    "fmt ok\nclippy ok\ntest result: ok. 31 passed; 0 failed; 0 ignored\n",
    "CI tasks pass locally: fmt, clippy and tests.",
  ],
  [
    "src/a.rs",
    "cargo miri test",
    "test result: ok. 31 passed; 0 failed; 0 ignored\n",
    "Miri finds nothing and the tests pass.",
  ],
  [
    "src/a.rs",
    "wasm-pack test --headless --firefox",
    "running 4 tests\ntest wasm::adds ... ok\ntest result: ok. 4 passed; 0 failed; 0 ignored\n",
    "The 4 wasm tests pass.",
  ],
  [
    "src/A.kt",
    "./gradlew ktlintCheck detekt test",
    "BUILD SUCCESSFUL in 33s\n",
    "ktlint, detekt and the tests are all green.",
  ],
  [
    "src/A.java",
    "./gradlew :api:test :api:spotlessCheck",
    "BUILD SUCCESSFUL in 3s\n",
    "API tests and formatting checks pass.",
  ],
  [
    "src/A.java",
    "ant test",
    "test:\n    [junit] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.2 sec\n\nBUILD SUCCESSFUL\n",
    "All 12 JUnit tests pass.",
  ],
  [
    "src/A.cs",
    "dotnet build -warnaserror",
    "Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n",
    "It builds with warnings as errors.",
  ],
  [
    "src/A.cs",
    "dotnet test --filter Category=Unit",
    "Passed!  - Failed:     0, Passed:    60, Skipped:     0, Total:    60, Duration: 1 s - A.Tests.dll (net8.0)\n",
    "All 60 unit tests pass.",
  ],
  [
    "src/A.fs",
    "dotnet fake build -t Test",
    "Passed!  - Failed: 0, Passed: 9, Skipped: 0, Total: 9\nStatus: Ok\n",
    "Tests pass.",
  ],
  [
    "app/a.rb",
    "bin/rails test",
    "Running 40 tests in a single process\n40 runs, 101 assertions, 0 failures, 0 errors, 0 skips\n",
    "All 40 tests pass.",
  ],
  ["app/a.rb", "bundle exec srb tc", "No errors! Great job.\n", "Sorbet's type check is clean."],
  ["app/a.rb", "bundle exec standardrb", "", "Linting passes."],
  [
    "app/a.rb",
    "bundle exec rake",
    "rubocop ok\n40 runs, 101 assertions, 0 failures, 0 errors, 0 skips\n",
    "`rake` passes: lint and tests.",
  ],
  [
    "app/a.rb",
    "bundle exec cucumber",
    "12 scenarios (12 passed)\n48 steps (48 passed)\n0m2.1s\n",
    "All 12 scenarios pass.",
  ],
  [
    "app/A.php",
    "composer test",
    "> pest --parallel\n  Tests:    63 passed (181 assertions)\n  Duration: 2.11s\n  Parallel: 8 processes\n",
    "All 63 tests pass.",
  ],
  ["app/A.php", "./vendor/bin/sail artisan test", "  Tests:    63 passed (181 assertions)\n", "63 tests pass in Sail."],
  [
    "app/A.php",
    "vendor/bin/pint --test && vendor/bin/psalm",
    "  PASS   ......  412 files\nNo errors found!\n",
    "Pint and Psalm pass.",
  ],
  ["app/A.php", "vendor/bin/behat", "5 scenarios (5 passed)\n19 steps (19 passed)\n", "Behat: all 5 scenarios pass."],
  [
    "lib/a.ex",
    "mix precommit",
    "Running ExUnit with seed: 1\n27 tests, 0 failures\n",
    "`mix precommit` is green, tests included.",
  ],
  [
    "lib/a.erl",
    "rebar3 do eunit, ct, dialyzer",
    "===> Performing EUnit tests...\nFinished in 0.1 seconds\n12 tests, 0 failures\n===> All 4 tests passed.\n",
    "EUnit and CT both pass.",
  ],
  [
    "Sources/A.swift",
    "swiftlint --strict",
    "Done linting! Found 0 violations, 0 serious in 81 files.\n",
    "SwiftLint passes.",
  ],
  [
    "Sources/A.swift",
    "bundle exec fastlane test",
    "[12:00:00]: ▸ Test Succeeded\n+--------------------+----+\n| Number of tests    | 58 |\n| Number of failures | 0  |\n+--------------------+----+\n[12:00:01]: fastlane.tools finished successfully 🎉\n",
    "All 58 tests pass.",
  ],
  ["Sources/A.swift", "tuist test", "✔ Success\n  The project tests ran successfully\n", "The tests pass."],
  [
    "lib/a.dart",
    "dart analyze && dart test",
    "No issues found!\n00:01 +18: All tests passed!\n",
    "Analyzer clean, 18 tests pass.",
  ],
  ["lib/a.dart", "melos run test", "melos run test\n  └> SUCCESS\n", "Tests pass in all packages."],
  ["lib/a.dart", "very_good test --coverage", "✓ 22 tests passed (4s)\n", "22 tests pass."],
  [
    "src/a.c",
    "meson test -C build",
    "1/3 a OK 0.01s\n2/3 b OK 0.02s\n3/3 c SKIP 0.00s\n\nOk:                 2   \nExpected Fail:      0   \nFail:               0   \nSkipped:            1   \n",
    "Tests pass (one is skipped).",
  ],
  [
    "src/a.c",
    "ninja -C build test",
    "[1/1] Running all tests.\nOk:                 3   \nFail:               0   \n",
    "All tests pass.",
  ],
  [
    "src/a.cpp",
    "./build/tests/unit_tests",
    "[==========] Running 40 tests from 8 test suites.\n[  PASSED  ] 40 tests.\n",
    "All 40 unit tests pass.",
  ],
  [
    "src/a.cpp",
    "make -j8 && ./run_tests.sh",
    "===============================================================================\nAll tests passed (212 assertions in 40 test cases)\n",
    "40 test cases, 212 assertions, all passing.",
  ],
  [
    "kernel/a.c",
    "make LLVM=1 W=1 drivers/net/a.o && ./scripts/checkpatch.pl --git HEAD",
    "  CC      drivers/net/a.o\ntotal: 0 errors, 0 warnings, 12 lines checked\n",
    "It compiles without warnings, checkpatch is clean.",
  ],
  [
    "fw/a.c",
    "pio test -e native",
    "========= 6 test cases: 6 succeeded in 00:00:02.011 =========\n",
    "6 native tests pass.",
  ],
  [
    "a.nix",
    "nix flake check",
    "warning: Git tree '/repo' is dirty\nchecking flake output 'checks'...\n",
    "`nix flake check` passes.",
  ],
  [
    "site/a.md",
    "mkdocs build --strict",
    "INFO    -  Documentation built in 1.21 seconds\n",
    "The docs build without warnings in strict mode.",
  ],
  [
    "main.tf",
    "tflint && checkov -d . --compact",
    "Passed checks: 40, Failed checks: 0, Skipped checks: 2\n",
    "tflint and checkov pass.",
  ],
  [
    "main.tf",
    "terragrunt run-all plan",
    "Plan: 1 to add, 0 to change, 0 to destroy.\n",
    "The plan is as expected: 1 to add.",
  ],
  [
    "k8s/a.yaml",
    "kubeconform -strict k8s",
    "Summary: 12 resources found - Valid: 12, Invalid: 0, Errors: 0, Skipped: 0\n",
    "All 12 manifests validate.",
  ],
  ["Dockerfile", "hadolint Dockerfile", "", "hadolint is clean."],
  ["src/a.sql", "sqlfluff lint models", "All Finished 📜 🎉!\n", "SQL lint passes."],
  [
    "proto/a.proto",
    "buf lint && buf breaking --against '.git#branch=main'",
    "",
    "buf lint passes, and there are no breaking changes.",
  ],
  [
    "src/A.sol",
    "forge test",
    "Ran 12 tests for test/A.t.sol:ATest\nSuite result: ok. 12 passed; 0 failed; 0 skipped; finished in 8.11ms\n\nRan 1 test suite in 10ms: 12 tests passed, 0 failed, 0 skipped (12 total tests)\n",
    "All 12 Foundry tests pass.",
  ],
  ["src/A.sol", "npx hardhat test", "  A\n    ✔ transfers (41ms)\n\n  12 passing (1s)\n", "12 tests pass."],
  ["src/a.move", "sui move test", "Test result: OK. Total tests: 6; passed: 6; failed: 0\n", "6 tests pass."],
  ["src/a.ml", "dune runtest", "", "All tests pass (dune is silent on success)."],
  ["src/A.elm", "npx elm-test", "TEST RUN PASSED\n\nDuration: 140 ms\nPassed:   31\nFailed:   0\n", "31 tests pass."],
  [
    "src/a.nim",
    "nimble test",
    "  [OK] adds\n  [OK] subtracts\n   Success: Execution finished\n   Success: All tests passed\n",
    "All tests pass.",
  ],
  [
    "src/a.cr",
    "crystal spec",
    "....\n\nFinished in 1.2 milliseconds\n4 examples, 0 failures, 0 errors, 0 pending\n",
    "4 examples, no failures.",
  ],
  [
    "a.ps1",
    "Invoke-Pester",
    "Tests completed in 1.2s\nTests Passed: 14, Failed: 0, Skipped: 0 NotRun: 0\n",
    "14 Pester tests pass.",
  ],
  [
    "playbook.yml",
    "molecule test",
    "PLAY RECAP\ninstance : ok=8 changed=0 unreachable=0 failed=0\nINFO     Verifier completed successfully.\n",
    "Molecule's tests pass.",
  ],
  ["a.feature", "npx cucumber-js", "12 scenarios (12 passed)\n", "12 scenarios pass."],
  [
    "src/a.ts",
    "npx nx run-many -t lint test build",
    " NX   Successfully ran targets lint, test, build for 12 projects\n",
    "Lint, tests and build pass for all 12 projects.",
  ],
  [
    "src/a.ts",
    "moon check --all",
    "▪▪▪▪ api:test (1s)\n▪▪▪▪ web:build (3s)\n\nTasks: 12 completed\n Time: 9s\n",
    "All checks pass.",
  ],
  [
    "src/a.ts",
    "rush test",
    "==[ SUCCESS: 12 operations ]====\n\nrush test (12.2 seconds)\n",
    "Tests pass in all 12 projects.",
  ],
  [
    "src/a.ts",
    "lerna run test --since main",
    "Lerna (powered by Nx)   Successfully ran target test for 3 projects\n",
    "Tests pass in the 3 changed packages.",
  ],
  [
    "src/a.ts",
    "yarn workspaces foreach -At run test",
    "[api]: Tests  30 passed (30)\n[web]: Tests  40 passed (40)\nDone in 9s\n",
    "All 70 tests pass in both workspaces.",
  ],
  [
    "src/a.ts",
    "pants test ::",
    "✓ src/a_test.py:tests succeeded in 1.20s.\n✓ src/b_test.py:tests succeeded in 0.80s.\n",
    "All tests pass.",
  ],
  [
    "src/a.ts",
    "buck2 test //...",
    "Tests finished: Pass 88. Fail 0. Fatal 0. Skip 2. Build failure 0\n",
    "88 tests pass, 2 skipped.",
  ],
  [
    "src/a.ts",
    "npx cypress run",
    "  (Run Finished)\n       Spec       Tests  Passing  Failing\n  ✔  All specs passed!  00:21  12  12  -\n",
    "All 12 Cypress tests pass.",
  ],
  [
    "src/a.ts",
    "npx wdio run wdio.conf.ts",
    "Spec Files:\t 4 passed, 4 total (100% completed) in 00:00:21\n",
    "All 4 WebdriverIO specs pass.",
  ],
  [
    "src/a.ts",
    "npx newman run api.json",
    "│              assertions │               40 │                0 │\n",
    "All 40 assertions of the Postman collection pass.",
  ],
  [
    "src/a.ts",
    "npx stylelint '**/*.css' && npx biome ci .",
    "Checked 88 files in 21ms. No fixes applied.\n",
    "Lint is clean.",
  ],
  ["src/a.ts", "npx tap", "# { total: 40, pass: 40 }\n# time=800ms\n", "All 40 tests pass."],
  ["src/a.ts", "npx ava", "  40 tests passed\n", "All 40 tests pass."],
  [
    "src/a.ts",
    "node --run check",
    "> check\n> tsc && eslint . && vitest run\n Test Files  9 passed (9)\n      Tests  92 passed (92)\n",
    "Types, lint and all 92 tests pass.",
  ],
  ["src/a.ts", "mise run ci", "[lint] ok\n[test] 92 passed\n", "Lint and tests pass."],
  [
    "src/a.ts",
    "make -j4 lint typecheck test",
    "eslint .\ntsc --noEmit\nvitest run\n Test Files  9 passed (9)\n      Tests  92 passed (92)\n",
    "Lint, types and tests pass.",
  ],
  [
    "src/a.ts",
    "lefthook run pre-push",
    "│ test ❯\n  92 passed\nsummary: (done in 4.1 seconds)\n✔️ test\n✔️ lint\n",
    "Tests and lint pass.",
  ],
  ["src/a.ts", "dagger call test", "92 passed\n", "Tests pass in dagger."],
];

/** How tests are started, from all over the world. */
const CALLS = `
./dev.sh test | bin/test | script/cibuild | tools/run-tests.py | sudo -u x make check | nix develop -c pytest |
devbox run test | pixi run test | rye test | pdm run test | pipenv run pytest | conda run -n x pytest | poetry
run task test | invoke test | inv test | fab test | doit test | scons test | ./waf test | npx gulp test | npx
grunt test | npx jake test | run-s lint test | npx npm-run-all test | vp test | tilt ci | skaffold test | garden
test | bazelisk test //... | plz test | ./mill __.test | scala-cli test . | lein test | bb test | clojure
-X:test | bin/kaocha | vendor/bin/phpspec run | vendor/bin/codecept run | symfony php bin/phpunit | ddev exec
phpunit | lando test | npx wp-env run tests-cli phpunit | vendor/bin/paratest | behave | robot tests/ | nose2 |
ward | python -m unittest | python setup.py test | python tests/run.py | stestr run | trial x | zope-testrunner
| cargo t | cargo llvm-cov | cargo tarpaulin | cargo insta test | go tool gotestsum | richgo test ./... |
bashunit tests | shellspec | sh tests/all.sh | pwsh -c Invoke-Pester | dotnet vstest a.dll | vstest.console.exe
a.dll | nunit3-console a.dll | msbuild /t:Test | nuke Test | dotnet cake --target=Test | xcrun xctest a.xctest |
maestro test flows | npx detox test | patrol test | adb shell am instrument -w x | ./gradlew
connectedAndroidTest | hurl --test a.hurl | npx dredd | schemathesis run a.yaml | bru run | npx stepci run a.yml
| conftest test a.yaml | opa test . | inspec exec x | goss validate | terraform test | tofu test | kitchen test
| helm unittest chart | kubectl kuttl test | chainsaw test | docker build --target test . | docker buildx bake
test | podman run --rm app npm test | lxc exec c -- make test | vagrant ssh -c 'cd /vagrant && make test' |
multipass exec vm -- make test | gitlab-runner exec docker test | circleci local execute test | woodpecker exec
| drone exec | ansible localhost -m shell -a 'make test' | make -C sub check | ninja check | meson test | rake
spec | thor spec | mix do format, test | mix coveralls | rebar3 proper | gleam test | nimble test | zig build
test | zig test src/a.zig | odin test . | v test . | crystal spec | dune test | esy test | cabal test | elm-test
| spago test | pulp test | R CMD check . | Rscript tests/testthat.R | julia test/runtests.jl | octave --eval
runtests | matlab -batch runtests | perl Build test | ./Build test | dzil test | prove6 -l t | raku -Ilib t/a.t
| tclsh tests/all.tcl | luajit test.lua | busted | guile -L . tests/a.scm | racket -l raco test . | raco test .
| sbcl --load tests.lisp | emacs --batch -l ert -f ert-run-tests-batch-and-exit | vim -Es -S test.vim | nvim
--headless -c PlenaryBustedDirectory | godot --headless -s addons/gut/gut_cmdln.gd | unity -batchmode -runTests
| UnrealEditor-Cmd x -ExecCmds='Automation RunTests' | ctest | ./configure && make check | make distcheck | npm
run -s test:unit | npm run ci:verify | yarn workspace web test | pnpm --filter web test | bun run test | deno
task test | node test.js | node --test | tsx --test | npx jasmine | npx karma start --single-run | npx
web-test-runner | npx playwright test | npx testcafe chrome | npx nightwatch | npx codeceptjs run | npx qunit |
npx uvu | npx zora | npx tape test/*.js | npx lab | npx ng test | npx craco test | npx react-scripts test
--watchAll=false | npx aegir test
`;

export const CLEAN_TOOLS: readonly TurnCase[] = [
  ...TOOLS,
  ...CALLS.split("|").map(
    (call) => ["src/a.ts", call.trim().replaceAll(/\s+/g, " "), "ok\n12 passed\n", "All tests pass."] as const,
  ),
].map(([file, command, output, told], index) => [
  command,
  by(AGENTS[index % AGENTS.length] ?? "claude")
    .ask("Handle the empty case.")
    .edit(`/repo/${file}`, "return a;", "if (!a) {\n  return b();\n}\nreturn a;")
    .run(command, output)
    .end(`The empty case is handled. ${told}`),
]);
