import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { cox: "src/cli/main.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  dts: false,
  clean: true,
});
