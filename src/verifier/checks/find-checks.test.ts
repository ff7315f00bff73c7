import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { checksFor, type ConfiguredChecks, findChecks } from "./find-checks.ts";

type Files = Readonly<Record<string, string>>;

function project(files: Files): string {
  const root = temporaryDirectory();
  writeFiles(root, files);
  return root;
}

function found(files: Files, configured: ConfiguredChecks = {}): Record<string, string> {
  return Object.fromEntries(findChecks(project(files), configured).map(({ kind, line }) => [kind, line]));
}

const manifest = (scripts: Record<string, string>, more: object = {}) => JSON.stringify({ scripts, ...more });
const ALL = manifest({ test: "vitest run", lint: "eslint .", typecheck: "tsc --noEmit", build: "vite build" });

describe("package.json scripts", () => {
  it.each([
    ["package-lock.json", "npm"],
    ["npm-shrinkwrap.json", "npm"],
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["bun.lockb", "bun"],
  ])("are run by the manager of %s", (lock, manager) => {
    expect(found({ "package.json": ALL, [lock]: "" })).toEqual({
      lint: `${manager} run lint`,
      typecheck: `${manager} run typecheck`,
      build: `${manager} run build`,
      test: manager === "npm" ? "npm test" : `${manager} run test`,
    });
  });

  it("follow packageManager without a lock file, and npm without either", () => {
    expect(found({ "package.json": manifest({ lint: "x" }, { packageManager: "pnpm@9.1.0" }) })).toEqual({
      lint: "pnpm run lint",
    });
    expect(found({ "package.json": manifest({ lint: "x" }) })).toEqual({ lint: "npm run lint" });
  });

  it.each(["typecheck", "type-check", "types", "check:types", "check-types", "tsc"])(
    "know %s as the type check",
    (name) => {
      expect(found({ "package.json": manifest({ [name]: "tsc" }) })).toEqual({ typecheck: `npm run ${name}` });
    },
  );

  it.each([
    ["the placeholder of npm init", 'echo "Error: no test specified" && exit 1'],
    ["a watcher", "vitest --watch"],
    ["a watcher with a value", "jest --watchAll"],
    ["one that mends", "eslint . --fix"],
    ["one that writes", "prettier --write ."],
    ["a watching program", "nodemon test.js"],
    ["an empty one", " "],
  ])("leave out %s", (_name, body) => {
    expect(found({ "package.json": manifest({ test: body, lint: body }) })).toEqual({});
  });

  it("take the next name when the first is no check", () => {
    expect(found({ "package.json": manifest({ test: "vitest --watch", "test:unit": "vitest run" }) })).toEqual({
      test: "npm run test:unit",
    });
  });

  it.each(["", "{", "[]", "null", '{"scripts": 3}', '{"scripts": {"test": 3}}'])("are met in any shape: %j", (text) => {
    expect(found({ "package.json": text })).toEqual({});
  });

  it("are found behind a byte order mark, as npm finds them", () => {
    expect(found({ "package.json": `\uFEFF${manifest({ test: "vitest run" })}` })).toEqual({ test: "npm test" });
  });

  it("give way to nothing, but the compiler is used where there is no script for it", () => {
    const files = { "tsconfig.json": "{}", "node_modules/.bin/tsc": "" };
    expect(found({ ...files, "package.json": manifest({ test: "x" }) })["typecheck"]).toBe(
      "node_modules/.bin/tsc --noEmit",
    );
    expect(found({ ...files, "package.json": manifest({ types: "tsc -b" }) })).toEqual({ typecheck: "npm run types" });
    expect(found({ "tsconfig.json": "{}", "package.json": "{}" })).toEqual({});
  });
});

describe("task runners", () => {
  it.each<[name: string, files: Files, expected: Record<string, string>]>([
    [
      "Makefile",
      { Makefile: "test: deps\n\tpytest\nlint:\n\truff\n.PHONY: test\nX := 1\nbuild:: a\n" },
      { test: "make test", lint: "make lint" },
    ],
    ["GNU names", { Makefile: "all: main.o\n\tcc\ncheck:\n\t./t\n" }, { build: "make all", test: "make check" }],
    ["several targets on a line", { GNUmakefile: "test lint: x\n" }, { test: "make test", lint: "make lint" }],
    [
      "justfile",
      { justfile: 'x := "1"\n\n@test *args:\n  cargo test\nlint level="warn": fmt\n  x\nbuild target:\n  x\n' },
      { test: "just test", lint: "just lint" },
    ],
    [
      "Taskfile",
      {
        "Taskfile.yml":
          "version: '3'\nvars:\n  test: 1\ntasks:\n  # c\n  build:\n    cmds:\n      - go build\n  'test':\n    lint: x\n",
      },
      { build: "task build", test: "task test" },
    ],
    [
      "mise, by section",
      {
        "mise.toml":
          '[tools]\nnode = "24"\n\n[tasks.test]\nrun = "pytest"\n\n[tasks."lint"]\nrun = "ruff check --fix"\n',
      },
      { test: "mise run test" },
    ],
    [
      "mise, by line",
      { ".mise.toml": '[tasks]\ntypecheck = "mypy ."\n[env]\ntest = "1"\n' },
      { typecheck: "mise run typecheck" },
    ],
  ])("%s", (_name, files, expected) => {
    expect(found(files)).toEqual(expected);
  });
});

const UNITTEST = "import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n";

describe("languages", () => {
  it.each<[name: string, files: Files, expected: Record<string, string>]>([
    [
      "Cargo",
      { "Cargo.toml": "" },
      { lint: "cargo clippy --all-targets", build: "cargo build --all-targets", test: "cargo test" },
    ],
    ["Go", { "go.mod": "" }, { lint: "go vet ./...", build: "go build ./...", test: "go test ./..." }],
    [
      "Go with a linter",
      { "go.mod": "", ".golangci.yml": "" },
      { lint: "golangci-lint run", build: "go build ./...", test: "go test ./..." },
    ],
    ["pytest in pyproject", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, { test: "python3 -m pytest" }],
    [
      "pytest with uv",
      { "pyproject.toml": "[tool.pytest]\n[tool.ruff]\n[tool.mypy]\n", "uv.lock": "" },
      { lint: "uv run ruff check .", typecheck: "uv run mypy .", test: "uv run pytest" },
    ],
    ["poetry", { "pyproject.toml": 'pytest = "*"', "poetry.lock": "" }, { test: "poetry run pytest" }],
    [
      "a virtual environment",
      { "requirements.txt": "pytest==9", ".venv/bin/python": "" },
      { test: ".venv/bin/python -m pytest" },
    ],
    ["tox", { "tox.ini": "[tox]\nenvlist = py3\n" }, { test: "tox" }],
    ["unittest", { "pyproject.toml": "", "tests/test_a.py": "" }, { test: "python3 -m unittest discover -s tests" }],
    [
      "flake8 and pyright",
      { "setup.cfg": "[flake8]\n", "pyrightconfig.json": "{}" },
      { lint: "python3 -m flake8", typecheck: "python3 -m pyright" },
    ],
    ["Python without tests", { "pyproject.toml": "" }, {}],
    ["Python without a manifest", { "test_a.py": UNITTEST }, { test: "python3 -m unittest discover" }],
    ["its folder of tests", { "tests/test_a.py": UNITTEST }, { test: "python3 -m unittest discover -s tests" }],
    [
      "tests beside a folder of others",
      { "test_a.py": UNITTEST, "tests/a.test.js": "" },
      { test: "python3 -m unittest discover" },
    ],
    ["tests in no class", { "test_a.py": "def test_a():\n    assert 1\n" }, { test: "python3 -m pytest" }],
    ["a helper that only has a test's name", { "test_server.py": "import http\n", "tests/a.test.js": "" }, {}],
    ["Maven", { "pom.xml": "" }, { build: "mvn -B compile", test: "mvn -B test" }],
    ["Maven's wrapper", { "pom.xml": "", mvnw: "" }, { build: "./mvnw -B compile", test: "./mvnw -B test" }],
    ["Gradle", { "build.gradle": "" }, { build: "gradle assemble", test: "gradle test" }],
    [
      "Gradle's wrapper",
      { "build.gradle.kts": "", gradlew: "" },
      { build: "./gradlew assemble", test: "./gradlew test" },
    ],
    ["dotnet", { "App.sln": "" }, { build: "dotnet build", test: "dotnet test" }],
    [
      "Composer scripts",
      { "composer.json": manifest({ test: "phpunit", lint: "php-cs-fixer --fix" }) },
      { test: "composer run test" },
    ],
    [
      "Composer",
      { "composer.json": "{}", "phpunit.xml.dist": "", "phpstan.neon": "" },
      { typecheck: "vendor/bin/phpstan analyse", test: "vendor/bin/phpunit" },
    ],
    [
      "Composer's scripts before what is usual",
      { "composer.json": manifest({ test: "pest" }), "phpunit.xml": "" },
      { test: "composer run test" },
    ],
    [
      "Bundler with RSpec",
      { Gemfile: "", "spec/a_spec.rb": "", ".rubocop.yml": "" },
      { lint: "bundle exec rubocop", test: "bundle exec rspec" },
    ],
    ["Bundler with Rake", { Gemfile: "", Rakefile: "", "test/a.rb": "" }, { test: "bundle exec rake test" }],
    ["Rails", { Gemfile: "", "bin/rails": "" }, { test: "bin/rails test" }],
    [
      "CMake, once configured",
      { "CMakeLists.txt": "", "build/CMakeCache.txt": "", "build/CTestTestfile.cmake": "" },
      { build: "cmake --build build", test: "ctest --test-dir build --output-on-failure" },
    ],
    ["CMake before that", { "CMakeLists.txt": "" }, {}],
    ["nothing at all", { "README.md": "" }, {}],
  ])("%s", (_name, files, expected) => {
    expect(found(files)).toEqual(expected);
  });
});

describe("which of several", () => {
  it("a task runner takes the place of what is usual", () => {
    expect(found({ "go.mod": "", Makefile: "test:\n" })).toEqual({
      lint: "go vet ./...",
      build: "go build ./...",
      test: "make test",
    });
  });

  it("a task runner is not run beside scripts that do the same", () => {
    expect(found({ "package.json": manifest({ test: "x" }), Makefile: "test:\n" })).toEqual({ test: "npm test" });
  });

  it("two languages have each their own", () => {
    const lines = findChecks(project({ "package.json": manifest({ test: "x" }), "pyproject.toml": "pytest" })).map(
      ({ line }) => line,
    );
    expect(lines).toEqual(["npm test", "python3 -m pytest"]);
  });

  it("what is configured wins for its kind, and none turns a kind off", () => {
    expect(found({ "package.json": ALL }, { test: "make ci && ./extra", lint: "none" })).toEqual({
      typecheck: "npm run typecheck",
      build: "npm run build",
      test: "make ci && ./extra",
    });
    const [check] = findChecks(project({}), { "e2e-tests": "npx playwright test" });
    expect(check).toMatchObject({
      kind: "test",
      command: ["sh", "-c", "npx playwright test"],
      source: "checks.commands.e2e-tests",
    });
  });
});

describe("the checks that speak about an edited file", () => {
  const files = {
    "package.json": manifest({ test: "x", lint: "x" }),
    "pnpm-lock.yaml": "",
    "packages/web/package.json": manifest({ test: "y" }),
    "packages/web/src/a.ts": "",
    "service/pyproject.toml": "pytest",
    "service/app/main.py": "",
    Makefile: "build:\n",
  };
  const linesFor = (...paths: string[]) =>
    checksFor(project(files), paths).map(({ line, directory }) => `${directory || "."}: ${line}`);

  it("are the nearest ones of each kind", () => {
    expect(linesFor("packages/web/src/a.ts")).toEqual([
      ".: pnpm run lint",
      ".: make build",
      "packages/web: pnpm run test",
    ]);
  });

  it("are of the file's language", () => {
    expect(linesFor("service/app/main.py")).toEqual([".: make build", "service: python3 -m pytest"]);
  });

  it("are listed once for many files, and not at all for none", () => {
    expect(linesFor("service/app/main.py", "service/app/other.py")).toHaveLength(2);
    expect(linesFor()).toEqual([]);
  });

  it("are the configured ones where there are some", () => {
    const checks = checksFor(project(files), ["packages/web/src/a.ts"], {
      test: "./all.sh",
      lint: "none",
      build: "none",
    });
    expect(checks.map(({ line }) => line)).toEqual(["./all.sh"]);
  });
});
