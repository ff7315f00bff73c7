import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { installed } from "../agents/install.ts";
import type { Pinned } from "../agents/program.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { versionOf } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const root = resolve(import.meta.dirname, "../..");
const OF: Readonly<Record<string, Pinned>> = {
  "ai-sdk": FRAMEWORKS.aiSdk,
  "claude-agent-sdk": FRAMEWORKS.claudeAgentSdk,
  langchain: FRAMEWORKS.langchain,
  mastra: FRAMEWORKS.mastra,
  mcp: FRAMEWORKS.mcp,
  "openai-agents": FRAMEWORKS.openaiAgents,
};
const examples = globSync("examples/adapters/*.mts", { cwd: root }).map((file) => basename(file, ".mts"));

it("every adapter has an example", () => expect(examples.toSorted()).toEqual(Object.keys(OF).toSorted()));

it.each(Object.entries(OF).map(([name, pinned]) => ({ name, pinned, version: versionOf(pinned) })))(
  "the example for $name fits the types of the real package, $version, and has at most 30 lines",
  ({ name, pinned }) => {
    const found = installed(pinned);
    if (found.type === "missing") return;
    const directory = temporaryDirectory();
    const example = join(root, "examples", "adapters", `${name}.mts`);
    expect(readFileSync(example, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(30);
    mkdirSync(join(directory, "src"));
    copyFileSync(example, join(directory, "src", "example.mts"));
    symlinkSync(found.modules, join(directory, "node_modules"), "junction");
    const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
    const paths = { coxswain: [join(root, "src/index.ts")], "coxswain/*": [join(root, "src/adapters/*.ts")] };
    const options = {
      ...compilerOptions,
      paths,
      typeRoots: [join(root, "node_modules/@types")],
      noUnusedLocals: false,
    };
    const tsconfig = { compilerOptions: { ...options, exactOptionalPropertyTypes: false }, include: ["src"] };
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(tsconfig));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", directory], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
  },
);
