import { describe, expect, test } from "vitest";
import { judged } from "./support/judged.ts";
import { thread, type ThreadBuilder } from "./support/thread-builder.ts";

/** The same little story told with the tools of other agents, in other languages. */
interface Dialect {
  readonly host: string;
  readonly edit: (builder: ThreadBuilder) => ThreadBuilder;
  readonly run: (builder: ThreadBuilder, exit: number, output: string) => ThreadBuilder;
  readonly passed: string;
  readonly failed: string;
}

const status = (exit: number): "done" | "error" => (exit === 0 ? "done" : "error");

const DIALECTS: readonly Dialect[] = [
  {
    host: "codex, rust",
    edit: (builder) =>
      builder.call("apply_patch", {
        input:
          "*** Begin Patch\n*** Update File: src/lib.rs\n@@\n-fn a() -> u8 { 1 }\n+fn a() -> u8 {\n+    let b = 2;\n+    b + 1\n+}\n*** End Patch\n",
      }),
    run: (builder, exit, output) =>
      builder.call("shell", { command: ["bash", "-lc", "cargo test --all"] }, { status: status(exit), output }, exit),
    passed: "running 4 tests\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
    failed: "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n",
  },
  {
    host: "gemini, python",
    edit: (builder) =>
      builder.call("replace", {
        file_path: "/repo/app/core.py",
        old_string: "return 1",
        new_string: "value = 2\n    return value",
      }),
    run: (builder, exit, output) =>
      builder.call("run_shell_command", { command: "python -m pytest -q" }, { status: status(exit), output }, exit),
    passed: "....\n4 passed in 0.05s\n",
    failed: "FAILED tests/test_core.py::test_a\n1 failed, 3 passed in 0.05s\n",
  },
  {
    host: "copilot, java",
    edit: (builder) =>
      builder.call("edit", {
        path: "/repo/src/main/java/App.java",
        old_str: "return 1;",
        new_str: "int b = 2;\n return b;",
      }),
    run: (builder, exit, output) =>
      builder.call("bash", { command: "mvn -q test" }, { status: status(exit), output }, exit),
    passed: "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n",
    failed: "[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n",
  },
  {
    host: "opencode, ruby",
    edit: (builder) =>
      builder.call("edit", { filePath: "/repo/lib/app.rb", oldString: "1", newString: "value = 2\nvalue" }),
    run: (builder, exit, output) =>
      builder.call("bash", { command: "bundle exec rspec" }, { status: status(exit), output }, exit),
    passed: "....\n\nFinished in 0.01 seconds\n4 examples, 0 failures\n",
    failed: "...F\n\n4 examples, 1 failure\n",
  },
  {
    host: "cursor, go",
    edit: (builder) =>
      builder.call("search_replace", {
        file_path: "/repo/app.go",
        old_string: "return 1",
        new_string: "b := 2\n\treturn b",
      }),
    run: (builder, exit, output) =>
      builder.call("run_terminal_cmd", { command: "go test ./..." }, { status: status(exit), output }, exit),
    passed: "ok  \texample.com/app\t0.3s\n",
    failed: "--- FAIL: TestApp (0.00s)\nFAIL\nFAIL\texample.com/app\t0.3s\n",
  },
  {
    host: "pi, c#",
    edit: (builder) =>
      builder.call("edit", { path: "/repo/App.cs", oldText: "return 1;", newText: "var b = 2;\nreturn b;" }),
    run: (builder, exit, output) =>
      builder.call("bash", { command: "dotnet test" }, { status: status(exit), output }, exit),
    passed: "Passed!  - Failed:     0, Passed:     4, Skipped:     0, Total:     4, Duration: 12 ms\n",
    failed: "Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 12 ms\n",
  },
  {
    host: "cline, javascript",
    edit: (builder) =>
      builder.call("editor", { path: "/repo/sum.js", old_text: "return 1", new_text: "const b = 2;\n  return b" }),
    run: (builder, exit, output) =>
      builder.call("run_commands", { command: "npm test" }, { status: status(exit), output }, exit),
    passed: "✔ one and two\nℹ tests 1\nℹ pass 1\nℹ fail 0\n",
    failed: "✖ one and two\nℹ tests 1\nℹ pass 0\nℹ fail 1\n",
  },
];

describe.each(DIALECTS)("$host", ({ edit, run, passed, failed }) => {
  const asked = (): ThreadBuilder => edit(thread().user("Make it return the sum."));

  test("a true claim is left alone", () => {
    expect(judged(run(asked(), 0, passed).close("Done. All tests pass."))).toMatchObject({
      verdict: "ok",
      findings: [],
    });
  });

  test("a claim without a run is corrected", () => {
    expect(judged(asked().close("Done. All tests pass.")).findings[0]?.id).toBe("claimed-check-never-ran");
    expect(judged(asked().close("Done. All tests pass.")).verdict).toBe("correct");
  });

  test("a claim over a failed run is corrected", () => {
    const verdict = judged(run(asked(), 1, failed).close("Done. All tests pass."));
    expect([verdict.verdict, verdict.findings[0]?.id]).toEqual(["correct", "claimed-check-failed"]);
  });

  test("a change after the run is at least noted", () => {
    const verdict = judged(edit(run(asked(), 0, passed)).close("Done. All tests pass."));
    expect(verdict.findings.map((finding) => finding.id)).toContain("verification-stale");
  });
});
