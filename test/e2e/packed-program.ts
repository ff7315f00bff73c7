import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The unpacked npm package, as a user would get it; the packed one lies beside it. */
    packageDirectory: string;
  }
}

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

/**
 * Packs the package as npm would publish it and unpacks it aside, once for all end-to-end tests. Those wait for it
 * (`await-package.ts`); all others are under way meanwhile.
 */
export function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-packed-"));
  project.provide("packageDirectory", join(directory, "package"));
  const packing = pack(directory).catch((error: unknown) => writeFileSync(join(directory, "failed"), String(error)));
  return async () => {
    await packing;
    rmSync(directory, { recursive: true, force: true });
  };
}

async function pack(directory: string): Promise<void> {
  await run("npm", ["pack", "--silent", "--pack-destination", directory], { cwd: root });
  const packed = readdirSync(directory).find((name) => name.endsWith(".tgz")) ?? "";
  const unpacked = join(directory, "unpacked");
  mkdirSync(unpacked);
  await run("tar", ["-xzf", join(directory, packed), "-C", unpacked]);
  renameSync(join(unpacked, "package"), join(directory, "package"));
}
