import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CoxError, systemReason } from "../text/errors.ts";

export function makeTemporaryDirectory(name: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `cox-${name}-`));
  } catch (cause) {
    const told = `A temporary directory cannot be made in ${tmpdir()}: ${systemReason(cause)}.`;
    throw new CoxError("config.unreadable", told, { cause, hint: "Set TMPDIR to a directory you may write to." });
  }
}

/** Runs the work with a temporary directory, which is removed afterwards, also when the process ends first. */
export async function inTemporaryDirectory<Result>(
  name: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = makeTemporaryDirectory(name);
  // A program that is ending may still write into it.
  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  try {
    return await work(directory);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
