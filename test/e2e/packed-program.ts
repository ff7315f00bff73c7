import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The unpacked npm package, as a user would get it. */
    packageDirectory: string;
  }
}

/** Packs the package as npm would publish it and unpacks it aside, once for all end-to-end tests. */
export function setup(project: TestProject): () => void {
  const root = resolve(import.meta.dirname, "../..");
  const directory = mkdtempSync(join(tmpdir(), "coxswain-packed-"));
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  run("npm", ["pack", "--silent", "--pack-destination", directory]);
  run("tar", ["-xzf", join(directory, packedName(directory)), "-C", directory]);
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"), "junction");
  project.provide("packageDirectory", join(directory, "package"));
  return () => rmSync(directory, { recursive: true, force: true });
}

function packedName(directory: string): string {
  return (
    execFileSync("ls", [directory], { encoding: "utf8" })
      .trim()
      .split("\n")
      .find((name) => name.endsWith(".tgz")) ?? ""
  );
}
