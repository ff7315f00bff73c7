import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { tailWithSummary } from "./command-output.ts";

const LOG = "2026/01/23 INFO something is done with a file\n".repeat(40);

it("shows which test failed far up, and what it said of that", () => {
  const output = [
    "--- FAIL: TestPrice (0.06s)",
    "    price_test.go:12: got 3, want 4",
    "--- FAIL: TestPrice (0.06s)",
    "FAIL",
    `${LOG}FAIL`,
    "FAIL	example.org/shop	3.690s",
  ].join("\n");
  const [first, second, third] = tailWithSummary(output, 600).split("\n");
  expect([first, second]).toEqual(["--- FAIL: TestPrice (0.06s)", "    price_test.go:12: got 3, want 4"]);
  expect(third).toMatch(/^⟦… \d+ lines before …⟧$/);
});

it("leaves words of trouble out where the end has the runner's own count", () => {
  expect(tailWithSummary(`Error: of a test that wants one\n${LOG}Tests: 12 passed`, 600)).not.toContain("of a test");
});

it("costs in proportion to what it is given, also where every line is another trouble", () => {
  const troubles = Array.from({ length: 8_000 }, (_, index) => `error: ${index} is wrong`);
  expect(growth(troubles, (lines) => tailWithSummary(lines.join("\n"), 600))).toBeLessThan(MORE_THAN_ITS_INPUT);
});
