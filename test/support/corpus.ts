import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the real transcripts lie on machines that have them. They are other people's and never part of the repository. */
export const CORPUS = process.env["COX_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));

export const NO_CORPUS = existsSync(join(CORPUS, "dev"))
  ? undefined
  : `no corpus at ${CORPUS}; COX_CORPUS says where it is`;

export function corpusFiles(): string[] {
  if (NO_CORPUS !== undefined) return [];
  return readdirSync(join(CORPUS, "dev"))
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted();
}

export function corpusFile(name: string): string {
  return join(CORPUS, "dev", name);
}
