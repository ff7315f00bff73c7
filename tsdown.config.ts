import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    cox: "src/cli/main.ts",
    index: "src/index.ts",
    hook: "src/hook/entry.ts",
    "audit-worker": "src/audit/audit-worker.ts",
  },
  platform: "node",
  target: "node22",
  dts: false,
  fixedExtension: false,
  minify: true,
  // A hundred small files that nearly every command would have to find and open.
  deps: { alwaysBundle: ["unbash", /^zod/] },
  outputOptions: {
    chunkFileNames: "[name].js",
    codeSplitting: {
      groups: [
        { name: "gate", test: /src\/hook\/main\.ts$/, priority: 9 },
        { name: "read", test: /src\/(?:hook\/answer|hosts\/claude-code\/claude-code)\.ts$/, priority: 8 },
        { name: "judge", test: /src\/hook\/(?:judge-stop|keep-place)\.ts$/, priority: 7 },
      ],
    },
  },
  // The report's page is read as it is.
  copy: [{ from: "src/audit/page/*.{html,css,js}", to: "dist/page" }],
});
