import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CoxError, systemReason } from "../errors.ts";

/** A new directory, `cox-NAME-…`; whoever asks for it removes it. */
export function makeTemporaryDirectory(name: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `cox-${name}-`));
  } catch (cause) {
    const told = `A temporary directory cannot be made in ${tmpdir()}: ${systemReason(cause)}.`;
    throw new CoxError("config.unreadable", told, { cause, hint: "Set TMPDIR to a directory you may write to." });
  }
}
