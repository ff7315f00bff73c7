import { defineConfig } from "vitest/config";

/** Apart from the other projects: real agents are fetched from npm and take minutes, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    root: "test/agents",
    name: "agents",
    environment: "node",
    include: ["**/*.test.ts"],
    globalSetup: "../e2e/packed-program.ts",
    testTimeout: 240_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ["default", "./table-reporter.ts"],
  },
});
