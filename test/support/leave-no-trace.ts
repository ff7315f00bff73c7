import { afterAll, beforeAll, expect } from "vitest";

/** Test files share a process, which saves a third of the time; so each must leave it as it was. */
let before: ReturnType<typeof stateOfProcess>;
beforeAll(() => {
  before = stateOfProcess();
});
afterAll(() => {
  expect(stateOfProcess(), "what this file left changed in the process").toEqual(before);
});

function stateOfProcess() {
  return {
    directory: process.cwd(),
    environment: { ...process.env },
    exitCode: process.exitCode,
    listeners: Object.fromEntries(
      process
        .eventNames()
        .map((name) => [String(name), process.listenerCount(name)] as const)
        .filter(([, count]) => count > 0),
    ),
    umask: process.umask(),
  };
}
