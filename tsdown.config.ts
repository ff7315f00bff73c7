import { resolve } from "node:path";
import { defineConfig } from "tsdown";
import { dataTables } from "./scripts/data-tables.ts";
import { keptFiles } from "./scripts/kept-files.ts";
import { lazyPatterns } from "./scripts/lazy-patterns.ts";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * What stands behind the hook's gate: reading, which often shows that there is nothing to judge, and judging. What asks a
 * model, and the readers of other hosts, stay apart.
 */
const BEHIND_GATE = {
  "hook-read": ["hook/answer.ts", "hosts/claude-code/claude-code.ts"],
  "hook-judge": ["hook/judge-stop.ts", "hook/keep-place.ts"],
};

/** One file for each: every further one costs the hook as much as a fortieth of Node's start. */
function behindGate(name: keyof typeof BEHIND_GATE): (id: string, modules: Modules) => string | null {
  let members: ReadonlySet<string> | undefined;
  return (id, modules) => {
    members ??= withImports(
      BEHIND_GATE[name].map((file) => resolve(import.meta.dirname, "src", file)),
      modules,
    );
    return members.has(id) ? name : null;
  };
}

function withImports(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const all = new Set(ids);
  for (const id of all) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

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
    plugins: [dataTables, lazyPatterns, keptFiles],
    deps: { alwaysBundle: ["unbash", /^zod/] },
    outputOptions: {
      // Without a sum in their names: what V8 compiled of a file takes the place of what it compiled of the last version's.
      chunkFileNames: "[name].cjs",
      codeSplitting: {
        groups: [
          { name: "hook-gate", tags: ["$initial"], priority: 2 },
          { name: behindGate("hook-read"), debugName: "hook-read", priority: 1 },
          { name: behindGate("hook-judge"), debugName: "hook-judge" },
        ],
      },
    },
  },
]);
