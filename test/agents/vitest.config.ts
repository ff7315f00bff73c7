import process from "node:process";
import { defineConfig } from "vitest/config";

const SHOWN = ["default", "./table-reporter.ts"];
/** Where the counts go for a machine to read. */
const report = process.env["COX_AGENTS_REPORT"];

/** Apart from the other projects: real agents are fetched from npm and take minutes, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    root: "test/agents",
    name: "agents",
    environment: "node",
    include: ["**/*.test.ts"],
    globalSetup: "../e2e/packed-program.ts",
    setupFiles: ["../e2e/await-package.ts"],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // These are other people's programs, with time limits of their own, on whatever machine this is.
    retry: 1,
    reporters: report ? [...SHOWN, ["json", { outputFile: report }]] : SHOWN,
  },
});
