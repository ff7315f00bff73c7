import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Installed, install } from "../agents/install.ts";
import { type TypedProject, typedProject } from "../support/typed-project.ts";

let project: TypedProject;
let typescript: Installed;
beforeAll(async () => {
  project = typedProject(inject("packageDirectory"));
  typescript = await install({ package: "typescript", version: "5.9.3", command: "tsc" });
}, 180_000);
afterAll(() => project.remove());

it.each([
  { module: "nodenext", moduleResolution: "nodenext", types: "node" },
  { module: "esnext", moduleResolution: "bundler", types: "none" },
] as const)(
  "the types of the packed package hold with TypeScript 5.9, $module and types of $types",
  async (use) => {
    if (typescript.type === "missing") throw new Error(`TypeScript 5.9: ${typescript.reason}`);
    expect(await project.problemsOf(typescript.command, use)).toBe("");
  },
  120_000,
);
