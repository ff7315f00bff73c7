import { globSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type TypedProject, typedProject } from "../support/typed-project.ts";

const TYPESCRIPT_7 = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

let project: TypedProject;
beforeAll(() => {
  project = typedProject(inject("packageDirectory"));
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

  it("are a file for each entry", () => {
    expect(globSync("dist/**/*.d.ts", { cwd: inject("packageDirectory") })).toEqual(["dist/index.d.ts"]);
  });
});
