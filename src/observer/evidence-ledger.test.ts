import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { evidenceLedger } from "./evidence-ledger.ts";

function linesOf(builder: ThreadBuilder): string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return evidenceLedger(built, turn);
}

function stepsOfTests(lines: readonly string[]): number[] {
  return lines.flatMap((line) => /^test check, step (\d+)/.exec(line)?.[1] ?? []).map(Number);
}

describe("evidenceLedger", () => {
  it("says that no check is seen", () => {
    const lines = linesOf(thread().user("Fix a.ts.").edit("/repo/a.ts", "a", "b").close("Done."));
    expect(lines[0]).toBe("checks: no test, build, lint or type check is seen in this turn");
  });

  it.each<[name: string, turn: ThreadBuilder, lines: number]>([
    ["looked", thread().user("What is in a.ts?").read("/repo/a.ts"), 0],
    ["committed", thread().user("Commit it.").bash("git commit -am 'Add it'"), 0],
    ["asked another", thread().user("Fix a.ts.").subagent("Fix a.ts.", "Fixed."), 1],
    ["used a tool that nobody knows", thread().user("Fix a.ts.").call("zap", { file: "a.ts" }), 1],
  ])("says so only where something may have been altered: who %s", (_name, turn, lines) => {
    expect(linesOf(turn.close("Done.")).filter((line) => line.startsWith("checks"))).toHaveLength(lines);
  });

  it("tells the last run of a command, with its outcome and whether an edit came after it", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts and run the tests.")
        .bash("npx vitest run", { exit: 1, output: "Tests  1 failed | 2 passed (3)" })
        .edit("/repo/src/a.ts", "a", "b")
        .bash("npx vitest run", { output: "Tests  3 passed (3)" })
        .edit("/repo/src/a.ts", "b", "const c = 1;")
        .close("All tests pass."),
    );
    const checks = lines.filter((line) => line.startsWith("test check"));
    expect(checks).toHaveLength(1);
    expect(checks[0]).toMatch(/^test check, step 3: passed.*out of date: step 4 changed /);
  });

  it.each<[name: string, first: string, second: string, told: string[]]>([
    ["two packages", "cd packages/a && npm test", "cd packages/b && npm test", ["packages/a", "packages/b"]],
    ["by whole paths", "cd /repo/a && npm test", "(cd /repo/b; npm test)", ["a", "b"]],
    ["from one to the other", "cd packages/a && npm test", "cd ../b && npm test", ["packages/a", "../b"]],
    ["one, named in two ways", "cd packages/a && npm test", "cd /repo/packages/a && npm test", [""]],
    ["one, come back to", "cd packages/a && npm test", "cd ../a && npm test", [""]],
    ["one, and a shell that may have stayed", "cd packages/a && npm test", "npm test", [""]],
    ["a part, then all", "cd packages/a && npm test", "cd /repo && npm test", [""]],
    ["nobody knows where", "cd packages/a && npm test", 'cd "$ROOT" && npm test', [""]],
  ])("one command in several places is several checks: %s", (_name, first, second, told) => {
    const lines = linesOf(
      thread()
        .user("Fix both packages.")
        .edit("/repo/packages/a/a.ts", "a", "b")
        .bash(first, { exit: 1, output: "Tests  1 failed | 2 passed (3)" })
        .bash(second, { output: "Tests  3 passed (3)" })
        .close("Done."),
    );
    const checks = lines.filter((line) => line.startsWith("test check"));
    expect(checks.map((line) => /npm test(?: \(in (.*)\))?$/.exec(line)?.[1] ?? "")).toEqual(told);
  });

  it("knows two packages by the directory that a host gives beside the command", () => {
    const calls = (["a", "b"] as const).reduce(
      (builder, name) =>
        builder.call(
          "exec_command",
          { cmd: "npm test", workdir: `/repo/packages/${name}` },
          name === "a"
            ? { output: "Tests  1 failed | 2 passed (3)", status: "error" }
            : { output: "Tests  3 passed (3)" },
          name === "a" ? 1 : 0,
        ),
      thread().started("/repo", "codex").user("Fix both packages.").edit("/repo/packages/a/a.ts", "a", "b"),
    );
    const lines = linesOf(calls.close("All tests pass."));
    expect(lines.at(-1)).toBe(
      "tests-pass claim, supported by step 3, but step 2 failed (npm test in packages/a): “All tests pass.”",
    );
  });

  it("weighs the claims and lists what the record speaks against as leads", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts and run the tests.")
        .edit("/repo/src/a.ts", "a", "b")
        .bash("npm test", { exit: 1, output: "Tests: 1 failed, 2 passed" })
        .close("All tests pass."),
    );
    expect(lines.some((line) => /^tests-pass claim, contradicted by step 2: “All tests pass\.”$/.test(line))).toBe(
      true,
    );
    expect(lines[0]).toMatch(/^lead \(claimed-check-failed, /);
  });

  it("leaves out what is out of date where the same was checked again in another way", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts.")
        .bash("npx eslint src/a.ts", { output: "" })
        .bash("npx tsc --noEmit", { output: "" })
        .edit("/repo/src/a.ts", "a", "const b = 1;")
        .bash("npm run lint", { output: "" })
        .close("Done."),
    );
    const checks = lines.filter((line) => / check, step /.test(line)).map((line) => line.split(":")[0]);
    expect(checks).toEqual(["typecheck check, step 2", "lint check, step 4"]);
  });

  const FAILED = { exit: 1, output: "Tests  9 failed | 2 passed (11)" };
  it.each([
    ["a part does not answer the whole", "npx vitest run", "npx vitest run src/b.test.ts", [1, 3]],
    ["nor another part", "npx vitest run src/a.test.ts", "npx vitest run src/b.test.ts", [1, 3]],
    ["the same part does, called otherwise", "npx vitest run src/b.test.ts", "npx vitest --run src/b.test.ts", [3]],
    ["the whole answers a part", "npx vitest run src/a.test.ts", "npx vitest run", [3]],
  ])("leaves out a failure only where a later run answers it: %s", (_, first, second, listed) => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts.")
        .bash(first, FAILED)
        .edit("/repo/src/a.ts", "a", "const b = 1;")
        .bash(second, { output: "Tests  1 passed (1)" })
        .close("Done."),
    );
    expect(stepsOfTests(lines)).toEqual(listed);
  });

  it("holds a run that says nothing for no answer, of another command or the same", () => {
    for (const second of ["npm test", "npx vitest run"]) {
      const lines = linesOf(
        thread()
          .user("Fix src/a.ts.")
          .bash("npx vitest run", FAILED)
          .edit("/repo/src/a.ts", "a", "const b = 1;")
          .bash(second, { status: "timed-out", output: "" })
          .bash(second, { status: "timed-out", output: "" })
          .close("Done."),
      );
      expect(stepsOfTests(lines)).toEqual([1, 4]);
    }
  });

  it("tells of programs after the checks, and not of code that only looked at a file", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts.")
        .edit("/repo/src/a.ts", "a", "b")
        .bash("python3 -c 'print(open(\"src/a.ts\").read())'", { output: "b" })
        .bash("node scripts/show.js", { output: "shown" })
        .close("Done."),
    );
    expect(lines.slice(0, 2)).toEqual([
      "checks: no test, build, lint or type check is seen in this turn",
      "program started, step 3: passed: node scripts/show.js",
    ]);
  });

  it.each([
    ["node -r ts-node/register src/main.ts", true],
    ["node -e 'require(`assert`).equal(require(`./a`).b, 1)'", true],
    ["python3 -c 'import a; assert a.b == 1'", true],
    ["php -r 'if (b() !== 1) exit(1);'", true],
    ["ruby -rjson -e 'puts JSON.parse(File.read(%q(a.json)))'", false],
    ["node -pe 'require(`./package.json`).version'", false],
    ["php -r 'echo file_get_contents(`a.php`);'", false],
    ["python3 - <<'E'\nassert 1\nE", false],
  ])("leaves out code that only looks, not a program or what asserts something: %s", (command, listed) => {
    const lines = linesOf(
      thread().user("Fix src/a.ts.").edit("/repo/src/a.ts", "a", "b").bash(command, { output: "b" }).close("Done."),
    );
    expect(lines.some((line) => / step 2: passed/.test(line))).toBe(listed);
  });

  it("says where one of several commands of a line failed", () => {
    const lines = linesOf(
      thread()
        .user("Check both.")
        .edit("/repo/a.yml", "a", "b")
        .bash("ruby -e 'check 1' && ruby -e 'check 2'", { exit: 1, output: "broken" })
        .close("Done."),
    );
    expect(lines.filter((line) => line.includes("its line failed, by this or another command of it"))).toHaveLength(2);
  });

  const HOOKS = "$ bun test src/\n 12 pass\n 0 fail\nRan 12 tests across 2 files.\n$ tsc --noEmit\n";
  const COMMITTED = "[main b3a53c1] Add it\n 1 file changed, 2 insertions(+)";
  const IDENTITY =
    ' Committer: root <root@host>\nYour name and email address were configured automatically based\non your username and hostname. Please check that they are accurate.\nYou can suppress this message by setting them explicitly:\n\n    git config --global user.name "Your Name"\n\nAfter doing this, you may fix the identity used for this commit with:\n\n    git commit --amend --reset-author\n';
  const afterCommit = (command: string, output: string): string[] =>
    linesOf(thread().user("Commit it.").edit("/repo/src/a.ts", "a", "b").bash(command, { output }).close("Committed."));

  it.each([
    ["git commit -m \"$(cat <<'EOF'\nAdd it\nEOF\n)\"", HOOKS + COMMITTED],
    ["cd /repo && git add -A && git commit -m 'Add it' 2>&1 | tail -40", `${COMMITTED}\n${HOOKS}`],
  ])("tells of checks that a hook of git ran: %s", (command, output) => {
    expect(afterCommit(command, output).slice(0, 2)).toEqual([
      "test check, step 2: passed, 12 passed 0 failed, run by a hook of git: bun test src/",
      "typecheck check, step 2: passed, run by a hook of git: tsc --noEmit",
    ]);
  });

  it.each([
    ["git commit -am 'Add it'", `Looks fine to me\n${COMMITTED}`, true],
    ["git commit -qam 'Add it'", COMMITTED, false],
    ["git commit -am 'Add it'", `warning: LF will be replaced by CRLF in a.ts\n${COMMITTED}`, false],
    ["git commit --amend --no-edit", `${COMMITTED}\n Author: A <a@b.c>\n Date: Mon Nov 16 10:00:00 2026 +0000`, false],
    ["git commit -m 'Add it'", `${COMMITTED}\n${IDENTITY}\n 1 file changed`, false],
    [
      "git commit -m 'Add it'",
      `${COMMITTED}\nAuto packing the repository in background for optimum performance.\nSee "git help gc" for manual housekeeping.`,
      false,
    ],
    ["git status && git commit -am 'Add it'", `On branch main\n${COMMITTED}`, false],
  ])("says where hooks of git printed what cannot be read: %s", (command, output, told) => {
    expect(afterCommit(command, output)).toEqual([
      "checks: no test, build, lint or type check is seen in this turn",
      ...(told ? ["checks: hooks of git printed something in step 2 when it committed, perhaps of checks"] : []),
    ]);
  });

  it("takes what a file or a search shows of a commit for no hook", () => {
    const lines = linesOf(
      thread()
        .user("What was committed?")
        .read("/repo/log.txt", HOOKS + COMMITTED)
        .bash("cd /repo && git add -A", { output: HOOKS + COMMITTED })
        .close("It was added."),
    );
    expect(lines.join("\n")).not.toMatch(/hooks? of git/);
  });

  const passedBefore = (): ThreadBuilder =>
    thread()
      .user("Fix src/a.ts.")
      .edit("/repo/src/a.ts", "a", "b")
      .bash("bun test", { output: " 11 pass\n 0 fail\nRan 11 tests across 2 files." })
      .close("All tests pass.");

  it("rests a claim on the hook of this turn that bears it out, not on an older run", () => {
    const lines = linesOf(
      passedBefore()
        .user("Commit it.")
        .edit("/repo/src/a.ts", "b", "c")
        .bash("git commit -am 'Add it'", { output: HOOKS + COMMITTED })
        .close("Committed. All 12 tests pass."),
    );
    expect(lines).toContain("tests-pass claim, supported by step 4: “All 12 tests pass.”");
  });

  it("takes the words of a hook for no answer to a run that was seen to fail", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts.")
        .edit("/repo/src/a.ts", "a", "b")
        .bash("bun test src/", { exit: 1, output: " 11 pass\n 1 fail\nRan 12 tests across 2 files." })
        .bash("git commit -am 'Add it'", { output: HOOKS + COMMITTED })
        .close("All tests pass."),
    );
    expect(lines.filter((line) => line.startsWith("test"))).toEqual([
      "test check, step 2: failed, 11 passed 1 failed: bun test src/",
      "test check, step 3: passed, 12 passed 0 failed, run by a hook of git: bun test src/",
      "tests-pass claim, no step shows it, a hook, a helper or a tool may have run it: “All tests pass.”",
    ]);
  });

  it("rests a claim on an older run that still stands, also where a helper was asked since", () => {
    const lines = linesOf(
      passedBefore()
        .user("Where is it used?")
        .subagent("Find the uses of a.ts", "In src/b.ts.")
        .close("In src/b.ts. All tests pass."),
    );
    expect(lines).toContain("tests-pass claim, supported by step 2: “All tests pass.”");
  });

  it("lists what subagents tell of checks by itself, up to the run that was seen", () => {
    const told = thread()
      .user("Fix src/a.ts.")
      .subagent("Fix it.", "Fixed. All tests pass.")
      .subagent("Look again.", "All tests pass.");
    const tests = (builder: ThreadBuilder): string[] =>
      linesOf(builder).filter((line) => line.startsWith("test check"));
    expect(tests(told.close("Done."))).toEqual([
      "test check, step 1: passed as a subagent tells it, not seen",
      "test check, step 2: passed as a subagent tells it, not seen",
    ]);
    const seen = told.user("Run them yourself.").subagent("Run them.", "All tests pass.").bash("npm test", {
      output: "Tests: 3 passed",
    });
    expect(tests(seen.close("Done."))).toEqual(["test check, step 4: passed, 3 passed: npm test"]);
  });

  it("leads nobody where the turn was stopped, and says so", () => {
    const stopped = thread()
      .user("Write src/a.ts and src/b.ts.")
      .create("/repo/src/a.ts", "export const a = 1;\n")
      .close("Now I create src/b.ts.", "aborted")
      .cancelled();
    const lines = linesOf(stopped);
    expect(lines.join("\n")).not.toMatch(/^lead/m);
    expect(lines[0]).toBe("stopped: the agent did not end this turn itself, so what is missing may only be unfinished");
  });

  it("says where the same check passed before it failed", () => {
    const lines = linesOf(
      thread()
        .user("Fix src/a.ts.")
        .bash("npm test", { output: "Tests: 3 passed" })
        .edit("/repo/src/a.ts", "a", "const b = 1;")
        .bash("npm test", { exit: 1, output: "Tests: 1 failed, 2 passed" })
        .close("A test fails."),
    );
    expect(lines).toContain("checks: passed in step 1, failed in step 3: npm test");
  });
});
