import process from "node:process";
import { defineConfig } from "vitest/config";

/** Where the counts go for a machine to read. */
const report = process.env["COX_ADAPTERS_REPORT"];

/** Apart from the other projects: real frameworks are fetched from npm, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    root: "test/adapters",
    name: "adapters",
    environment: "node",
    include: ["**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
  },
});
