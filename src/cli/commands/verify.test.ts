import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { isAlive } from "../../../test/support/is-alive.ts";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { evidenceOf } from "../../evidence/evidence.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { fold } from "../../thread/reducer.ts";
import { command as verify } from "./verify.ts";

type Files = Readonly<Record<string, string>>;

interface Line {
  readonly type: string;
  readonly kind?: string;
  readonly command?: string;
  readonly verdict?: string;
  readonly reason?: string;
  readonly before?: string;
  readonly tail?: string;
  readonly counts?: Readonly<Record<string, number>>;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly threadId?: string | null;
}

function project(files: Files): string {
  const root = join(temporaryDirectory(), "project");
  writeFiles(root, files);
  return root;
}

/** A project whose files are committed, with others laid over them. */
function committed(files: Files, changed: Files = {}): string {
  const root = project(files);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", ...words], {
      cwd: root,
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  writeFiles(root, changed);
  return root;
}

function cox(root: string, args: readonly string[], settings: Record<string, string> = {}): Promise<Ran> {
  const store = { COX_STORE_PATH: join(root, "..", "store.db"), SECRET_TOKEN: "hush" };
  return runCommand(verify, args, { env: { ...process.env, ...store, ...settings }, cwd: root });
}

async function verified(root: string, args: readonly string[] = [], settings: Record<string, string> = {}) {
  const { code, out } = await cox(root, [...args, "--json"], settings);
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return { code, checks: lines.slice(0, -1), result: lines.at(-1)! };
}

const script = (test: string) => JSON.stringify({ scripts: { test } });
/** Where it is not about npm, which takes a quarter of a second to start. */
const make = (test: string) => ({ Makefile: `test:\n\t@${test.replaceAll("$", "$$$$")}\n` });
const ADD = "export const add = (a, b) => a + b;\n";
const BROKEN = "export const add = (a, b) => a - b;\n";
const JAVASCRIPT = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test", lint: "node --check add.js" } }),
  "package-lock.json": "{}",
  "add.js": ADD,
  "add.test.js": `import test from "node:test";\nimport assert from "node:assert";\nimport { add } from "./add.js";\ntest("adds two numbers", () => assert.equal(add(2, 2), 4));\n`,
};
/** Passes where it adds. Without a runner, which takes half a second to start. */
const ADDING = { Makefile: 'test:\n\tgrep "a + b" add.js\n', "add.js": ADD };

afterEach(() => void vi.unstubAllEnvs());

describe("SPEC §10, build, type check, test, lint: cox verify on a JavaScript project", () => {
  it("green: every check passed, with a table", async () => {
    const root = project(JAVASCRIPT);
    const { code, out, err } = await cox(root, []);
    expect(code).toBe(0);
    expect(out).toMatch(/✓ lint +npm run lint +passed +[\d.]+ s/);
    expect(out).toMatch(/✓ test +npm test +passed +[\d.]+ s +1 passed/);
    expect(err).toBe("lint: npm run lint\ntest: npm test\n");
  });

  it("red: the failure and the end of what it printed", async () => {
    const root = project({ ...JAVASCRIPT, "add.js": BROKEN });
    const { code, out } = await cox(root, ["test"]);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ test +npm test +failed/);
    expect(out).toMatch(/^npm test\n {2}/m);
    expect(out).not.toContain("lint");
  });

  it("red, with nothing to compare with: says that it is not known whether it is older", async () => {
    const { code, out } = await cox(project(make("exit 1")), ["test", "--baseline"]);
    expect(code).toBe(1);
    expect(out).toContain("\n  not known: there is no commit to compare with\n");
  });

  it("in a folder of a project: names the project", async () => {
    const root = committed({ "package.json": script("echo ok"), "deep/er/a.txt": "" });
    const { code, err } = await cox(root, ["--cwd", "deep/er"]);
    expect(code).toBe(3);
    expect(err).toContain(`No check was found in ${join(root, "deep", "er")}. ${root} has some: --cwd names it.\n`);
    expect((await cox(root, ["lint", "--cwd", "deep"])).err).toContain("Name one in your settings");
  });

  it("red before already: said to be older, and nothing is left behind", async () => {
    const root = committed({ ...ADDING, "add.js": BROKEN }, { "README.md": "new" });
    // In the one that all share, others compare meanwhile.
    const temporary = temporaryDirectory();
    vi.stubEnv("TMPDIR", temporary);
    const { code, checks } = await verified(root, ["test", "--baseline"]);
    expect(code).toBe(1);
    expect(checks).toMatchObject([{ verdict: "failed", before: "failed" }]);
    expect(execFileSync("git", ["worktree", "list"], { cwd: root, encoding: "utf8" }).trim().split("\n")).toHaveLength(
      1,
    );
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("?? README.md\n");
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("red since: said to be new", async () => {
    const root = committed(ADDING, { "add.js": BROKEN });
    expect((await verified(root, ["test", "--baseline"])).checks).toMatchObject([
      { verdict: "failed", before: "passed" },
    ]);
    // In a narrow terminal, too.
    const env = { ...process.env, COX_STORE_PATH: join(temporaryDirectory(), "store.db") };
    const { out } = await runCommand(verify, ["test", "--baseline"], { env, cwd: root, columns: 44 });
    expect(out).toMatch(/^✗ test .* failed, new /m);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      " new: it passes on the last commit, and fails there with the changes ",
    );
  });

  it("says nothing about before where there is no git", async () => {
    const root = project({ ...ADDING, "add.js": BROKEN });
    const { checks } = await verified(root, ["test", "--baseline"]);
    expect(checks[0]).not.toHaveProperty("before");
  });

  it("hanging: stopped at the limit with everything it started, unchecked", async () => {
    const root = project({ "package.json": script('node -e "console.log(process.pid); setInterval(() => {}, 1000)"') });
    const started = performance.now();
    const { code, checks } = await verified(root, [], { COX_CHECKS_TIMEOUT_SECONDS: "1.5" });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(code).toBe(3);
    expect(checks).toMatchObject([
      { verdict: "unchecked", ended: "timed-out", reason: expect.stringMatching(/did not end within 2 s/) },
    ]);
    const pid = Number(/^\d+$/m.exec(checks[0]?.tail ?? "")?.[0]);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });

  it("flooding: the output is bounded, and its end is kept", async () => {
    const root = project(make("head -c 30000000 /dev/zero | tr '\\0' x; echo; echo the end; exit 3"));
    const { checks } = await verified(root);
    expect(checks).toMatchObject([{ verdict: "failed", exitCode: 2 }]);
    expect(checks[0]?.tail).toContain("the end");
    expect(checks[0]?.tail?.length).toBeLessThanOrEqual(2000);
  });

  it("children that outlive it are stopped with it", async () => {
    const root = project(make("sleep 300 & echo $! > child.pid; exit 0"));
    expect(await verified(root)).toMatchObject({ code: 0, checks: [{ verdict: "passed" }] });
    const pid = Number(readFileSync(join(root, "child.pid"), "utf8"));
    expect(isAlive(pid)).toBe(false);
  });

  it("a missing toolchain is unchecked with its reason", async () => {
    const root = project({ "package.json": script("x"), "pnpm-lock.yaml": "", "Cargo.toml": "", "go.mod": "" });
    const path = temporaryDirectory();
    const { code, checks } = await verified(root, ["test"], { PATH: path });
    expect(code).toBe(3);
    expect(checks).toMatchObject([
      { command: "pnpm run test", verdict: "unchecked", reason: "pnpm is not installed" },
      { command: "cargo test", verdict: "unchecked", reason: "cargo is not installed" },
      { command: "go test ./...", verdict: "unchecked", reason: "go is not installed" },
    ]);
  });

  it("missing dependencies are unchecked too: the project's code was never reached", async () => {
    const root = project({ "package.json": script("no-such-runner run") });
    const { code, checks } = await verified(root);
    expect(code).toBe(3);
    expect(checks).toMatchObject([{ verdict: "unchecked", reason: expect.stringContaining("it checked nothing") }]);
  });

  it("tells a reason that is too long for the table below it, whole", async () => {
    const runner = "a-runner-that-nobody-has-and-whose-name-is-long";
    const env = { ...process.env, COX_STORE_PATH: join(temporaryDirectory(), "store.db") };
    const root = project({ "package.json": script(`${runner} run`) });
    const { out } = await runCommand(verify, [], { env, cwd: root, columns: 80, isTerminal: true });
    expect(out).toMatch(/^\? test +npm test +unchecked .*…$/m);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`npm test it checked nothing: .*${runner}: .*not found`));
    // In a log, nobody can make the window wider.
    const { out: piped } = await runCommand(verify, [], { env, cwd: root, columns: 80 });
    expect(piped).toMatch(
      new RegExp(`^\\? test +npm test +unchecked .*it checked nothing: .*${runner}: .*not found$`, "m"),
    );
    expect(piped).not.toContain("…");
  });

  it("a runner that found no test is unchecked, and not for what it printed last", async () => {
    const root = project({ "package.json": script("node --test") });
    const { code, checks } = await verified(root);
    expect(code).toBe(3);
    expect(checks).toMatchObject([{ verdict: "unchecked", reason: "it ran, and there was nothing for it to check" }]);
  });

  it("gives checks an environment without tokens, without keys and without our settings", async () => {
    const root = project(make("env | sort; exit 1"));
    const { checks } = await verified(root, [], {
      ANTHROPIC_API_KEY: "hush",
      COX_MODE: "verify",
      GITHUB_TOKEN: "hush",
      GOCACHE: "/kept",
    });
    expect(checks[0]?.tail).not.toMatch(/hush|COX_MODE/);
    expect(checks[0]?.tail).toMatch(/^CI=1$/m);
  });

  it("runs what is configured instead of what is found", async () => {
    const root = project(JAVASCRIPT);
    const commands = JSON.stringify({ test: "echo own && test -f add.js", lint: "none" });
    const { checks } = await verified(root, [], { COX_CHECKS_COMMANDS: commands });
    expect(checks).toMatchObject([{ kind: "test", command: "echo own && test -f add.js", verdict: "passed" }]);
  });

  it("lists without running, and says where nothing is to be found", async () => {
    const root = project(JAVASCRIPT);
    expect(await cox(root, ["--list"])).toMatchObject({
      code: 0,
      out: "lint  npm run lint  (package.json scripts.lint)\ntest  npm test      (package.json scripts.test)\n",
    });
    const empty = await cox(project({ "notes.txt": "" }), []);
    expect(empty.code).toBe(3);
    expect(empty.err).toContain("No check was found");
    await expect(cox(root, ["tests"])).rejects.toThrow(/there is no check "tests"/);
  });

  it("suggests to name the kind that was asked for", async () => {
    const { code, err } = await cox(project({ "notes.txt": "" }), ["build", "lint"]);
    expect(code).toBe(3);
    expect(err).toMatch(
      /No build or lint check was found in .*: "checks": { "commands": { "build": "…", "lint": "…" } }/,
    );
  });

  it("says that the checks of a project that nobody trusts are ignored, and how to trust it", async () => {
    const root = project({ ".coxswain.json": JSON.stringify({ checks: { commands: { test: "touch ran" } } }) });
    const settings = { XDG_CONFIG_HOME: join(root, ".."), APPDATA: join(root, "..") };
    const { code, err } = await cox(root, [], settings);
    expect(code).toBe(3);
    expect(err).toMatch(/^warning: .*\.coxswain\.json:1: "checks\.commands\.test" is ignored: .*"trust\.projects"/m);
    expect(err).toMatch(/No check was found in [^:]*\.\n$/);
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  it("says that a manifest cannot be read, also where other checks are found", async () => {
    const broken = { "package.json": '{ "scripts": ' };
    const alone = await cox(project(broken), []);
    expect(alone.code).toBe(3);
    expect(alone.err).toMatch(/^cox verify: package\.json cannot be read as JSON/);
    expect(alone.err).not.toContain("Name one");
    const beside = await cox(project({ ...broken, Makefile: "test:\n\ttrue\n" }), ["--list"]);
    expect(beside.out).toContain("make test");
    expect(beside.err).toContain("package.json cannot be read as JSON");
  });
});

describe("SPEC §10, an exit code that CI can trust: what did not pass decides over what did", () => {
  const run = (commands: Record<string, string>, ...args: string[]) =>
    verified(project({ "a.txt": "" }), args, {
      COX_CHECKS_COMMANDS: JSON.stringify(commands),
      COX_CHECKS_TIMEOUT_SECONDS: "1",
    });
  const PRINTS = "echo 'Tests:       2 failed, 1 passed, 3 total'";

  it.each<[string, Record<string, string>, number]>([
    ["all passed", { lint: "true", test: "true" }, 0],
    ["one failed", { lint: "true", test: "exit 1" }, 1],
    ["one failed, another hung", { lint: "exit 1", test: "sleep 60" }, 1],
    ["one printed failures and ended with 0", { lint: "true", test: PRINTS }, 1],
    ["one hung", { lint: "true", test: "sleep 60" }, 3],
    ["one is not installed", { lint: "true", test: "no-such-runner" }, 3],
    ["one found no tests", { lint: "true", test: "node --test" }, 3],
    ["all tests passed, and it failed", { test: "echo 'Tests:       3 passed, 3 total'; exit 1" }, 1],
  ])("%s", async (_, commands, code) => {
    const { code: seen, result } = await run(commands);
    expect([seen, result.exitCode]).toEqual([code, code]);
  });

  it("tells printed failures as failed, with what is odd about them", async () => {
    const { checks } = await run({ test: PRINTS });
    expect(checks).toMatchObject([
      {
        verdict: "failed",
        reason: "it printed failures, and ended with exit code 0",
        tail: expect.stringContaining("2 failed"),
      },
    ]);
  });

  it.each([
    ["something passed", { lint: "true", test: "no-such-runner" }, 0],
    ["nothing passed", { test: "no-such-runner" }, 3],
    ["something failed", { lint: "exit 1", build: "true", test: "no-such-runner" }, 1],
  ])("--allow-unchecked: %s", async (_, commands, code) => {
    expect((await run(commands, "--allow-unchecked")).code).toBe(code);
  });
});

describe("cox verify that is cancelled", () => {
  const SCRIPTS = { lint: "echo linted", build: "sleep 20", test: "echo never" };

  /** Presses Ctrl-C when these words are shown. */
  async function cancelledAt(words: string, ...args: string[]) {
    const root = project({ "package.json": JSON.stringify({ scripts: SCRIPTS }) });
    const cancel = new AbortController();
    let shown = "";
    const show = (text: string) => {
      shown += text;
      if (text.includes(words)) cancel.abort();
    };
    const io = { env: { ...process.env, HOME: root }, cwd: root, signal: cancel.signal, out: show, err: show };
    return { code: (await runCommand(verify, args, io)).code, shown };
  }

  it("shows what had ended by then, and what was not run", async () => {
    const { code, shown } = await cancelledAt("build: npm run build");
    expect(code).toBe(130);
    expect(shown).toMatch(
      /\n✓ lint .* passed .*\n\? build .* unchecked .* it was cancelled\nCancelled: 1 check not run\.\n$/,
    );
  });

  it("tells a program that this is the end", async () => {
    const { shown } = await cancelledAt('"kind":"lint"', "--json");
    const result = shown
      .trim()
      .split("\n")
      .find((line) => line.includes('"result"'));
    expect(JSON.parse(result ?? "")).toMatchObject({ passed: 1, failed: 0, threadId: null, exitCode: 130 });
  });
});

describe("SPEC §10, results become receipts of the thread", () => {
  it("of the newest one of the directory, fresh by construction", async () => {
    const root = project(JAVASCRIPT);
    const path = join(root, "..", "store.db");
    const builder = new ThreadBuilder()
      .started(root, "coxswain")
      .user("fix it")
      .edit("add.js", "a", "b")
      .close("Done.");
    let store = await openSqliteStore(path);
    await store.append("thread-1", builder.deltas());
    await store.close();
    const { result } = await verified(root, ["test"]);
    expect(result).toMatchObject({ threadId: "thread-1", exitCode: 0 });
    store = await openSqliteStore(path);
    const thread = fold((await store.read("thread-1")).map((entry) => entry.delta));
    await store.close();
    const [run] = evidenceOf(thread, thread.turns[0]!).record.runs;
    expect(run).toMatchObject({
      command: "npm test",
      kind: "test",
      end: "passed",
      by: "coxswain",
      counts: { passed: 1 },
    });
    expect(run?.outdated).toBeUndefined();
    expect((await verified(root, ["lint", "--thread", "none"])).result.threadId).toBeNull();
  });

  it.skipIf(process.platform === "win32")("of the newest one of a directory that is named through a link", async () => {
    const root = project(make("echo ok"));
    symlinkSync(root, `${root}-link`);
    const store = await openSqliteStore(join(root, "..", "store.db"));
    await store.append(
      "thread-1",
      new ThreadBuilder().started(root, "coxswain").user("fix it").close("Done.").deltas(),
    );
    await store.close();
    expect((await verified(root, ["--cwd", `${root}-link`])).result.threadId).toBe("thread-1");
  });

  it("of no thread that is not there: nothing is run for it", async () => {
    const root = project({ "package.json": script("touch ran") });
    await expect(cox(root, ["test", "--thread", "nobody"])).rejects.toThrow(/no thread "nobody"/);
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  it("of none where nothing is kept, and no store is made for it", async () => {
    const root = project(make("echo ok"));
    expect((await verified(root, ["test"])).result.threadId).toBeNull();
    expect(existsSync(join(root, "..", "store.db"))).toBe(false);
  });
});

const has = (program: string, ...words: string[]) => {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe.runIf(has("python3", "-m", "pytest", "--version"))("cox verify on a Python project", () => {
  const files = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "calc.py": "def add(a, b):\n    return a + b\n",
    "test_calc.py": "from calc import add\n\ndef test_add():\n    assert add(2, 2) == 4\n",
  };

  /** Plugins that happen to be installed take it as long as all the rest. */
  const alone = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };

  it("green with pytest", async () => {
    const root = project(files);
    expect(await verified(root, [], alone)).toMatchObject({
      code: 0,
      checks: [{ kind: "test", verdict: "passed", counts: { passed: 1 } }],
    });
    // Plugins that happen to be installed may leave something.
    expect(readdirSync(root).filter((name) => /cache/.test(name))).toEqual([]);
  });

  it("red with pytest", async () => {
    const root = project({ ...files, "calc.py": "def add(a, b):\n    return a - b\n" });
    expect(await verified(root, [], alone)).toMatchObject({
      code: 1,
      checks: [{ verdict: "failed", counts: { failed: 1 } }],
    });
  });

  it("green and red with unittest", async () => {
    const test = (value: number) =>
      `import unittest\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(2 + 2, ${value})\n`;
    const own = (value: number) => project({ "setup.py": "", "tests/test_it.py": test(value) });
    expect(await verified(own(4))).toMatchObject({
      code: 0,
      checks: [{ command: "python3 -m unittest discover -s tests" }],
    });
    expect(await verified(own(5))).toMatchObject({ code: 1, checks: [{ verdict: "failed" }] });
    const bare = project({ "test_it.py": test(4) });
    expect(await verified(bare)).toMatchObject({ code: 0, checks: [{ command: "python3 -m unittest discover" }] });
    expect(readdirSync(bare), "nothing is left in the project").toEqual(["test_it.py"]);
  });

  it("an interpreter without the tool is unchecked with its reason", async () => {
    const root = project({ "pyproject.toml": "[tool.mypy]\n", "a.py": "" });
    const { code, checks } = await verified(root);
    const expected = has("python3", "-m", "mypy", "--version") ? "passed" : "unchecked";
    expect(checks).toMatchObject([{ kind: "typecheck", verdict: expected }]);
    expect(code).toBe(expected === "passed" ? 0 : 3);
  });
});

describe.runIf(has("make", "--version") && has("cc", "--version"))("cox verify on a C project with make", () => {
  const files = (body: string) => ({
    Makefile: "all: main\nmain: main.c\n\tcc -o main main.c\ncheck: main\n\t./main\n",
    "main.c": `int main(void) { ${body} }\n`,
  });

  it("green, red at run time, red at compile time", async () => {
    expect(await verified(project(files("return 0;")))).toMatchObject({
      code: 0,
      checks: [
        { kind: "build", command: "make all" },
        { kind: "test", command: "make check" },
      ],
    });
    expect(await verified(project(files("return 1;")))).toMatchObject({
      code: 1,
      checks: [{ verdict: "passed" }, { verdict: "failed" }],
    });
    expect(await verified(project(files("return x;")))).toMatchObject({
      code: 1,
      checks: [{ verdict: "failed" }, { verdict: "failed" }],
    });
  });
});

const CMAKE = "cmake";

describe.runIf(has(CMAKE, "--version") && has("cc", "--version"))("cox verify on a CMake project", () => {
  it("green and red", async () => {
    const root = project({
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.16)\nproject(t C)\nenable_testing()\nadd_executable(t main.c)\nadd_test(NAME t COMMAND t)\n",
      "main.c": "int main(void) { return 0; }\n",
    });
    execFileSync(CMAKE, ["-S", ".", "-B", "build"], { cwd: root, stdio: "ignore" });
    expect(await verified(root)).toMatchObject({
      code: 0,
      checks: [
        { kind: "build", verdict: "passed" },
        { kind: "test", verdict: "passed" },
      ],
    });
    writeFiles(root, { "main.c": "int main(void) { return 7; }\n" });
    expect(await verified(root)).toMatchObject({ code: 1, checks: [{ verdict: "passed" }, { verdict: "failed" }] });
  });
});

describe.runIf(has("cargo", "--version"))("cox verify on a Rust project", () => {
  const files = (body: string) => ({
    "Cargo.toml": '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": `pub fn add(a: i32, b: i32) -> i32 {\n    ${body}\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(2, 2), 4);\n    }\n}\n`,
    ".gitignore": "target\n",
  });

  it("green, then red", async () => {
    const root = project(files("a + b"));
    expect(await verified(root, ["test"])).toMatchObject({
      code: 0,
      checks: [{ command: "cargo test", verdict: "passed" }],
    });
    writeFiles(root, files("a - b"));
    expect(await verified(root, ["test"])).toMatchObject({ code: 1, checks: [{ verdict: "failed" }] });
  }, 120_000);
});

/** Only versions of plugins that lie in the local repository: nothing is fetched in a test. */
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version><properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties><build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin></plugins></build></project>`;
const java = (body: string) => ({
  "pom.xml": POM,
  ".mvn/maven.config": "-o\n",
  // So short a run is over before most of what the compiler for long ones does pays.
  ".mvn/jvm.config": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n",
  "src/main/java/A.java": `class A { int x() { ${body} } }\n`,
});

describe.runIf(has("mvn", "-v"))("cox verify on a Maven project", () => {
  it("green and red, or unchecked where its plugins cannot be fetched", async () => {
    const green = await verified(project(java("return 1;")), ["build"]);
    const [first] = green.checks;
    expect(["passed", "unchecked"]).toContain(first?.verdict);
    const red = await verified(project(java("return x;")), ["build"]);
    expect(red.checks).toMatchObject([{ verdict: first?.verdict === "passed" ? "failed" : "unchecked" }]);
  }, 120_000);
});
