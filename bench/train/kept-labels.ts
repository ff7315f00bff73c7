import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evidenceOf } from "../../src/evidence/evidence.ts";
import { FEATURES } from "../../src/evidence/score/features.ts";
import { type Label, loadThread } from "../quality/labelled-turn.ts";

const FILE = join(import.meta.dirname, "../labels/turns.jsonl");

/** A turn that was read twice and is kept as numbers: no word of its transcript, and no name of its repository. */
export interface KeptLabel {
  readonly id: string;
  /** The same for all turns of one repository. */
  readonly group: string;
  /** Drawn at random from the gated turns, or from those that the score ranked highest. */
  readonly sampled: "random" | "enriched";
  readonly verdict: Label["verdict"];
  readonly confidence: number;
  /** Each reader's verdict and how sure they were. */
  readonly readings: readonly (readonly [string, number])[];
  readonly features: Readonly<{ [name: string]: number }>;
}

/** The same turn with its place, as readers' answers name it; kept nowhere. */
interface PlacedLabel extends Omit<KeptLabel, "id" | "group" | "features"> {
  readonly path: string;
  readonly turn: number;
  readonly repository: string;
}

export function groupOf(repository: string): string {
  return hashed(repository.toLowerCase());
}

export function keptLabels(): readonly KeptLabel[] {
  return existsSync(FILE) ? rowsOf<KeptLabel>(FILE) : [];
}

/** Reads the features of labelled turns anew, for after they changed: the transcripts have to be at hand. */
export function keepLabels(file: string): void {
  const kept = rowsOf<PlacedLabel>(file).map(({ path, turn: number, repository, ...label }): KeptLabel => {
    const whole = loadThread(path);
    const turns = whole.turns.slice(0, number);
    const turn = turns.at(-1);
    if (!turn) throw new Error(`${path} has no turn ${number}`);
    const thread = { ...whole, turns, messages: whole.messages.slice(0, turn.end) };
    const evidence = evidenceOf(thread, turn);
    const features = Object.fromEntries(FEATURES.map(({ name, of }) => [name, Number(of(evidence).toFixed(4))]));
    return { id: hashed(`${thread.id} ${number}`), group: groupOf(repository), ...label, features };
  });
  writeFileSync(FILE, kept.map((label) => `${JSON.stringify(label)}\n`).join(""));
}

export function rowsOf<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
