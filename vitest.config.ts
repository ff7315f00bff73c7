import { defineConfig } from "vitest/config";

const shared = { environment: "node" as const, testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // The default leaves one core to others: on two, half of what there is.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["src/**/*.test.ts", "test/*.test.ts", "test/contracts/**/*.test.ts"],
        },
      },
      {
        test: { ...shared, name: "e2e", include: ["test/e2e/**/*.test.ts"], globalSetup: "test/e2e/packed-program.ts" },
      },
    ],
  },
});
