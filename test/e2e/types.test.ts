import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const directory = inject("packageDirectory");
const modules = resolve(import.meta.dirname, "../../node_modules");
/** What is given out, given out once more: each type must be one that the package lets others name. */
const LIBRARY = `
import * as coxswain from "coxswain";
declare function any<T>(): T;
export const judge = coxswain.createEvidenceJudge();
export const read = coxswain.readThread("x");
export const verdict = coxswain.verdictOf("evidence", "ok", "why", { steps: [1] });
export const findings = verdict.findings;
export const scripted = coxswain.createScriptedModel("scripted/x", { decisions: [{ input: {} }] });
export const model = coxswain.createModel("x/y");
export const corrector = coxswain.createCorrector(any());
export const assessed = corrector.assessMessages([], { threadId: "x" });
export const judgement = await coxswain.judgeTurn(any(), any(), any());
export const delta = coxswain.deltaFor(any(), true, "x");
export const observer = coxswain.createObserver({ models: [] }, { confidence: undefined, model: { temperature: undefined } });
export const thread = coxswain.fold([any<coxswain.Delta>()]);
export const steps = coxswain.lastTurn(thread)?.steps;
export const subagent = coxswain.subagentThread(thread, any());
export const verifier = coxswain.createVerifier({ models: [] });
export const verified = coxswain.runVerified("", () => "", { verifier });
export const answered = coxswain.verifyAnswer(any(), { verifier });
export const memory = coxswain.createMemoryStore();
export const store = coxswain.openSqliteStore("x", { durability: "power" });
`;

/** What the pages leave to the reader. */
const SURROUNDINGS = `
import type { ConversationLine, Thread } from "coxswain";
declare const key: string, prompt: string, thread: Thread, signal: AbortSignal, threadId: string;
declare const messages: { role: string; content: unknown }[];
declare function myLoop(given: typeof messages): Promise<typeof messages>;
declare function myAgent(prompt: string, history: readonly ConversationLine[]): Promise<string>;
`;

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "coxswain-consumer-"));
  for (const name of ["@types/node", "undici-types"]) link(join(modules, name), join(project, "node_modules", name));
  link(directory, join(project, "node_modules/coxswain"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "library.ts"), LIBRARY);
  for (const example of globSync("examples/*.mts", { cwd: directory })) {
    writeFileSync(join(project, basename(example)), readFileSync(join(directory, example)));
  }
  writeExamples();
});
function writeExamples(): void {
  for (const page of globSync("{README.md,docs/*.md}", { cwd: directory })) {
    const examples = readFileSync(join(directory, page), "utf8").matchAll(/^```ts\n(.*?)^```/gms);
    for (const [index, [, code]] of [...examples].entries())
      writeFileSync(join(project, `${basename(page, ".md")}-${index}.ts`), `${SURROUNDINGS}${code}`);
  }
}
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the types of the packed package, in a project that checks those of its libraries too", () => {
  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("hold with modules of %s found by %s", async (module, moduleResolution) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const checked = { types: ["node"], skipLibCheck: false, declaration: true, preserveSymlinks: true };
    const places = { rootDir: ".", outDir: join(project, "out", module) };
    const compilerOptions = { target: "es2023", module, moduleResolution, ...strict, ...checked, ...places };
    const config = join(project, `${module}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ["*.ts", "*.mts"] }));
    expect(await problemsOf(config)).toBe("");
  });

  it("name nothing of other packages", () => {
    const types = readFileSync(join(directory, "dist", "index.d.ts"), "utf8");
    expect([...types.matchAll(/ from "(?!node:)([^"]+)"/g)].map(([, name]) => name)).toEqual([]);
  });
});

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

async function problemsOf(config: string): Promise<string> {
  const compiler = join(modules, "typescript/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [compiler, "-p", config], { cwd: project });
    return "";
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}
