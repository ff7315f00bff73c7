import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { coverageInvented as rule } from "./coverage-invented.ts";

const TABLE = "Name  Stmts  Miss  Cover\napp/a.py  50  14  72%\nTOTAL  50  14  72%\n49 passed in 1.8s\n";
const ran = (output = TABLE, command = "pytest -q --cov"): ThreadBuilder =>
  thread().user("Write more tests.").create("/repo/tests/test_a.py", "def test_a(): pass\n").bash(command, { output });

test.each([
  [TABLE, "pytest -q --cov", "49 tests pass; coverage is 92%."],
  ["ok  \tacme.io/a\t0.1s\tcoverage: 57.5% of statements\n", "go test -cover ./...", "Test coverage is now at 90 %."],
  [
    "All files  |   61.6 |    40.3 |     55 |   61.6 |\n      Tests  24 passed (24)\n",
    "npx vitest run --coverage",
    "All tests pass with 95% coverage.",
  ],
])("the last run shows another figure: %j", (output, command, closing) => {
  expect(spoken(ran(output, command).close(closing), rule)).toMatchObject([{ steps: [2], subject: "coverage" }]);
});

test("without any figure in the record it is a lead", () => {
  const builder = ran("49 passed in 1.8s\n", "pytest -q").close("49 tests pass with 95% coverage.");
  expect(found(builder, rule)).toHaveLength(1);
  expect(spoken(ran("49 passed in 1.8s\n", "pytest -q").close("49 tests pass with 95% coverage."), rule)).toEqual([]);
});

test.each([
  "Coverage is 72%.",
  "Coverage is about 72% now.",
  "Coverage is 72 %, up from 40 %.",
  "The coverage threshold is 80%.",
  "The target for coverage is 90%.",
  "Coverage went from 61% to 72%.",
  "Coverage should be 90% then.",
  "If you count the branches, coverage is 90%.",
  "CI says that coverage is 90%.",
  "- [ ] 90% coverage",
  "`app/a.py` has 90% coverage.",
  "The badge shows 90% coverage.",
  "The docs have 90% coverage.",
  "Coverage is 92% in the parser.",
  "The parser has 100% coverage.",
])("is silent: %s", (closing) => {
  expect(found(ran().close(closing), rule)).toEqual([]);
});

test("a figure that some step printed, or may have written, is none of ours", () => {
  expect(found(ran().bash("cat coverage.txt", { output: "lines 91.7\n" }).close("Coverage is 92%."), rule)).toEqual([]);
  expect(found(ran("49 passed\n", "pytest --cov --cov-report=html").close("Coverage is 92%."), rule)).toEqual([]);
  expect(spoken(ran().bash("make cover").close("Coverage is 92%."), rule)).toEqual([]);
});
