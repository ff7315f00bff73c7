import { readFileSync } from "node:fs";
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

export function readLabels(corpus: string): Label[] {
  return readFileSync(join(corpus, "labels.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Label);
}

export function loadThread(path: string): Thread {
  const deltas: Delta[] = [];
  readTranscript(path, openTranscript(path).host, { onDeltas: (batch) => deltas.push(...batch) });
  return fold(deltas);
}
