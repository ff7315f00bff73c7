import { afterAll, beforeAll, expect, vi } from "vitest";

/** Files of tests share a process, which saves a quarter of the time; so each has to leave it as it was. */
let before: ReturnType<typeof stateOfProcess>;
beforeAll(() => {
  before = stateOfProcess();
});
// What a test started may need a moment to take its listeners away.
afterAll(() => vi.waitFor(expectAsBefore, 5_000));

function expectAsBefore(): void {
  expect(stateOfProcess(), "left changed in the process").toEqual(before);
}

function stateOfProcess() {
  return {
    directory: process.cwd(),
    environment: { ...process.env },
    exitCode: process.exitCode,
    umask: process.umask(),
    listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
  };
}
