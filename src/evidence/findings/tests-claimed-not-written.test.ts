import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { testsClaimedNotWritten as rule } from "./tests-claimed-not-written.ts";

const PASSED = " Test Files  1 passed (1)\n      Tests  4 passed (4)\n";
const edited = (): ThreadBuilder =>
  thread()
    .user("Make it faster.")
    .edit("/repo/src/a.ts", "slow()", "fast()")
    .bash("npx vitest run", { output: PASSED });

test.each([
  "Faster now, and I added unit tests for it. All tests pass.",
  "I added three regression tests.",
  "- Made it faster\n- Added tests for empty input",
  "Faster. I also wrote tests covering the empty list.",
  "✅ Faster\n✅ Added unit tests",
])("none were written: %s", (closing) => {
  expect(spoken(edited().close(closing), rule)).toMatchObject([{ subject: "tests" }]);
});

test("it is only a lead after earlier turns, and beside files of which not all is known", () => {
  const later = edited().close("Done.").user("And b.").edit("/repo/src/b.ts", "slow()", "fast()");
  expect(found(later.close("I added tests."), rule)).toMatchObject([{ confidence: 0.5 }]);
  expect(found(edited().create("/repo/src/c.ts", "x").close("I added tests."), rule)).toMatchObject([
    { confidence: 0.5 },
  ]);
});

test.each([
  "The tests you added pass.",
  "No tests were added.",
  "Ann added tests for it.",
  "The last commit added tests for it.",
  "If you want, I can add tests.",
  "I added test data.",
  "I added the tests folder to the exclude list.",
  "Next: I add tests.",
])("nothing is claimed: %s", (closing) => {
  expect(found(edited().close(closing), rule)).toEqual([]);
});

test.each<[string, ThreadBuilder]>([
  ["a test", edited().edit("/repo/src/a.test.ts", "});", "  it('sums', () => {});\n});")],
  ["a test beside the code", edited().edit("/repo/src/a.rs", "fn a() {}", "fn a() {}\n#[test]\nfn t() {}")],
  ["a file by a shell", edited().bash("cat > tests/test_a.py <<'E'\ndef test_a():\n    pass\nE")],
  ["something by a tool", edited().call("mcp__files__write_file", { path: "x" })],
  ["whatever a helper wrote", edited().subagent("Write tests", "done")],
])("is silent after %s", (_, builder) => {
  expect(found(builder.close("I added tests for it."), rule)).toEqual([]);
});
