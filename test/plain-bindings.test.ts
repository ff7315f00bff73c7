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

const COUNTING = "import { count, more } from 'shared/count'; more(); export const found = count;";

it.each([
  ["a variable", "export let count = 0; export function more() { count += 1; }"],
  ["a variable of the old kind", "export var count = 0; export const more = () => count++;"],
  ["a part of a list", "export let [count] = [0]; export function more() { [count] = [1]; }"],
  [
    "a part of an object",
    "export let { count } = { count: 0 }; export function more() { ({ count } = { count: 1 }); }",
  ],
  ["a part with a default", "export let count = 0; export function more() { ({ at: { count = 1 } } = { at: {} }); }"],
  ["a variable that runs", "export let count = 0; export function more() { for (count of [1, 2]); }"],
  ["a function", "export function count() {} export function more() { count = 1; }"],
  [
    "one that others share their name with",
    "export let count = 0; export function more() { { let count; } count = 1; }",
  ],
  ["a class", "export class count {} export function more() { count = 1; }"],
])("refuses an export that changes: %s", async (_, changing) => {
  await expect(built({ "entry.mjs": COUNTING, "shared/count": changing })).rejects.toThrow("count is exported");
});

it.each([
  ["a variable of a function", "let count = 1; count += 1;"],
  ["a parameter", "const add = (count) => { count += 1; }; add(1);"],
  ["a variable of a loop", "for (let [count] = [0]; count < 1; count++);"],
  ["what was thrown", "try { throw 1; } catch (count) { count = 2; }"],
])("takes no other of that name for it: %s", async (_, inside) => {
  const steady = `export function count() { return 1; } export function more() { ${inside} }`;
  expect(loaded(await built({ "entry.mjs": COUNTING, "shared/count": steady }))).toHaveProperty("found");
});

it("takes one whose parts change for what it is", async () => {
  const filling = "export const count = { of: 0 }; export function more() { count.of += 1; [count.of] = [2]; }";
  expect(loaded(await built({ "entry.mjs": COUNTING, "shared/count": filling }))).toMatchObject({ found: { of: 2 } });
});
