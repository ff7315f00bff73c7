import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { evidenceLedger } from "./evidence-ledger.ts";

function linesOf(builder: ThreadBuilder): string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return evidenceLedger(built, turn);
}

describe("evidenceLedger", () => {
  it("says that no check was run", () => {
    const lines = linesOf(thread().user("Fix a.ts.").edit("/repo/a.ts", "a", "b").close("Done."));
    expect(lines[0]).toBe("checks: no test, build, lint or type check was run in this turn");
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
    expect(lines.some((line) => line.startsWith("lead (claimed-check-failed, "))).toBe(true);
  });
});
