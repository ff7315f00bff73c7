import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type TypedProject, typedProject } from "../support/typed-project.ts";

const directory = inject("packageDirectory");
const TYPESCRIPT_7 = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

let project: TypedProject;
beforeAll(() => {
  project = typedProject(directory);
});
afterAll(() => project.remove());

// With TypeScript 5.9 in types-earlier.slow.ts.
describe("the types of the packed package, in a project that checks those of its libraries too", () => {
  it.each([
    { module: "nodenext", moduleResolution: "nodenext", types: "node" },
    { module: "esnext", moduleResolution: "bundler", types: "node" },
    { module: "nodenext", moduleResolution: "nodenext", types: "none" },
  ] as const)("hold with modules of $module found by $moduleResolution and types of $types", async (use) => {
    expect(await project.problemsOf(TYPESCRIPT_7, use)).toBe("");
  });

  it("name nothing of other packages", () => {
    const files = globSync("dist/**/*.d.ts", { cwd: directory });
    expect(files).toContain(join("dist", "index.d.ts"));
    for (const file of files) {
      const types = readFileSync(join(directory, file), "utf8");
      expect([...types.matchAll(/ from "(?!node:|\.)([^"]+)"/g)].map(([, name]) => name)).toEqual([]);
    }
  });
});
