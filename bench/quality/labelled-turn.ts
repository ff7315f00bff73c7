import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openTranscript } from "../../src/hosts/open-transcript.ts";
import { readTranscript } from "../../src/hosts/transcript.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { fold } from "../../src/thread/reducer.ts";
import type { Thread } from "../../src/thread/thread.ts";

/** What careful readers decided about the last turn of a transcript. */
export interface Label {
  readonly id: string;
  readonly file: string;
  readonly verdict: "ok" | "correct" | "blocked" | "standdown";
  readonly category: string | null;
  readonly confidence: number;
  readonly sampled?: string;
  readonly host?: string;
  readonly repository?: string;
  readonly notes?: string;
  readonly message?: string | null;
}

/** Labels with less confidence are debatable, according to the labellers themselves. */
export const CLEAR = 0.7;

/** Of a folder and of the folders in it that have labels of their own. */
export function readLabels(corpus: string): Label[] {
  const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [".", ...folders.map(({ name }) => name)].flatMap((folder) => {
    const file = join(corpus, folder, "labels.jsonl");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").split("\n");
    return lines
      .filter((line) => line.trim() !== "")
      .map((line): Label => {
        const label = JSON.parse(line) as Label;
        return { ...label, file: join(folder, label.file) };
      });
  });
}

export function loadThread(path: string): Thread {
  const deltas: Delta[] = [];
  readTranscript(path, openTranscript(path).host, { onDeltas: (batch) => deltas.push(...batch) });
  return fold(deltas);
}
