import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = {
  platform: "node",
  target: "node22",
  dts: false,
  minify: true,
  // What V8 compiled of a file takes the place of what it compiled of the last version's.
  hash: false,
  // A hundred small files that nearly every command would have to find and open.
  deps: { alwaysBundle: ["unbash", /^zod/] },
};

export default defineConfig([
  {
    ...shared,
    entry: { cox: "src/cli/main.ts", index: "src/index.ts", "audit-worker": "src/audit/audit-worker.ts" },
    fixedExtension: false,
    // Every file takes time to find and to link: what reads and judges, in commands and in the threads of an audit, is one.
    outputOptions: { codeSplitting: { groups: [{ name: "judging", test: /src\/audit\/file-reader\.ts$/ }] } },
    // The report's page and the team's dashboard are read as they are.
    copy: [
      { from: "src/audit/page/*.{html,css,js}", to: "dist/page" },
      { from: "src/web/dashboard/*.{html,css,js,svg}", to: "dist/dashboard" },
    ],
  },
  {
    // What a host starts at every stop. CommonJS, because to load Node's own modules as ESM takes a tenth of its time.
    ...shared,
    entry: { hook: "src/hook/entry.ts" },
    format: "cjs",
    outDir: "dist/hook",
    outputOptions: {
      codeSplitting: {
        // How far a stop gets: to the gate, to reading, to judging. Each with what it needs and the one before has not.
        groups: [
          { name: "gate", test: /src\/hook\/main\.ts$/, priority: 3 },
          { name: "read", test: /src\/(?:hook\/answer|hosts\/claude-code\/claude-code)\.ts$/, priority: 2 },
          { name: "judge", test: /src\/hook\/(?:judge-stop|keep-place)\.ts$/, priority: 1 },
        ],
      },
    },
  },
]);
