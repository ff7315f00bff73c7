import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = {
  platform: "node",
  target: "node22",
  dts: false,
  minify: true,
  // A hundred small files that nearly every command would have to find and open.
  deps: { alwaysBundle: ["unbash", /^zod/] },
};

export default defineConfig([
  {
    ...shared,
    entry: { cox: "src/cli/main.ts", index: "src/index.ts", "audit-worker": "src/audit/audit-worker.ts" },
    fixedExtension: false,
    // The report's page is read as it is.
    copy: [{ from: "src/audit/page/*.{html,css,js}", to: "dist/page" }],
  },
  {
    // What a host starts at every stop. CommonJS, because to load Node's own modules as ESM costs it a tenth of its time.
    ...shared,
    entry: { hook: "src/hook/entry.ts" },
    format: "cjs",
    outDir: "dist/hook",
    fixedExtension: true,
  },
]);
