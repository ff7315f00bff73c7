import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { checksOf } from "./checks.ts";

/** `test whole`, `lint partial`: what a line checks, in order. */
function brief(line: string): string[] {
  return parseCommandLine(line)
    .flatMap(checksOf)
    .map((check) => `${check.kind} ${check.scope}`);
}

const RUNNERS: [string, string[]][] = [
  // JavaScript
  ["pnpm turbo run test lint", ["test whole", "lint whole"]],
  ["yarn nx run-many -t test", ["test whole"]],
  ["vitest", ["test whole"]],
  ["npx vitest run", ["test whole"]],
  ["npx vitest run src/a.test.ts", ["test partial"]],
  ["vitest run -t 'adds'", ["test partial"]],
  ["vitest run --config vitest.e2e.ts", ["test whole"]],
  ["jest --runInBand", ["test whole"]],
  ["yarn jest src/a", ["test partial"]],
  ["jest --onlyFailures", ["test partial"]],
  ["mocha -r ts-node/register 'test/**/*.spec.ts'", ["test whole"]],
  ["node -r ts-node/register test/main.ts", ["test partial"]],
  ["node --test", ["test whole"]],
  ["node --test test/a.test.js", ["test partial"]],
  ["bun test", ["test whole"]],
  ["bun test src/a.test.ts", ["test partial"]],
  ["deno test -A", ["test whole"]],
  ["npx playwright test --project=chromium", ["test partial"]],
  ["npx cypress run", ["test whole"]],
  ["npx cypress run --spec cypress/e2e/create.cy.ts", ["test partial"]],
  ["next lint --dir docs", ["lint partial"]],
  ["npx tsc --noEmit", ["typecheck whole"]],
  ["tsc -p tsconfig.build.json", ["typecheck whole"]],
  ["vue-tsc --noEmit", ["typecheck whole"]],
  ["eslint .", ["lint whole"]],
  ["eslint src/a.ts --max-warnings 0", ["lint partial"]],
  ["biome check src", ["lint whole"]],
  ["oxlint", ["lint whole"]],
  ["prettier --check .", ["format whole"]],
  ["next build", ["build whole"]],
  ["vite build", ["build whole"]],
  ["webpack --mode production", ["build whole"]],
  ["mix dialyzer", ["typecheck whole"]],
  ["luacheck src", ["lint whole"]],
  ["yarn workspaces foreach -A run test", ["test whole"]],
  ["yarn workspaces run lint", ["lint whole"]],
  ["yarn workspaces list", []],
  ["pnpm recursive run test", ["test whole"]],
  ["bun --filter '*' test", ["test partial"]],
  ["node node_modules/mocha/bin/_mocha", ["test whole"]],
  ["npx qunit", ["test whole"]],
  ["npx wtr", ["test whole"]],
  ["npx @playwright/test@1.48.2 test", ["test whole"]],
  ["npx @acme/test@2", []],
  ["npx lab", ["test whole"]],
  ["npx lab -v test/cart.js", ["test partial"]],
  ["lab mr create -d", []],
  ["lab ci status", []],
  ["newman run shop.json", ["test whole"]],
  ["hurl --test api.hurl", ["test partial"]],
  ["hurl api.hurl", []],
  ["npx poku", ["test whole"]],
  ["npx lint-staged", ["lint whole"]],
  ['sbt "testOnly *CartSpec"', ["test whole"]],
  ['sbt "core/testOnly *CartSpec"', ["test whole"]],
  ['sbt ";clean;+Test/test"', ["test whole"]],
  ["sbt Test/compile", ["build whole"]],
  ["sbt -Dconfig=test/a clean", []],
  ["mix do compile + test", ["test whole"]],
  ["mix do deps.get + compile", []],
  ["devbox run test", ["test whole"]],
  ["devbox run deploy", []],
  ["west build -b nrf52840dk", ["build whole"]],
  ["idf.py build", ["build whole"]],
  ["idf.py menuconfig", []],
  ["sbt scalafmtCheckAll", ["format whole"]],
  ["west build -t run", []],
  ["npx cspell .", ["lint whole"]],
  ["zig fmt --check .", ["format whole"]],
  ["typos", ["lint whole"]],
  ["gleam check", ["typecheck whole"]],
  // Python
  ["prek", ["lint whole"]],
  ["pre-commit", ["lint whole"]],
  ["pre-commit install", []],
  ["pre-commit autoupdate", []],
  ["stestr run", ["test whole"]],
  ["python -m twisted.trial shop", ["test partial"]],
  ["python setup.py test", ["test whole"]],
  ["python setup.py sdist", ["run whole"]],
  ["./runtests.py", ["test whole"]],
  ["pytest", ["test whole"]],
  ["pytest tests/ -q --tb=short", ["test whole"]],
  ["python -m pytest tests/test_a.py::test_b", ["test partial"]],
  [".venv/bin/pytest -k name", ["test partial"]],
  ["uv run pytest -x", ["test whole"]],
  ["poetry run pytest", ["test whole"]],
  ["pytest --lf", ["test partial"]],
  ["python -m unittest discover -s tests", ["test whole"]],
  ["python manage.py test", ["test whole"]],
  ["tox -e py312", ["test partial"]],
  ["tox -e docs", []],
  ["nox -s docs", []],
  ["tox -e lint", ["lint partial"]],
  ["tox -e type,lint", ["typecheck partial"]],
  ["tox -e py312,lint", ["test partial"]],
  ["tox -e pre-commit", ["lint partial"]],
  ["tox -e check", ["test partial"]],
  ["nox -s mypy", ["typecheck partial"]],
  ["nox -s django42", ["test partial"]],
  ["pre-commit run --files setup.py docs/a.md", ["lint partial"]],
  ["prek run --files install.sh", ["lint partial"]],
  ["mypy src", ["typecheck whole"]],
  ["ruff check .", ["lint whole"]],
  ["ruff format --check", ["format whole"]],
  ["black --check .", ["format whole"]],
  // Go, Rust, C
  ["go test ./...", ["test whole"]],
  ["go test ./pkg/a -run TestX -v", ["test partial"]],
  ["go test -count=1 -race ./...", ["test whole"]],
  ["go build ./...", ["build whole"]],
  ["go vet ./...", ["lint whole"]],
  ["golangci-lint run", ["lint whole"]],
  ["gofmt -l .", ["format whole"]],
  ["python -m pyflakes src", ["lint whole"]],
  ["pyflakes3 .", ["lint whole"]],
  ["cargo test", ["test whole"]],
  ["cargo test --no-run", ["build whole"]],
  ["cargo test parser::", ["test partial"]],
  ["cargo nextest run", ["test whole"]],
  ["cargo clippy --all-targets -- -D warnings", ["lint whole"]],
  ["cargo fmt --check", ["format whole"]],
  ["cargo check", ["typecheck whole"]],
  ["ctest --test-dir build", ["test whole"]],
  ["cmake --build build -j", ["build whole"]],
  ["ninja -C build", ["build whole"]],
  ["gcc -o a a.c", ["build whole"]],
  // The JVM, .NET, Ruby, PHP, shell
  ["./mvnw -q verify", ["test whole"]],
  ["mvn package -DskipTests", ["build whole"]],
  ["mvn -q test -Dtest=CreateOrderTest", ["test partial"]],
  ["swift test --filter Create", ["test partial"]],
  ["./gradlew test", ["test whole"]],
  ["./gradlew :app:test --tests '*Foo*'", ["test partial"]],
  ["dotnet test", ["test whole"]],
  ["dotnet build -c Release", ["build whole"]],
  ["bundle exec rspec spec/a_spec.rb", ["test partial"]],
  ["bin/rails test", ["test whole"]],
  ["bundle exec rubocop", ["lint whole"]],
  ["vendor/bin/phpunit --filter A", ["test partial"]],
  ["php artisan test", ["test whole"]],
  ["vendor/bin/phpstan analyse", ["typecheck whole"]],
  ["bats test", ["test whole"]],
  ["bin/ci", ["test whole"]],
  ["bin/lint", ["lint whole"]],
  ["bin/setup", []],
  ["mix precommit", ["test whole"]],
  ["Rscript -e 'devtools::test()'", ["test whole"]],
  ["R -q -e 'testthat::test_file(\"tests/testthat/test-a.R\")'", ["test partial"]],
  ["Rscript -e 'devtools::document()'", []],
  ["R CMD check pkg_1.0.tar.gz", ["test whole"]],
  ["julia --project -e 'using Pkg; Pkg.test()'", ["test whole"]],
  ["emacs -batch -l ert -l a-tests.el -f ert-run-tests-batch-and-exit", ["test whole"]],
  ['nvim --headless -c "PlenaryBustedDirectory tests"', ["test whole"]],
  ["emacs -batch -f batch-byte-compile a.el", []],
  ["shellcheck a.sh", ["lint partial"]],
  // Tasks
  ["npm test", ["test whole"]],
  ["npm run cy:run", ["test whole"]],
  ["composer pest", ["test whole"]],
  ["composer phpcs", ["lint whole"]],
  ["npm t", ["test whole"]],
  ["npm run lint", ["lint whole"]],
  ["npm run -s typecheck", ["typecheck whole"]],
  ["npm test -- src/a", ["test partial"]],
  ["npm test -w packages/a", ["test partial"]],
  ["pnpm -r test", ["test whole"]],
  ["pnpm --filter web build", ["build partial"]],
  ["yarn build", ["build whole"]],
  ["bun run test:unit", ["test whole"]],
  ["node --run lint", ["lint whole"]],
  ["make", ["build whole"]],
  ["make test lint", ["test whole", "lint whole"]],
  ["make -C sub check", ["lint whole"]],
  ["just test", ["test whole"]],
  ["mise run lint", ["lint whole"]],
  ["task build", ["build whole"]],
  ["rake", ["test whole"]],
  ["hatch run test", ["test whole"]],
  ["turbo run build test --filter=web", ["build partial", "test partial"]],
  ["nx run-many -t lint test", ["lint whole", "test whole"]],
  ["docker compose exec -T web npm test", ["test whole"]],
  ["./scripts/test.sh", ["test whole"]],
  ["bash scripts/lint.sh", ["lint whole"]],
  // Runs and probes
  ["docker build -t x .", ["build whole"]],
  ["node dist/cli.js --help", ["run whole"]],
  ["python main.py", ["run whole"]],
  ["go run . --version", ["run whole"]],
  ["./build/parser_test", ["test partial"]],
  ["/tmp/tool-test reset --force", ["run whole"]],
  ["curl -s localhost:3000/health", ["probe whole"]],
];

const NO_CHECKS = [
  "echo '1 passing'",
  'git commit -m "npm test passes"',
  "cat test.log",
  "grep -rn 'npm test' .",
  "npm install",
  "npm ci",
  "pnpm add vitest",
  "npm run",
  "npm run generate-tests",
  "npm run release",
  "vitest --version",
  "vitest list",
  "jest --listTests",
  "pytest --collect-only",
  "cargo test --help",
  "make -n test",
  "just --list",
  "golangci-lint version",
  "prettier --write .",
  "go mod tidy",
  "ssh host npm test",
  "which pytest",
];

describe("what a line checks", () => {
  it.each(RUNNERS)("%s", (line, expected) => {
    expect(brief(line)).toEqual(expected);
  });

  it.each(NO_CHECKS)("nothing: %s", (line) => {
    expect(brief(line)).toEqual([]);
  });

  it("is spelled the same however it is called", () => {
    const spelled = (line: string): string | undefined => parseCommandLine(line).flatMap(checksOf)[0]?.command;
    const lines = [
      "pytest -q tests/a.py",
      "cd api && pytest -q tests/a.py",
      "CI=1 .venv/bin/pytest -q 'tests/a.py' 2>&1 | tail -5",
      "uv run python -m pytest -q tests/a.py > log",
      "docker compose exec web timeout 60 pytest -q tests/a.py",
    ];
    expect(new Set(lines.map(spelled))).toEqual(new Set(["pytest -q tests/a.py"]));
  });

  it("knows what else a check bears out", () => {
    const supports = (line: string): readonly string[] => parseCommandLine(line).flatMap(checksOf)[0]?.supports ?? [];
    expect(supports("cargo test")).toEqual(["test", "build", "typecheck"]);
    expect(supports("next build")).toEqual(["build", "typecheck", "lint"]);
    expect(supports("npm run ci")).toContain("lint");
  });

  it("sees words that change what a pass means", () => {
    const options = (line: string): object => {
      const { watches, onlyFailed } = parseCommandLine(line).flatMap(checksOf)[0]!;
      return { watches, onlyFailed };
    };
    const plain = { watches: false, onlyFailed: false };
    for (const line of ["vitest --watch", "vitest watch", "tsc -w", "npm run test:watch"])
      expect(options(line), line).toEqual({ ...plain, watches: true });
    for (const line of ["npm -w web test", "jest -w 4"]) expect(options(line), line).toEqual(plain);
    expect(options("pytest --lf")).toEqual({ ...plain, onlyFailed: true });
  });
});

it.each([
  ["./scripts/build-and-test.sh", ["build", "test"]],
  ["make lint-test", ["lint", "test"]],
  ["./build.sh Test", ["build", "test"]],
  ["./build.ps1 -Target Test", ["build", "test"]],
  ["./build.sh --no-test", ["build"]],
  ["mvn -q package", ["build", "test", "typecheck"]],
  ["mvn -q package -DskipTests", ["build", "typecheck"]],
  ["./gradlew build -x test", ["build", "typecheck"]],
  ["cmake --workflow --preset ci", ["build", "test", "typecheck"]],
  ["tox -e lint", ["lint", "format", "typecheck"]],
  ["nox -s pre-commit", ["lint", "format", "typecheck"]],
  ["tox -e mypy", ["typecheck"]],
  ["tox -e type,lint", ["typecheck", "lint", "format"]],
  ["tox -e package", ["build", "lint"]],
  ["tox -e pkg", ["build", "lint"]],
])("%s bears out %j", (line, supports) => {
  expect(parseCommandLine(line).flatMap(checksOf)[0]?.supports).toEqual(supports);
});
