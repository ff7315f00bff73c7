import { defineConfig } from "tsdown";

const shared = { platform: "node", target: "node22", dts: false } as const;

export default defineConfig([
  {
    ...shared,
    entry: { cox: "src/cli/main.ts", index: "src/index.ts", "audit-worker": "src/audit/audit-worker.ts" },
    // The report's page is read as it is.
    copy: [{ from: "src/audit/page/*.{html,css,js}", to: "dist/page" }],
    format: "esm",
    fixedExtension: false,
    clean: true,
  },
  {
    // What a host starts at every stop. CommonJS, because loading Node's own modules as ESM costs it a tenth of its time,
    // and with everything that stands on its way inside, so that nothing has to be looked for.
    ...shared,
    entry: { hook: "src/hook/entry.ts" },
    format: "cjs",
    fixedExtension: true,
    minify: true,
    clean: false,
    deps: { alwaysBundle: ["unbash", /^zod/] },
  },
]);
