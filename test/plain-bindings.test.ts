import { Rolldown } from "tsdown";
import { expect, it } from "vitest";
import { plainBindings } from "../scripts/plain-bindings.ts";

/** The files that the build makes of these modules: those that are shared are one. */
async function built(modules: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const files: Rolldown.Plugin = {
    name: "files",
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
  const bundle = await Rolldown.rolldown({
    input: "entry.mjs",
    plugins: [files, plainBindings],
    platform: "node",
    treeshake: false,
  });
  try {
    const { output } = await bundle.generate({
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      codeSplitting: { groups: [{ name: "shared", test: /^shared\// }] },
    });
    return new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code]] : [])));
  } finally {
    await bundle.close();
  }
}

/** What the file of the entry exports, loaded as Node would. */
function loaded(files: ReadonlyMap<string, string>, name = "entry.cjs"): Record<string, unknown> {
  const exported = {};
  const load = (id: string): unknown =>
    id.startsWith("./") ? loaded(files, id.slice(2)) : process.getBuiltinModule(id as "node:path");
  // oxlint-disable-next-line typescript/no-implied-eval -- as bin/cox-hook.cjs runs it
  new Function("exports", "require", files.get(name) ?? "")(exported, load);
  return exported;
}

const TALLY = "export const NAMES = ['one']; export function tally(name) { return NAMES.indexOf(name) + 1; }";

it("hands over values under names of their own, without getters", async () => {
  const files = await built({
    "entry.mjs": "import { NAMES, tally } from 'shared/tally'; export const found = NAMES.map((name) => tally(name));",
    "shared/tally": TALLY,
  });
  expect([...files.keys()].toSorted()).toEqual(["entry.cjs", "shared.cjs"]);
  expect([...files.values()].join("\n")).not.toMatch(/get: function|require_shared\./);
  expect(loaded(files)).toMatchObject({ found: [1] });
});

it("takes a module of Node's as it is", async () => {
  const files = await built({
    "entry.mjs":
      "import path, { basename } from 'node:path'; export const found = [path.join('a', 'b'), basename('a/b')];",
  });
  expect([...files.values()].join("\n")).not.toMatch(/= __toESM\(/);
  expect(loaded(files)).toMatchObject({ found: ["a/b", "b"] });
});

it("refuses an export that may change", async () => {
  const counting = { "entry.mjs": "import { count, more } from 'shared/count'; more(); export const found = count;" };
  const changing = "export let count = 0; export function more() { count += 1; }";
  await expect(built({ ...counting, "shared/count": changing })).rejects.toThrow("count is exported");
});
