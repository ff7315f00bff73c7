import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { cox: "src/cli/main.ts", index: "src/index.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  dts: false,
  fixedExtension: false,
  clean: true,
});
