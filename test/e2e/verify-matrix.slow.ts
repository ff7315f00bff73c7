import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { EXPECTED, RUNNERS, VARIANTS } from "../../bench/verify/cells.ts";
import { isThere, runCell } from "../../bench/verify/run-cell.ts";

/** The same as `npm run bench:verify`, which prints it as a table. */
describe.each(RUNNERS)("cox verify --baseline with %s", (runner) => {
  it.skipIf(!isThere(runner)).each(VARIANTS)("says what is so: %s", { timeout: 300_000 }, (variant) => {
    const program = join(inject("packageDirectory"), "bin", "cox.js");
    const { told, ...seen } = runCell(program, runner, variant);
    expect(seen, told).toEqual({ ...EXPECTED[variant], left: "" });
  });
});
