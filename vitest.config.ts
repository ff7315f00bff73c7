import { defineConfig } from "vitest/config";
import { lazyPatterns } from "./scripts/lazy-patterns.ts";

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
        // What decides, once more as the hook's bundle has it.
        plugins: [lazyPatterns],
        test: {
          ...shared,
          name: "lazy-patterns",
          include: ["src/{evidence,thread}/**/*.test.ts"],
          setupFiles: "test/support/always-lazy.ts",
          // The tables are put together from other files, of which a cache of this one would know nothing.
          fsModuleCache: false,
        },
      },
      {
        test: { ...shared, name: "e2e", include: ["test/e2e/**/*.test.ts"], globalSetup: "test/e2e/packed-program.ts" },
      },
    ],
  },
});
