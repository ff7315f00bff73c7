import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

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

export interface TypedProject {
  /** What the compiler at this path finds wrong in the library's types and in what is made of them; empty for nothing. */
  problemsOf(compiler: string, use: TypesUse): Promise<string>;
  remove(): void;
}

export interface TypesUse {
  readonly module: string;
  readonly moduleResolution: string;
  /** `node`: all examples, with Node's types. `none`: the library alone, and nothing but the package is installed. */
  readonly types: "node" | "none";
}

/** A project of somebody who uses the package in this directory, and checks the types of libraries, too. */
export function typedProject(packageDirectory: string): TypedProject {
  const project = mkdtempSync(join(tmpdir(), "coxswain-consumer-"));
  // Copied: what a link leads to would find the packages around it.
  cpSync(packageDirectory, join(project, "node_modules/coxswain"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) link(join(modules, name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "library.ts"), LIBRARY);
  for (const example of globSync("examples/*.mts", { cwd: packageDirectory }))
    writeFileSync(join(project, basename(example)), readFileSync(join(packageDirectory, example)));
  writeExamples(packageDirectory, project);
  return {
    async problemsOf(compiler, { module, moduleResolution, types }) {
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      const checked = { types: types === "node" ? ["node"] : [], skipLibCheck: false, declaration: true };
      const places = { rootDir: ".", outDir: join(project, "out"), preserveSymlinks: true };
      const compilerOptions = { target: "es2023", module, moduleResolution, ...strict, ...checked, ...places };
      const include = types === "node" ? ["*.ts", "*.mts"] : ["library.ts"];
      const config = join(project, `${module}-${types}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions, include }));
      return outputOf(compiler, config);
    },
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}

/** Each example in the pages, as a file of its own. */
function writeExamples(packageDirectory: string, project: string): void {
  // The examples for frameworks are checked with these, in test/adapters.
  for (const page of globSync("{README.md,docs/*.md}", { cwd: packageDirectory, exclude: ["docs/adapters.md"] })) {
    const examples = readFileSync(join(packageDirectory, page), "utf8").matchAll(/^```ts\n(.*?)^```/gms);
    for (const [index, [, code]] of [...examples].entries())
      writeFileSync(join(project, `${basename(page, ".md")}-${index}.ts`), `${SURROUNDINGS}${code}`);
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

async function outputOf(compiler: string, config: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [compiler, "-p", config], { cwd: dirname(config) });
    return "";
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}
