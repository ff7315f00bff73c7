import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { checksOf } from "./find-checks.ts";
import { checksOfLine } from "./line-checks.ts";
import { kindOfName } from "./runners/task-names.ts";

/** `test vitest`, `part of test jest`, `lint eslint mends`; several are separated by commas. */
function found(line: string): string {
  const checks = parseCommandLine(line).flatMap(checksOf);
  const tell = ({ kind, scope, runner, rewrites, watches, maybe }: (typeof checks)[number]): string =>
    `${scope === "part" ? "part of " : ""}${kind} ${runner}${rewrites ? " mends" : ""}${watches ? " watches" : ""}${maybe ? ", perhaps" : ""}`;
  return checks.map(tell).join(", ");
}

const CALLS: Readonly<Record<string, readonly (readonly [line: string, reads: string])[]>> = {
  JavaScript: [
    ["npx vitest run", "test vitest run"],
    ["npx vitest run src/pot.test.ts", "part of test vitest run"],
    ["npx vitest --watch", "test vitest watches"],
    ["pnpm exec jest -t boils", "part of test jest"],
    ["jest -u", "test jest mends"],
    ["node --test", "test node"],
    ["node node_modules/.bin/mocha", "test mocha"],
    ["tsc -p . --noEmit", "typecheck tsc"],
    ["npx eslint . --fix", "lint eslint mends"],
    ["prettier --check .", "format prettier"],
    ["prettier --write .", ""],
    ["vite build", "build vite build"],
    ["playwright test --project firefox", "part of test playwright test"],
  ],
  Python: [
    ["pytest -q", "test pytest"],
    ["uv run pytest tests/test_pot.py::test_boil", "part of test pytest"],
    ["python -m unittest discover -s tests", "test unittest discover"],
    ["python manage.py test", "test manage.py test"],
    ["ruff check .", "lint ruff check"],
    ["ruff format --check", "format ruff format"],
    ["ruff format", ""],
    ["mypy app", "typecheck mypy"],
    ["tox -e lint", "part of test tox"],
  ],
  compiled: [
    ["go test ./...", "test go test"],
    ["go test ./pot -run Boil", "part of test go test"],
    ["go vet ./...", "lint go vet"],
    ["cargo test --workspace", "test cargo test"],
    ["cargo test boils", "part of test cargo test"],
    ["cargo clippy -- -D warnings", "lint cargo clippy"],
    ["cargo fmt --check", "format cargo fmt"],
    ["cargo run", ""],
    ["ctest --test-dir build", "test ctest"],
    ["cmake --build build", "build cmake"],
    ["swift test", "test swift test"],
  ],
  managed: [
    ["./mvnw -q verify", "test mvnw"],
    ["mvn package -DskipTests", "build mvn"],
    ["./gradlew test", "test gradlew test"],
    ["./gradlew :pot:test --tests Boil", "part of test gradlew test"],
    ["dotnet test --filter Boil", "part of test dotnet test"],
    ["bundle exec rspec", "test rspec"],
    ["vendor/bin/phpunit", "test phpunit"],
    ["php artisan test", "test artisan test"],
    ["mix test --stale", "part of test mix test"],
    ["flutter analyze", "lint flutter analyze"],
    ["shellcheck bin/pot.sh", "part of lint shellcheck"],
    ["bash -n bin/pot.sh", "part of lint bash"],
  ],
  tasks: [
    ["npm test", "test npm test"],
    ["npm run test:unit -- --watch", "test npm run test:unit watches"],
    ["npm run lint -w pot", "part of lint npm run lint"],
    ["pnpm --filter pot build", "part of build pnpm run build"],
    ["yarn typecheck", "typecheck yarn typecheck"],
    ["make -j4 lint test", "lint make lint, test make test"],
    ["make -n test", ""],
    ["just check", "lint just check, perhaps"],
    ["mise run fmt", "format mise run fmt mends"],
    ["turbo run build test --filter=pot", "part of build turbo build, part of test turbo test"],
    ["nx run-many -t lint", "lint nx lint"],
    ["./scripts/test.sh", "test test.sh"],
    ["./scripts/validate-pots.sh", "part of test validate-pots.sh, perhaps"],
    ["npm run dev", ""],
    ["npm run test:report", ""],
  ],
  Windows: [
    ["npm.cmd test", "test npm test"],
    ["& '.\\node_modules\\.bin\\jest.cmd'", "test jest"],
    [".\\gradlew.bat test", "test gradlew test"],
    ['pwsh -Command "dotnet test"', "test dotnet test"],
    ['powershell.exe -NoProfile -Command "npm test; exit $LASTEXITCODE"', "test npm test"],
    ['cmd /c "npm run build"', "build npm run build"],
    ["Invoke-Pester", "test Invoke-Pester"],
    ["py -m pytest", "test pytest"],
    ["cd C:\\inn\\pot; npx tsc --noEmit", "typecheck tsc"],
  ],
  "no check": [
    ["npx vitest --version", ""],
    ["pytest --collect-only", ""],
    ["npm install jest", ""],
    ["go install example.org/pot@latest", ""],
    ["cat vitest.config.ts", ""],
    ["git commit -m 'npm test'", ""],
    ["grep -rn test src", ""],
    ["echo npm test", ""],
    ["node scripts/check-prices.mjs", ""],
    ["python scripts/soup.py --check", ""],
    ["./check-links.sh", ""],
    ["curl localhost:3000/test", ""],
    ["docker compose up test", ""],
    ["/tmp/test.sh", ""],
  ],
};

describe.each(Object.entries(CALLS))("checks of %s", (_, rows) => {
  it.each(rows)("%s: %s", (line, reads) => expect(found(line)).toBe(reads));
});

it.each([
  ["cd pot && npx vitest run", "vitest run", "pot"],
  ["NODE_ENV=test timeout 60 npx vitest run 2>&1", "vitest run", "."],
  ["bash -c 'cd pot && npm test'", "npm test", "pot"],
  ["npm --prefix pot test", "npm --prefix pot test", "pot"],
])("spells a check the same however it is called: %s", (line, command, place) => {
  const [check] = parseCommandLine(line).flatMap(checksOf);
  expect([check?.command, check?.cwd ?? "."]).toEqual([command, place]);
});

it("says which other kinds a check shows to pass", () => {
  const shows = (line: string): unknown => parseCommandLine(line).flatMap(checksOf)[0]?.shows;
  expect(shows("cargo test")).toEqual(["test", "build", "typecheck"]);
  expect(shows("next build")).toEqual(["build", "typecheck", "lint"]);
  expect(shows("./gradlew build -x test")).toEqual(["build", "typecheck"]);
});

it.each([
  ["testPot", "test"],
  ["type-check", "typecheck"],
  ["lint:fix", "lint"],
  ["compileTestJava", "build"],
  ["ci", "test"],
  ["check-links", undefined],
  ["start", undefined],
  ["t".repeat(1000), undefined],
])("reads the name of a task: %s is a %s", (name, kind) => expect(kindOfName(name)?.kind).toBe(kind));

describe("a task whose body was seen", () => {
  const scripts = new Map([
    ["package:test", "vitest run"],
    ["package:check", "tsc --noEmit && eslint . && npm test"],
    ["package:soup", "echo soup"],
    ["package:loop", "npm run loop"],
    ["make:all", "go vet ./... && go test ./..."],
  ]);
  const inLine = (line: string): readonly string[] =>
    checksOfLine(parseCommandLine(line), scripts).checks.map(
      ({ check }) => `${check.kind} ${check.runner}: ${check.command}`,
    );

  it.each([
    ["npm test", ["test vitest run: npm test"]],
    ["npm run check", ["typecheck tsc: npm run check", "lint eslint: npm run check", "test vitest run: npm run check"]],
    ["make all", ["lint go vet: make all", "test go test: make all"]],
    ["npm run soup", []],
    ["npm run loop", []],
  ])("%s runs what its body runs", (line, checks) => expect(inLine(line)).toEqual(checks));

  it("takes over how the call is joined and hidden", () => {
    const { commands } = checksOfLine(parseCommandLine("cd pot && npm run check | tail -3"), scripts);
    expect(commands.map(({ join, mask }) => [join, mask?.kind])).toEqual([
      ["start", undefined],
      ["&&", "pipe"],
      ["&&", "pipe"],
      ["&&", "pipe"],
      ["|", undefined],
    ]);
  });
});
