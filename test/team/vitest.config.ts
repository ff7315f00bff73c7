import { defineConfig } from "vitest/config";

/** `npm run test:team`: what needs a Postgres, or kills processes by the dozen. */
export default defineConfig({
  test: { include: ["test/team/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000, maxWorkers: 2 },
});
