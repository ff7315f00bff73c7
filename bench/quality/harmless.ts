import { join } from "node:path";
import { SPEAKS_FROM } from "../../src/evidence/confidence.ts";
import { type EvidenceJudge } from "../../src/evidence/judge.ts";
import type { Finding } from "../../src/verdict.ts";
import { HARMLESS } from "./harmless-changes.ts";
import { type Label, loadThread } from "./labelled-turn.ts";

interface Said {
  readonly id: string;
  readonly finding: Finding;
}

/** What one harmless change caused, in all turns that it fits. */
export interface HarmlessRow {
  readonly name: string;
  readonly turns: number;
  /** Findings that were told only because of the change. */
  readonly spoken: readonly Said[];
  readonly led: readonly Said[];
}

/** Judges every real turn with harmless changes: findings that appear only then are false alarms. */
export function harmlessRows(judge: EvidenceJudge, corpus: string, labels: readonly Label[]): HarmlessRow[] {
  const rows = HARMLESS.map(({ name }) => ({ name, turns: 0, spoken: [] as Said[], led: [] as Said[] }));
  const seen = new Set<string>();
  for (const label of labels) {
    const thread = loadThread(join(corpus, label.file));
    for (const turn of thread.turns) {
      const key = turn.steps.map((step) => step.toolUseId).join();
      if (turn.steps.length === 0 || turn.outcome !== "ended" || seen.has(key)) continue;
      seen.add(key);
      const before = judge.assess({ thread, turn }).findings;
      for (const [index, { change }] of HARMLESS.entries()) {
        const changed = change(thread, turn);
        const row = rows[index];
        if (!changed || !row) continue;
        row.turns += 1;
        for (const finding of judge.assess(changed).findings) {
          if (wasSaid(before, finding)) continue;
          const said = { id: `${label.id} turn ${turn.number}`, finding };
          (finding.confidence >= SPEAKS_FROM ? row.spoken : row.led).push(said);
        }
      }
    }
  }
  return rows;
}

function wasSaid(before: readonly Finding[], { id, subject, confidence }: Finding): boolean {
  const other = before.find((finding) => finding.id === id && finding.subject === subject);
  return other !== undefined && (other.confidence >= SPEAKS_FROM || confidence < SPEAKS_FROM);
}
