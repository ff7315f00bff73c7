import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { memoryDisk } from "./test/support/memory-disk.ts";

/** Files of tests share their processes, modules included: each is held to leaving them as they were. */
const shared = { environment: "node" as const, testTimeout: 30_000, hookTimeout: 60_000, isolate: false };
/** Programs that tests start from the sources are stripped of their types and compiled once, not at every start. */
const compiledOnce = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, "node_modules/.vitest-cache/compiled") };

/** `npm run test:slow` runs those that take long; `npm test` all others. */
const ending = process.env["npm_lifecycle_event"] === "test:slow" ? "slow.ts" : "test.ts";

export default defineConfig({
  test: {
    // Many wait for a process, a terminal or a time limit: two that work need a third beside them, now and then.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          env: { ...memoryDisk(), ...compiledOnce },
          setupFiles: ["test/support/leave-no-trace.ts"],
          include: ["src/**", "test", "test/contracts/**"].map((folder) => `${folder}/*.${ending}`),
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          env: memoryDisk(),
          setupFiles: ["test/support/leave-no-trace.ts", "test/e2e/await-package.ts"],
          // Behind the others: the package is made meanwhile.
          sequence: { groupOrder: 1 },
          // These wait for programs most of the time.
          maxWorkers: 2 * availableParallelism(),
          include: [`test/e2e/**/*.${ending}`],
          globalSetup: "test/e2e/packed-program.ts",
        },
      },
    ],
  },
});
