import fc from "fast-check";
import { type Statement, parse } from "unbash";
import { describe, expect, it } from "vitest";
import { MORE_THAN_ITS_INPUT, growth } from "../../../test/support/growth.ts";
import { parseCommandLine, plainStatements } from "./parse-command-line.ts";
import { TOP, type Walk, newShell } from "./place.ts";
import type { ShellCommand } from "./shell-command.ts";
import { walkStatements } from "./walk.ts";

function find(line: string, name: string): ShellCommand {
  const command = parseCommandLine(line).find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no ${name} in: ${line}`);
  return command;
}

function flat(line: string): string[] {
  return parseCommandLine(line).map((command) =>
    command.unparsed ? "?" : [command.name, ...command.args.map((word) => word.text)].join(" "),
  );
}

describe("the commands of a line", () => {
  const table: [string, string[]][] = [
    ["npm test", ["npm test"]],
    ["npm   run  lint -- --fix", ["npm run lint -- --fix"]],
    ["cd app && npm test", ["cd app", "npm test"]],
    ["a; b && c || d | e", ["a", "b", "c", "d", "e"]],
    ["a\nb\n# comment\nc", ["a", "b", "c"]],
    ["A=1 B='x y' ./node_modules/.bin/vitest run", ["vitest run"]],
    [".venv/bin/pytest -q", ["pytest -q"]],
    ['git commit -m "fix: a && b"', ["git commit -m fix: a && b"]],
    ["echo '1 passing'", ["echo 1 passing"]],
    ['grep "it\'s" file', ["grep it's file"]],
    ["(cd a && make) && (cd b && make)", ["cd a", "make", "cd b", "make"]],
    ["{ a; b; } 2>&1", ["a", "b"]],
    ["if npm test; then echo ok; else echo no; fi", ["npm test", "echo ok", "echo no"]],
    ["for p in a b; do (cd $p && go test ./...); done", ["cd $p", "go test ./..."]],
    ["while ! curl -s localhost; do sleep 1; done", ["curl -s localhost", "sleep 1"]],
    ["case $1 in a) make a;; b) make b;; esac", ["make a", "make b"]],
    ["check() { npm test; }; check && check", ["npm test", "npm test"]],
    ["never() { npm test; }", []],
    ["out=$(npm test 2>&1)", ["npm test"]],
    ['echo "$(git rev-parse HEAD)"', ["git rev-parse HEAD", "echo $(git rev-parse HEAD)"]],
    ["diff <(sort a) <(sort b)", ["sort a", "sort b", "diff <(sort a) <(sort b)"]],
    ["[[ -f x ]] && make", ["make"]],
    ["echo a; # && npm test", ["echo a"]],
    ["a \\\n  --long", ["a --long"]],
    ["", []],
    [
      "git commit -m \"$(cat <<'EOF'\nnpm test && rm -rf x\nEOF\n)\"",
      ["cat", "git commit -m $(cat <<'EOF'\nnpm test && rm -rf x\nEOF\n)"],
    ],
  ];
  it.each(table)("%s", (line, commands) => {
    expect(flat(line)).toEqual(commands);
  });
});

describe("what is taken off in front", () => {
  const table: [string, string][] = [
    ["timeout 60 npm test", "npm test"],
    ["timeout -k 5 --signal KILL 60s npm test", "npm test"],
    ["time npm test", "npm test"],
    ["/usr/bin/time -p npm test", "npm test"],
    ["nice -n 10 npm test", "npm test"],
    ["env -u CI A=b npm test", "npm test"],
    ["sudo -u app A=b npm test", "npm test"],
    ["nohup npm test", "npm test"],
    ["command npm test", "npm test"],
    ["exec npm test", "npm test"],
    ["stdbuf -oL npm test", "npm test"],
    ["xvfb-run -a npm test", "npm test"],
    ["npx vitest run", "vitest run"],
    ["npx --yes -p typescript tsc --noEmit", "tsc --noEmit"],
    ["bunx jest", "jest"],
    ["pnpm --filter web exec vitest", "vitest"],
    ["pnpm exec -- vitest", "vitest"],
    ["yarn dlx jest", "jest"],
    ["npm exec -- jest -w 1", "jest -w 1"],
    ["uv run pytest -q", "pytest -q"],
    ["uv run --with x python -m pytest", "pytest"],
    ["uv run -m pytest", "pytest"],
    ["poetry run pytest", "pytest"],
    ["python3.12 -m pytest -x", "pytest -x"],
    ["python -W ignore -m unittest discover", "unittest discover"],
    ["coverage run -m pytest", "pytest"],
    ["bundle exec rspec", "rspec"],
    ["docker exec -it -e A=b web npm test", "npm test"],
    ["docker compose -f dev.yml exec -T web npm test", "npm test"],
    ["docker compose exec web sh -c 'npm test'", "npm test"],
    ["docker run --rm -v $PWD:/w -w /w node:24 npm test", "npm test"],
    ["kubectl exec -n x pod -- npm test", "npm test"],
    ["bash -c 'npm test'", "npm test"],
    ['bash -lc "npm test"', "npm test"],
    ["sh -euc 'npm test'", "npm test"],
    ["bash -c \"bash -c 'npm test'\"", "npm test"],
    ["eval 'npm test'", "npm test"],
    ["bash <<'EOF'\nnpm test\nEOF", "npm test"],
    ["mise exec -- npm test", "npm test"],
    ["direnv exec . npm test", "npm test"],
    ["fvm flutter test", "flutter test"],
    ["puro flutter test", "flutter test"],
    ["ddev exec -d /var/www phpunit", "phpunit"],
    ["podman compose run --rm web rails test", "rails test"],
    ["nix develop -c npm test", "npm test"],
    ["nix --extra-experimental-features 'nix-command flakes' develop .#ci -c sh -lc 'mix test'", "mix test"],
    ["nix shell nixpkgs#nodejs nixpkgs#git -c npm test", "npm test"],
    ["devenv shell -- bash -lc 'mix test'", "mix test"],
    ["devenv shell mix test", "mix test"],
    ["guix shell -m manifest.scm -- make check", "make check"],
    ["distrobox enter tools -- flutter test", "flutter test"],
    ["toolbox run -c dev cargo test", "cargo test"],
    ["sandbox-exec -p '(version 1) (allow default)' /bin/zsh -lc 'mvn -o test'", "mvn -o test"],
    ["arch -x86_64 npm test", "npm test"],
    ["valgrind --leak-check=full ./build/tests", "tests"],
    ["entr -c pytest -q", "pytest -q"],
    ["watchexec -e py pytest", "pytest"],
    ["xcrun swift test", "swift test"],
    ["bundle exec appraisal rspec", "rspec"],
    ["opam exec -- dune test", "dune test"],
    ["symfony php bin/phpunit", "phpunit"],
    ["devbox run test", "test"],
    ["go tool gotestsum ./...", "gotestsum ./..."],
    ["go tool cover -func=c.out", "go tool cover -func=c.out"],
    ["coverage run --source=app manage.py test", "manage.py test"],
    ["npx -y vitest@latest run", "vitest run"],
    ["npx @playwright/test@1.48.2 test e2e", "playwright test e2e"],
    ["pnpm dlx @playwright/test test", "playwright test"],
    ["bunx @acme/test@2 run", "@acme/test run"],
    ["npx @biomejs/biome@1.9.4 check .", "biome check ."],
    ["uvx ruff@0.8.1 check .", "ruff check ."],
    ["rtk cargo test", "cargo test"],
    ["rtk test cargo test", "cargo test"],
    ["rtk -u err npm run build", "npm run build"],
    ["$PY -m pytest -q", "pytest -q"],
    ['"${PYTHON_BIN}" -m pytest', "pytest"],
    ["timeout 60 env A=b npx dotenv -e .env -- npm test", "npm test"],
  ];
  it.each(table)("%s", (line, inner) => {
    expect(flat(line)).toEqual([inner]);
  });

  const opaque = [
    "command -v npm",
    "bash build.sh",
    "python script.py",
    "ssh host npm test",
    "docker compose up -d web",
    "uv run --help",
    "sudo -l",
    "nix develop .#ci",
    "arch",
    "$PYRAMID -m pytest",
  ];
  it.each(opaque)("leaves %s alone", (line) => {
    expect(flat(line)).toEqual([line]);
  });

  it("knows that xargs and find give more arguments than the line shows", () => {
    expect(find("git ls-files | xargs -n 1 eslint", "eslint").args).toEqual([{ text: "{}", dynamic: true }]);
    expect(find("find . -name '*.go' -exec gofmt -w {} +", "gofmt").args.at(-1)?.dynamic).toBe(true);
  });

  it("names what it took off, outermost first", () => {
    expect(find("timeout 9 npx jest", "jest").wrappers).toEqual(["timeout", "npx"]);
  });
});

describe("words", () => {
  it("marks what the line does not tell", () => {
    const [plain, quoted, variable, glob, substituted] = find('x plain "a b" "$HOME/x" *.ts `date`', "x").args;
    expect([plain, quoted].map((word) => word?.dynamic)).toEqual([false, false]);
    expect([variable, glob, substituted].map((word) => word?.dynamic)).toEqual([true, true, true]);
    expect(quoted?.text).toBe("a b");
  });

  it("resolves what the line itself sets", () => {
    expect(find("F=src/a.ts; cat $F", "cat").args).toEqual([{ text: "src/a.ts", dynamic: false }]);
    expect(find("export F=a; cat ${F}.ts", "cat").args[0]?.text).toBe("a.ts");
    expect(find("F=$(pick); cat $F", "cat").args[0]?.dynamic).toBe(true);
    expect(find("for f in a b; do cat $f.ts; done", "cat").args[0]?.values).toEqual(["a.ts", "b.ts"]);
    expect(find("cat src/{a,b}.ts", "cat").args[0]?.values).toEqual(["src/a.ts", "src/b.ts"]);
  });

  it("keeps environment, redirects and here-documents apart from the arguments", () => {
    const command = find("CI=1 npm test -- x > out.log 2>&1", "npm");
    expect(command.env).toEqual([{ name: "CI", value: { text: "1", dynamic: false } }]);
    expect(command.args.map((word) => word.text)).toEqual(["test", "--", "x"]);
    expect(command.redirects).toEqual([
      { operator: ">", target: { text: "out.log", dynamic: false } },
      { operator: ">&", descriptor: 2, target: { text: "1", dynamic: false } },
    ]);
    expect(find("cat <<'EOF' > x\nbody $y\nEOF", "cat").redirects[0]?.body).toBe("body $y\n");
  });
});

describe("the directory in effect", () => {
  const table: [string, string | undefined][] = [
    ["npm test", undefined],
    ["cd app && npm test", "app"],
    ["cd app; cd ../lib; npm test", "lib"],
    ["cd /abs/app && cd sub && npm test", "/abs/app/sub"],
    ["(cd app && make); npm test", undefined],
    ["cd app | cat; npm test", undefined],
    ["pushd app; npm test", "app"],
    ["pushd app; popd; npm test", undefined],
    ["cd app || exit 1; npm test", "app"],
    ["bash -c 'cd app && npm test'", "app"],
    ["cd app && bash -c 'npm test'", "app"],
    ["cd $DIR && npm test", "$DIR"],
    ["D=app; cd $D && npm test", "app"],
    ["cd /d C:\\app && npm test", "C:/app"],
    ["cd /d && npm test", "/d"],
    ["Set-Location app; npm test", "app"],
    ["set-location -LiteralPath 'C:\\my app'; npm test", "C:/my app"],
    ["Push-Location app; Pop-Location; npm test", undefined],
    ["push-location app; pop-location; npm test", undefined],
    ["chdir packages\\cart && npm test", "packages/cart"],
    ["sl packages\\cart; npm test", "packages/cart"],
    ["sl ..; npm test", ".."],
    ["sl commit -m fix && npm test", undefined],
    ["sl -R ../other status; npm test", undefined],
    ["sl && npm test", undefined],
    ["cd app\r\nnpm test\r\n", "app"],
  ];
  it.each(table)("%s", (line, cwd) => {
    expect(find(line, "npm").cwd).toBe(cwd);
  });
});

describe("whose exit code the line has", () => {
  const decides = [
    "npm test",
    "cd app && npm test",
    "npm test && echo ok",
    "npm run build && npm test && git push",
    "echo start; npm test",
    "npm test 2>&1 > out.log",
    "set -o pipefail; npm test | tail -5",
    "set -euo pipefail; npm test | tee log; echo done",
    "set -e; npm test; echo done",
    "bash -eo pipefail -c 'npm test | tail; echo done'",
    "npm test || exit 1; echo done",
    "npm test || { echo failed; exit 1; }; echo done",
    "npm test; exit $?",
    "npm test > log 2>&1; rc=$?; tail log; exit $rc",
    "npm test | tee log; exit ${PIPESTATUS[0]}",
    "(cd app && npm test)",
    "out=$(npm test)",
    "npm test; [ $? -eq 0 ]",
    "true || true; npm test",
  ];
  it.each(decides)("reaches the end: %s", (line) => {
    expect(find(line, "npm").mask).toBeUndefined();
  });

  const masked: [string, string][] = [
    ["npm test | tail -5", "pipe"],
    ["npm test 2>&1 | grep -E 'FAIL|PASS' | head", "pipe"],
    ["npm test | tee log", "pipe"],
    ["npm test || true", "or"],
    ["npm test && echo ok || echo failed", "or"],
    ["npm test || (exit 0)", "or"],
    ["npm test; true", "sequence"],
    ["npm test; echo done", "sequence"],
    ["npm test\necho done", "sequence"],
    ["set +e; npm test; echo done", "errexit-off"],
    ["set -e; npm test && echo ok; echo done", "sequence"],
    ["npm test &", "background"],
    ["nohup npm test > log 2>&1 &", "background"],
    ["! npm test", "negated"],
    ["if npm test; then echo ok; fi", "condition"],
    ["for p in a b; do npm test; done", "loop"],
    ['echo "$(npm test)"', "substitution"],
    ["(npm test || exit 1); echo done", "sequence"],
    ["(npm test || exit 1) | tail", "pipe"],
    ["bash -c 'npm test; true'", "sequence"],
    ["npm test > log 2>&1; tail log", "sequence"],
    ["npm test | tail; echo $?", "pipe"],
  ];
  it.each(masked)("is hidden: %s (%s)", (line, kind) => {
    expect(find(line, "npm").mask?.kind).toBe(kind);
  });

  it("sees where a line prints the code it hides", () => {
    expect(find('npm test; echo "exit: $?"', "npm").mask?.echo).toEqual({ before: "exit: ", after: "" });
    expect(find('npm test > log; rc=$?; tail log; echo "rc=$rc."', "npm").mask?.echo).toEqual({
      before: "rc=",
      after: ".",
    });
    expect(find('npm test | tail; echo "code ${PIPESTATUS[0]}"', "npm").mask?.echo).toEqual({
      before: "code ",
      after: "",
    });
    expect(find("npm test; printf 'code %d\\n' $?", "npm").mask?.echo).toEqual({ before: "code ", after: "" });
    expect(find('npm test; echo -n grep -e "$?"', "npm").mask?.echo).toEqual({ before: "grep -e ", after: "" });
    expect(find("npm test | tail; echo $?", "npm").mask?.echo).toBeUndefined();
  });

  it.each(['"exit: $LASTEXITCODE"', 'Write-Host "exit: $LASTEXITCODE"', 'echo "exit: $LASTEXITCODE"'])(
    "sees where PowerShell prints it: %s",
    (printed) => {
      const echo = { before: "exit: ", after: "" };
      expect(find(`dotnet test; ${printed}`, "dotnet").mask?.echo).toEqual(echo);
      expect(find(`dotnet test | Out-Null; ${printed}`, "dotnet").mask?.echo).toEqual(echo);
      expect(find(`dotnet test | findstr Failed; ${printed}`, "dotnet").mask?.echo).toBeUndefined();
    },
  );

  it("sees what a line prints for success and failure", () => {
    const both = { ifPassed: "GOOD", ifFailed: "BAD" };
    expect(find("npm test && echo GOOD || echo BAD", "npm").mask).toMatchObject(both);
    expect(find("if npm test; then echo GOOD; else echo BAD; fi", "npm").mask).toMatchObject(both);
    expect(find('npm test || echo "failed as expected"', "npm").mask?.ifFailed).toBe("failed as expected");
    expect(find("npm test || echo -n failed with -e", "npm").mask?.ifFailed).toBe("failed with -e");
  });

  it("tells the place: pipeline, join, scopes", () => {
    const command = find("a && npm test 2>&1 | grep x | tail -3", "npm");
    expect(command).toMatchObject({ join: "&&", pipeline: { index: 0, length: 3 }, pipedInto: ["grep", "tail"] });
    expect(find("a || npm test", "npm").scopes).toEqual(["fallback"]);
    expect(find("if a; then (npm test); fi", "npm").scopes).toEqual(["branch", "subshell"]);
    expect(find("! npm test", "npm").negated).toBe(true);
  });
});

describe("lines that cannot be read", () => {
  it.each(['echo "abc', "foo ) bar", "&& a", "for x in", "cat <<EOF"])("%s leaves no exception", (line) => {
    expect(() => parseCommandLine(line)).not.toThrow();
  });

  it("keeps what it could read and adds a marker", () => {
    expect(flat('npm test && echo "abc')).toEqual(["npm test", "echo abc", "?"]);
  });

  it("never throws and names no more commands than the line has room for", () => {
    const piece = fc.constantFrom(
      "npm",
      "test",
      "&&",
      "||",
      ";",
      "|",
      "(",
      ")",
      "{",
      "}",
      "$(",
      "`",
      '"',
      "'",
      "\n",
      "<<EOF",
      "EOF",
      ">",
      "2>&1",
      "if",
      "then",
      "fi",
      "for",
      "do",
      "done",
      "bash -c",
      "eval",
      "x=$?",
      "f(){",
      "$x",
      "! ",
      "&",
      "xargs",
      "--",
      "\\",
    );
    const line = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" ")),
      fc.string({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(line, (text) => {
        expect(parseCommandLine(text).length).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    [String.raw`cd packages\app; npx vitest run src\cart.test.ts`, "cd packages/app; npx vitest run src/cart.test.ts"],
    [String.raw`npm ci && cd apps\web && npm test`, "npm ci && cd apps/web && npm test"],
    [String.raw`dotnet test tests\Shop.Tests\Shop.Tests.csproj`, "dotnet test tests/Shop.Tests/Shop.Tests.csproj"],
    [
      String.raw`pytest --rootdir=src\api tests\test_a.py | tail`,
      String.raw`pytest --rootdir=src\api tests/test_a.py | tail`,
    ],
    [String.raw`echo hi > docs\notes.md`, "echo hi > docs/notes.md"],
  ])("reads paths from Windows as others: %s", (line, plain) => {
    const words = (text: string): unknown =>
      parseCommandLine(text).map(({ name, args, cwd, redirects }) => ({ name, args, cwd, redirects }));
    expect(words(line)).toEqual(words(plain));
  });

  it.each([
    [String.raw`grep foo\.bar.ts`, "foo.bar.ts"],
    [String.raw`ls my\ file.ts`, "my file.ts"],
    [String.raw`grep one\nand`, "onenand"],
    ["cat <<'EOF'\nopen src\\a.ts at C:\\r\\b.ts\nEOF", "open src\\a.ts at C:\\r\\b.ts\n"],
  ])("leaves other backslashes alone: %s", (line, text) => {
    const [command] = parseCommandLine(line);
    expect([...command!.args.map((word) => word.text), ...command!.redirects.map(({ body }) => body)]).toEqual([text]);
  });

  it.each([
    ["deep subshells", "(".repeat(20_000)],
    ["deep substitutions", "$(".repeat(20_000)],
    ["nested quotes", `bash -c "`.repeat(5000)],
    ["sums that never end", "$[".repeat(8_000)],
    ["sums that never end, apart", "$[ ".repeat(8_000)],
    ["here-documents that never come", "<<A ".repeat(30_000)],
    ["a long pipe", "a | ".repeat(40_000)],
    ["a long chain", "a && ".repeat(40_000)],
    ["a long way down", "cd a && ".repeat(20_000)],
    ["many statements", "a; ".repeat(60_000)],
    ["a function that calls itself", `f(){ ${"f; ".repeat(50)} }; f`],
    ["a megabyte of text", `cat > x <<EOF\n${"line of text\n".repeat(90_000)}EOF`],
    ["one long word", "a".repeat(1_000_000)],
    ["a long path from Windows", `cd ${"a\\".repeat(60_000)}`],
    ["many paths from Windows", String.raw`src\a.ts `.repeat(20_000)],
    ["many expansions", `x ${'"$a$b" '.repeat(30_000)}`],
  ])("costs no more than its length: %s", (_, line) => {
    let times = 0;
    // What was read before is known.
    const readAnew = (part: string) => parseCommandLine(`${part}${" ".repeat((times += 1))}`);
    expect(growth(line, readAnew)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });

  it("is done once for all who ask, however long the line is", () => {
    const line = `${"cd a && ".repeat(1500)}npm test`;
    expect(parseCommandLine(line)).toBe(parseCommandLine(line));
  });

  it.each([
    ["cd a/b && cd c", "a/b/c"],
    ["cd a/ && cd c", "a/c"],
    ["cd / && cd c", "/c"],
    ["cd . && cd c", "c"],
    ["cd ~ && cd c/d", "~/c/d"],
    ["cd a && cd ../b", "b"],
    ["cd a && cd b/../c", "a/c"],
    ["cd a && cd b//c/", "a/b/c/"],
    ["cd a && cd .b", "a/.b"],
  ])("knows where it gets by %s", (line, place) => {
    expect(parseCommandLine(`${line} && npm test`).at(-1)?.cwd).toBe(place);
  });
});

function commandsOf(line: string, statements: readonly Statement[]): readonly ShellCommand[] {
  const walk: Walk = {
    commands: [],
    source: line,
    errors: false,
    depth: 0,
    scripts: 0,
    calls: 0,
    descend: walkStatements,
  };
  walkStatements(walk, statements, newShell(), TOP);
  return walk.commands;
}

it("a plain line is read as the grammar reads it", () => {
  const programs = [
    "npx",
    "npm",
    "cd",
    "bash",
    "sh",
    "eval",
    "git",
    "time",
    "if",
    "export",
    "sudo",
    "timeout",
    "env",
    "find",
  ];
  const words = [
    "run",
    "test",
    "-c",
    "--fix",
    "--reporter=dot",
    "a=b",
    "src/a.ts",
    "./x",
    "10",
    "-exec",
    "+",
    "in",
    "done",
    "!",
  ];
  const word = fc.oneof(fc.constantFrom(...programs, ...words), fc.stringMatching(/^[\w@%+,./:=-]{1,6}$/));
  let plain = 0;
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (parts) => {
      const line = parts.join(" ");
      const statements = plainStatements(line);
      if (statements) plain += 1;
      expect(commandsOf(line, statements ?? parse(line).commands)).toEqual(commandsOf(line, parse(line).commands));
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(500);
});

it.each(["a  b", " a", "a\nb", "a;b", "echo $A", "echo 'a'", "A=b c", "ls *.ts", "a # b", "a > b", "~/a", "if a", ""])(
  "%j is left to the grammar",
  (line) => {
    expect(plainStatements(line)).toBeUndefined();
  },
);
