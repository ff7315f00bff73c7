import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";

const WHOLE = "a".repeat(1000);
/** Enough to tell on any machine: what the work takes is processor time, not a number of steps. */
const WHOLE_MS = 400;

it.each([
  ["with its input", 1, false],
  ["faster", 2, true],
])("tells what grows %s", (_, power, isMore) => {
  const work = (text: string): void => busyFor(WHOLE_MS * (text.length / WHOLE.length) ** power);
  expect(growth(WHOLE, work) > MORE_THAN_ITS_INPUT).toBe(isMore);
});

function busyFor(milliseconds: number): void {
  const start = process.cpuUsage();
  for (let spent = 0; spent < milliseconds * 1000;) {
    const { user, system } = process.cpuUsage(start);
    spent = user + system;
  }
}
