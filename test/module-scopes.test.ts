import { Rolldown } from "tsdown";
import { expect, it } from "vitest";
import { moduleScopes } from "../scripts/module-scopes.ts";

/** The file that the build makes of these modules. */
async function built(modules: Readonly<Record<string, string>>): Promise<string> {
  const files: Rolldown.Plugin = {
    name: "files",
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
  const bundle = await Rolldown.rolldown({
    input: "src/entry.mjs",
    plugins: [files, moduleScopes],
    platform: "node",
    treeshake: false,
  });
  try {
    return (await bundle.generate({ format: "cjs" })).output[0].code;
  } finally {
    await bundle.close();
  }
}

function exportsOf(code: string): Record<string, unknown> {
  const exported = {};
  // oxlint-disable-next-line typescript/no-implied-eval -- as bin/cox-hook.cjs runs it
  new Function("exports", "require", code)(exported, (id: "node:path") => process.getBuiltinModule(id));
  return exported;
}

const ENTRY = `
  import { basename } from 'node:path';
  import { Tally, tally, most } from 'src/tally.mjs';
  const own = tally('a');
  export const found = [own, tally('b'), new Tally().all(), most, basename('a/b'), text('c')];
  function text(name) { return name + own; }`;

it("leaves outside what others use, and gives the rest to its module", async () => {
  const code = await built({
    "src/entry.mjs": ENTRY,
    "src/tally.mjs": `
      const own = ['a', 'b'];
      const [, second] = own;
      export let most, least = 0;
      most = own.length;
      export function tally(name) { return place(name) + 1; }
      export class Tally { all() { return own.map((name) => Tally.of(name)); } static of = tally; }
      async function place$1() { return second; }
      function place(name) { return own.indexOf(name); }
      export { place$1 };`,
  });
  expect(exportsOf(code)).toMatchObject({ found: [1, 2, [1, 2], 2, "b", "c1"] });
  const [, outside = ""] = /^var (.*);$/m.exec(code) ?? [];
  expect(outside.split(", ").toSorted()).toEqual(["Tally", "found", "most", "tally"]);
});

it("refuses what would be called before its module has run", async () => {
  const modules = {
    "src/entry.mjs": "import { first } from 'src/first.mjs'; export const found = first;",
    "src/first.mjs": "import { later } from 'src/later.mjs'; export const first = later(); export const one = () => 1;",
    "src/later.mjs": "import { one } from 'src/first.mjs'; export const later = () => one; export function early() {}",
  };
  await expect(built(modules)).resolves.toContain("first");
  const turned = {
    ...modules,
    "src/first.mjs": "import 'src/later.mjs'; export function one() { return 1; } export const first = 2;",
    "src/later.mjs": "import { one } from 'src/first.mjs'; export const later = one();",
  };
  await expect(built(turned)).rejects.toThrow("one is needed before its module has run");
});
