import { resolve } from "node:path";
import { defineConfig } from "tsdown";
import { dataTables } from "./scripts/data-tables.ts";
import { keptFiles } from "./scripts/kept-files.ts";
import { lazyPatterns } from "./scripts/lazy-patterns.ts";
import { plainBindings } from "./scripts/plain-bindings.ts";
import { readyTables } from "./scripts/ready-tables.ts";
import { writtenExpressions } from "./scripts/written-expressions.ts";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The files of the hook: what every stop needs, and the one thing of the reader's that settings need too; reading, which
 * often shows that there is nothing to judge; judging; and what reads settings, where there are any. What asks a model,
 * and the readers of other hosts, stay apart. Every further file costs the hook a fortieth of Node's start.
 */
const HOOK_LAYERS = {
  "hook-gate": ["hook/entry.ts", "thread/is-within.ts"],
  "hook-read": ["hook/answer.ts", "hosts/claude-code/claude-code.ts"],
  "hook-judge": ["hook/judge-stop.ts", "hook/keep-place.ts"],
  "hook-settings": ["config.ts", "config/committed.ts"],
};

function withImports(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const all = new Set(ids);
  for (const id of all) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

/**
 * The files of an audit: what it always needs, what it takes to read and judge a transcript, and what both need. Most
 * audits after the first read little or nothing.
 */
function auditPart(name: "always" | "reading" | "shared"): (id: string, modules: Modules) => string | null {
  const always = importedBy("cli/commands/audit.ts", "cli/run-program.ts", "../package.json");
  const reading = importedBy("audit/file-reader.ts");
  return (id, modules) => {
    const isRead = reading(modules).has(id);
    const part = always(modules).has(id) ? (isRead ? "shared" : "always") : isRead ? "reading" : null;
    return part === name ? name : null;
  };
}

/**
 * The files that commands share, from what every command needs to what only judging does. Node takes most of a
 * command's start to find and link its files: by themselves there would be a hundred.
 */
const COMMAND_LAYERS = {
  start: ["cli/run-program.ts", "cli/enter-directory.ts"],
  settings: ["cli/commands/config.ts", "cli/options/setting-flags.ts", "cli/show/amounts.ts", "thread/small-diff.ts"],
  records: ["cli/commands/threads.ts"],
  hosts: ["hosts/hosts.ts", "hosts/hooks.ts", "cli/doctor/look-at-models.ts"],
  agents: ["cli/commands/install.ts", "cli/commands/doctor.ts"],
  judging: ["cli/commands/check.ts"],
};

/** One file for each layer: what an earlier one has, a later one takes from there. */
function layers(files: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(files).map(([name, beginnings], index, { length }) => {
    const members = importedBy(...beginnings);
    return {
      name: (id: string, modules: Modules) => (members(modules).has(id) ? name : null),
      debugName: name,
      priority: length - index,
    };
  });
}

/** These files of ours and all that they import, looked up once. */
function importedBy(...files: readonly string[]): (modules: Modules) => ReadonlySet<string> {
  let all: ReadonlySet<string> | undefined;
  return (modules) =>
    (all ??= withImports(
      files.map((file) => resolve(import.meta.dirname, "src", file)),
      modules,
    ));
}

const shared = { platform: "node", target: "node22", dts: false } as const;
/** A hundred small files that nearly every command loads: to find and open them takes it a fifth of its time. */
const bundled = { alwaysBundle: ["unbash", /^zod/] };
/** As bin/cox-hook.cjs loads files. */
const kept = {
  format: "cjs" as const,
  fixedExtension: true,
  minify: true,
  clean: false,
  deps: bundled,
};

export default defineConfig([
  {
    ...shared,
    entry: { cox: "src/cli/main.ts", index: "src/index.ts" },
    // The report's page is read as it is.
    copy: [{ from: "src/audit/page/*.{html,css,js}", to: "dist/page" }],
    format: "esm",
    fixedExtension: false,
    clean: true,
    deps: bundled,
    // Most commands judge a turn or two, or none.
    plugins: [writtenExpressions, lazyPatterns("evidence", "thread")],
    outputOptions: { codeSplitting: { groups: layers(COMMAND_LAYERS) } },
  },
  {
    // What a host starts at every stop. CommonJS, because loading Node's own modules as ESM costs it a tenth of its time,
    // and with everything that stands on its way inside, so that nothing has to be looked for.
    ...shared,
    ...kept,
    entry: { hook: "src/hook/entry.ts" },
    plugins: [dataTables, readyTables, writtenExpressions, lazyPatterns("."), plainBindings, keptFiles],
    outputOptions: {
      // Without a sum in their names: what V8 compiled of a file takes the place of what it compiled of the last version's.
      chunkFileNames: "[name].cjs",
      codeSplitting: { groups: layers(HOOK_LAYERS) },
    },
  },
  {
    // An audit, for the same reasons. Its expressions stay as they are: it soon needs the whole of most of them.
    ...shared,
    ...kept,
    entry: { audit: "src/cli/audit-main.ts", "audit-worker": "src/audit/audit-worker.ts" },
    plugins: [dataTables, readyTables, writtenExpressions, plainBindings, keptFiles],
    outputOptions: {
      chunkFileNames: "audit-[name].cjs",
      codeSplitting: {
        groups: [
          { name: auditPart("shared"), debugName: "audit-shared", priority: 2 },
          { name: auditPart("reading"), debugName: "audit-reading", priority: 1 },
          { name: auditPart("always"), debugName: "audit-always" },
        ],
      },
    },
  },
]);
