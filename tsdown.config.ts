import { readFileSync } from "node:fs";
import { defineConfig, type Rolldown, type UserConfig } from "tsdown";
import { thirdParty } from "./scripts/third-party.ts";
import { asRecord, recordFrom } from "./src/text/loose.ts";

type ChunkFileNames = Exclude<Rolldown.OutputOptions["chunkFileNames"], string | undefined>;
type OnLog = NonNullable<Rolldown.InputOptions["onLog"]>;

/**
 * What a program can import, by its file's name in dist. To add `coxswain/NAME`:
 *
 * 1. A line here: `NAME: "src/adapters/NAME.ts"`. It shares its code with the others.
 * 2. In package.json, under `exports`: `"./NAME": { "types": "./dist/NAME.d.ts", "default": "./dist/NAME.js" }`.
 * 3. What its users bring themselves, such as a framework, under `peerDependencies` and as `optional` under
 *    `peerDependenciesMeta`. Peers are never bundled, everything else is.
 *
 * What a command loads late (`await import(…)`), such as a service, needs no line: it gets files of its own. Files that are read as they
 * are need one under `copy`.
 */
const LIBRARY = {
  index: "src/index.ts",
  "ai-sdk": "src/adapters/ai-sdk.ts",
  "claude-agent-sdk": "src/adapters/claude-agent-sdk.ts",
  langchain: "src/adapters/langchain.ts",
  mastra: "src/adapters/mastra.ts",
  mcp: "src/adapters/mcp.ts",
  "openai-agents": "src/adapters/openai-agents.ts",
};

/** What is needed when a model is asked, by its file's name in dist. The hook takes it from there. */
const WHEN_ASKED = {
  anthropic: "@ai-sdk/anthropic",
  google: "@ai-sdk/google",
  "google-vertex": "@ai-sdk/google-vertex",
  openai: "@ai-sdk/openai",
  "openai-compatible": "@ai-sdk/openai-compatible",
  xai: "@ai-sdk/xai",
  "maintained-rules": "@secretlint/secretlint-rule-preset-recommend",
};
const PEERS = asRecord(recordFrom(readFileSync("package.json", "utf8"))?.["peerDependencies"]) ?? {};
const list = thirdParty();

const shared: UserConfig = {
  platform: "node",
  target: "node22",
  dts: false,
  minify: true,
  // What V8 compiled of a file takes the place of what it compiled of the last version's.
  hash: false,
  // Else React brings its build for developers, too.
  define: { "process.env.NODE_ENV": '"production"' },
  // Ink asks for the second where somebody has installed it and sets DEV.
  deps: { onlyBundle: false, onlyImport: [...Object.keys(PEERS), "react-devtools-core"] },
};

export default defineConfig([
  {
    ...shared,
    entry: {
      ...LIBRARY,
      ...WHEN_ASKED,
      cox: "src/cli/main.ts",
      "audit-worker": "src/audit/audit-worker.ts",
      "judge-program": "src/compose/judge-program.ts",
    },
    fixedExtension: false,
    // Every file takes time to find and to link: what each command begins with is one, and so is what reads and judges, in
    // commands and in the threads of an audit.
    outputOptions: {
      chunkFileNames: namedBy("js"),
      codeSplitting: {
        groups: [
          { name: "start", test: /src\/cli\/run-program\.ts$/, priority: 2 },
          { name: "judging", test: /src\/audit\/file-reader\.ts$/, priority: 1 },
        ],
      },
    },
    // The report's page, the team's dashboard and what both have are read as they are.
    copy: [
      { from: "src/audit/page/*.{html,css,js}", to: "dist/page" },
      { from: "src/web/dashboard/*.{html,css,js,svg}", to: "dist/dashboard" },
      { from: "src/web/parts/*.{css,js}", to: "dist/parts" },
    ],
    plugins: [list()],
  },
  {
    // What is declared, a file for each entry, with all that it names: so nobody needs the packages that we use.
    ...shared,
    entry: LIBRARY,
    fixedExtension: false,
    minify: false,
    clean: false,
    dts: { emitDtsOnly: true, tsconfig: "tsconfig.build.json" },
    checks: { pluginTimings: false },
    inputOptions: { onLog: withoutLocales },
    plugins: [list()],
  },
  {
    // What a host starts at every stop. CommonJS, because to load Node's own modules as ESM takes a tenth of its time.
    ...shared,
    entry: { hook: "src/hook/entry.ts" },
    format: "cjs",
    outDir: "dist/hook",
    outputOptions: {
      chunkFileNames: namedBy("cjs"),
      codeSplitting: {
        // How far a stop gets: to the gate, to reading, to judging. Each with what it needs and the one before has not.
        groups: [
          { name: "gate", test: /src\/hook\/main\.ts$/, priority: 3 },
          { name: "read", test: /src\/(?:hook\/answer|hosts\/claude-code\/claude-code)\.ts$/, priority: 2 },
          { name: "judge", test: /src\/hook\/(?:judge-stop|keep-place)\.ts$/, priority: 1 },
        ],
      },
    },
    plugins: [{ name: "when-asked", resolveId: besides }, list("hook/")],
  },
]);

function besides(id: string) {
  const file = Object.entries(WHEN_ASKED).find(([, name]) => name === id)?.[0];
  return file && { id: `../${file}.js`, external: true };
}

/** A file with a package's code is called after the package: each would be "dist", "src" or "index". */
function namedBy(extension: string): ChunkFileNames {
  return ({ name, moduleIds }) => {
    const owner = /.*node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(moduleIds.at(-1) ?? "")?.[1];
    return `${owner ?? name}.${extension}`;
  };
}

/** Zod declares its error messages in fifty languages in a way that cannot be bundled, and nothing here names them. */
function withoutLocales(...[level, log, tell]: Parameters<OnLog>): void {
  if (!/zod\/v4\/locales\/.* uses CommonJS dts syntax/.test(log.message)) tell(level, log);
}
