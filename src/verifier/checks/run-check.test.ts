import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import type { RunProcess } from "../../process/run-process.ts";
import { runCheck, whyUnready } from "./run-check.ts";

const CHECK = { kind: "test", command: ["sh", "-c", "npm test"], line: "npm test", directory: "", source: "" } as const;

/** What npm prints comes through one pipe, what it starts speaks through the other: the first to be read may be either. */
const printing =
  (exitCode: number, ...chunks: readonly string[]): RunProcess =>
  async ({ onOutput }) => {
    for (const chunk of chunks) onOutput?.(Buffer.from(chunk), "stdout");
    return { type: "exited", exitCode, left: 0 };
  };
const running = (run: RunProcess) => ({
  root: "/",
  environment: { PATH: "/bin:/usr/bin" },
  timeoutMs: 1000,
  run,
  signal: new AbortController().signal,
});
const ANNOUNCED = "\n> test\n> no-such-runner run\n\n";
const MISSING = "sh: 1: no-such-runner: not found\n";

it.each([
  ["in its order", [ANNOUNCED, MISSING]],
  ["the other way round", [MISSING, ANNOUNCED]],
  ["before npm's own news", [ANNOUNCED, MISSING, "npm notice\nnpm notice New major version of npm available!\n"]],
  [
    "before pnpm's end",
    [MISSING, " ELIFECYCLE  Command failed.\n WARN   node_modules missing, did you mean to install?\n"],
  ],
  [
    "before yarn's end",
    [MISSING, "error Command failed with exit code 127.\ninfo Visit https://yarnpkg.com/x for it.\n"],
  ],
  ["before bun's end", [MISSING, `error: script "test" exited with code 127\n`]],
  ["before just's end", [MISSING, "error: Recipe `test` failed on line 2 with exit code 127\n"]],
])("says what a check missed, not how it was called: %s", async (_, chunks) => {
  const { reason } = await runCheck(CHECK, running(printing(127, ...chunks)));
  expect(reason).toBe("it checked nothing: sh: 1: no-such-runner: not found");
});

const NO_DOTNET = `The command could not be loaded, possibly because:
  * It is an application:
      The application 'test' does not exist.
  * It is a command of the SDK:
      A compatible .NET SDK was not found.`;
const NO_CARGO = "error: rustup could not choose a version of cargo to run, because no default is configured.";

const TOO_OLD = "Current Python version (3.11.2) is not allowed by the project (^3.99).\n";
const SEEKS =
  "The currently activated Python version 3.11.2 is not supported by the project (^3.99).\nTrying to find and use a compatible version. \n";

const NO_JEST = `
> test
> npx --no-install jest

npm warn Unknown user config "x". This will stop working.
npm warn Unknown env config "x". This will stop working.
npm error npx canceled due to missing packages and no YES option: ["jest@30.0.0"]
npm error A complete log of this run can be found in: /x/_logs/debug-0.log
`;

it.each([
  ["cargo test", 1, `${NO_CARGO}\nhelp: run 'rustup default stable'\n`, NO_CARGO],
  ["cargo clippy", 1, "error: 'cargo-clippy' is not installed for the toolchain 'stable'.\nTo install, …\n", /clippy/],
  ["cargo clippy", 101, "error: no such command: `clippy`\n\nhelp: view all\n", /no such command/],
  ["pytest", 1, "pyenv: version `3.9.1' is not installed (set by /x/.python-version)\n", /pyenv/],
  [
    "make test",
    2,
    "pytest\nmake: pytest: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
    /pytest/,
  ],
  ["make test", 2, "x\n/bin/sh: 1: jest: not found\nmake: *** [Makefile:2: test] Error 127\n", /jest: not found$/],
  [
    "./gradlew test",
    1,
    "\nERROR: JAVA_HOME is not set and no 'java' command could be found.\n\nPlease set it\n",
    /JAVA_HOME/,
  ],
  ["dotnet test", 145, `${NO_DOTNET}\n\nRequested SDK version: 9.0.100\n\nLearn more:\nhttps://x\n`, /: A compatible/],
  ["dotnet test", 145, "A compatible .NET SDK was not found.\n\nRequested SDK version: 9.0.100\n", /SDK/],
  ["bundle exec rspec", 7, "Could not find rspec-3.12.0 in locally installed gems\nRun `bundle install`\n", /rspec/],
  ["go test ./...", 1, "go: go.mod requires go >= 1.99 (running go 1.21; GOTOOLCHAIN=local)\n", /go >= 1\.99/],
  ["uv run pytest", 2, "error: Failed to spawn: `pytest`\n  Caused by: No such file\n", /spawn/],
  ["uv run pytest", 2, "Using CPython 3.12\nerror: Failed to spawn: `pytest`\n  Caused by: No such file\n", /spawn/],
  ["poetry run pytest", 1, "Creating virtualenv x\nCommand not found: pytest\n", /not found: pytest$/],
  [
    "poetry run pytest",
    1,
    `\n${TOO_OLD}Please change python executable via the "env use" command.\n`,
    /\(\^3\.99\)\.$/,
  ],
  ["poetry run pytest", 1, `${SEEKS}\nPoetry was unable to find a compatible version. If you have one,\n`, /unable/],
  ["poetry run pytest", 1, `${SEEKS}\n  None\n\n  Poetry was unable to find a compatible version. If\n`, /unable/],
  ["npm test", 1, NO_JEST, /missing packages and no YES option: \["jest@30\.0\.0"\]$/],
  ["make test", 2, `npx jest\n${NO_JEST}make: *** [Makefile:2: test] Error 1\n`, /jest@30/],
  [
    "npm test",
    1,
    "npm error code E404\nnpm error 404 Not Found - GET https://x/jest\nnpm error 404\n",
    /GET https:\/\/x\/jest$/,
  ],
  ["npm test", 1, "npm error FetchError: request to http://x/jest failed, reason: connect\n", /\/jest failed/],
  [
    "npm test",
    1,
    "npm error network request to http://x/jest failed, reason: \nnpm error network In\n",
    /\/jest failed/,
  ],
  [
    "yarn run test",
    1,
    'yarn run v1.22.22\nerror Command "jest" not found.\ninfo Visit https://yarnpkg.com/x\n',
    /"jest" not found\.$/,
  ],
  ["pnpm run test", 254, ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command "jest" not found\n', /"jest" not found$/],
  ["uv run pytest", 2, "error: No interpreter found for Python >=3.99 in search path\nhint: never\n", /interpreter/],
  ["make test", 2, "make: pytest: No such file or directory\r\nmake: *** [Makefile:2: test] Error 127\r\n", /pytest/],
])("a missing toolchain is no failure of the project: %s", async (line, exitCode, printed, told) => {
  const { outcome, reason } = await runCheck({ ...CHECK, line }, running(printing(exitCode, printed)));
  expect({ outcome, reason }).toEqual({ outcome: "nothing-ran", reason: expect.stringMatching(told) });
  expect(reason).toMatch(/^what it needs is not installed: /);
});

it.each([
  ["cargo test", 101, `${NO_CARGO}\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n`],
  ["make test", 2, "cat: words.txt: No such file or directory\nmake: *** [Makefile:2: test] Error 1\n"],
  ["make test", 2, "expected 404: not found\nmake: *** [Makefile:2: test] Error 1\n"],
  ["make test", 2, "/bin/sh: 1: ./scripts/test.sh: not found\nmake: *** [Makefile:2: test] Error 127\n"],
  ["make test", 2, "make: ./scripts/test.sh: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n"],
  ["npm test", 1, "\n> test\n> node test.js\n\nCommand not found: nope\nAssertionError: 1 !== 127\n"],
  ["npm run lint", 1, "/x/src/run.js\n  3:1  error  Unexpected console\nCommand not found: x\n"],
  ["poetry run pytest", 1, `${SEEKS}Using python3.99 (3.99.1)\nFAILED t.py::test_a\n`],
  ["poetry run python test.py", 1, "Command not found: nope\nTraceback (most recent call last):\nAssertionError\n"],
  ["sh t.sh", 1, "JAVA_HOME is not set\nFAIL: it should fall back\n"],
  [
    "./gradlew build",
    1,
    "> Task :compileJava FAILED\nA.java:3: error: cannot find symbol\nError: JAVA_HOME is not set for it\nBUILD FAILED\n",
  ],
  ["./gradlew build", 1, "> Task :pack FAILED\nError: JAVA_HOME is not set for it\nBUILD FAILED\n"],
  ["bundle exec rake", 1, "rake aborted!\nCould not find table 'users' in any of the sources\nExpected true\n"],
  ["bundle exec rake", 1, "Could not find table 'users' in any of the sources\n"],
  ["cargo build", 101, "error[E0425]: cannot find value `y` in this scope\nwarning: failed to fetch advisory db\n"],
  ["dotnet build", 1, "A.cs(1,1): error CS0103: no such name\nA compatible .NET SDK was not found.\nBuild FAILED.\n"],
])("but what the project's own code says is one: %s, %j", async (line, exitCode, printed) => {
  const { outcome } = await runCheck({ ...CHECK, line }, running(printing(exitCode, printed)));
  expect(outcome).toBe("failed");
});

it.each([
  ["test", "1"],
  ["build", undefined],
] as const)(
  "is told to wait for no key where it tests, and left as the project wants it elsewhere: %s",
  async (kind, ci) => {
    const told: unknown[] = [];
    const run: RunProcess = async ({ cwd, environment }) => {
      told.push(cwd, environment["CI"], environment["PATH"]);
      return { type: "exited", exitCode: 0, left: 0 };
    };
    const { cwd } = await runCheck({ ...CHECK, kind, directory: "app" }, running(run));
    expect([...told, cwd]).toEqual(["/app", ci, "/bin:/usr/bin", "app"]);
  },
);

it.each<[string, Awaited<ReturnType<RunProcess>>, object]>([
  [
    "is out of time",
    { type: "timed-out" },
    { ended: "timed-out", reason: "it did not end within 1 s and was stopped, with all it had started" },
  ],
  ["is cancelled", { type: "cancelled" }, { ended: "interrupted", reason: "it was cancelled" }],
])("proves nothing where it %s, whatever it had printed", async (_, end, expected) => {
  const run: RunProcess = async ({ onOutput }) => (onOutput?.(Buffer.from("Tests: 2 failed\n"), "stdout"), end);
  expect(await runCheck(CHECK, running(run))).toMatchObject({ outcome: "unknown", counts: {}, ...expected });
});

it.each([
  ["no-such-program", "no-such-program is not installed"],
  ["./no-such-program", "./no-such-program is not there"],
  ["/no-such-program", "/no-such-program is not there"],
])("is not started where its program is missing: %s", async (program, reason) => {
  const run = () => Promise.reject(new Error("must not be started"));
  expect(await runCheck({ ...CHECK, command: [program] }, running(run))).toMatchObject({
    ended: "not-started",
    outcome: "nothing-ran",
    reason,
  });
});

it("keeps the end of what was printed, in whole lines", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  const { tail } = await runCheck(CHECK, running(printing(1, `${lines.join("\n")}\n\n`)));
  expect(tail.length).toBeLessThan(2000);
  expect(tail.split("\n")).toEqual(lines.slice(-tail.split("\n").length));
  expect((await runCheck(CHECK, running(printing(1, "one\ntwo\n")))).tail).toBe("one\ntwo");
});

it("looks for a toolchain in a line without end as fast as in any other", () => {
  const endless = "A compatible .NET SDK ".repeat(5000);
  expect(growth(endless, (output) => whyUnready("dotnet test", output))).toBeLessThan(MORE_THAN_ITS_INPUT);
});
