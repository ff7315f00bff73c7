import { type LoweredFinding, loweredFindings, type Mark } from "../evidence/lowering.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { repositoryOf } from "../upwards.ts";
import { spokenFindings } from "../verdict.ts";

export async function readLowered(store: Pick<Store, "listVerdicts">): Promise<readonly LoweredFinding[]> {
  return loweredFindings(await readMarks(store));
}

/** The feedback on each finding, once for each decision. */
export async function readMarks(store: Pick<Store, "listVerdicts">): Promise<readonly Mark[]> {
  return marksIn(await store.listVerdicts({ marked: true }));
}

/**
 * A hook, a watch and an audit may make the same decision, and each may be marked: it counts once, with the latest
 * feedback.
 */
export function marksIn(records: readonly VerdictRecord[]): Mark[] {
  const words = new Map<string, Mark>();
  for (const record of records.toSorted((left, right) => markedAt(left).localeCompare(markedAt(right)))) {
    const { threadId, turn, verdict } = record;
    for (const mark of marksOf(record))
      words.set(JSON.stringify([threadId, turn, verdict.message, mark.finding]), mark);
  }
  return [...words.values()];
}

function markedAt({ feedback }: VerdictRecord): string {
  return feedback?.at ?? "";
}

/** Feedback on a verdict counts for each finding that spoke. */
export function marksOf({ feedback, verdict, cwd }: Pick<VerdictRecord, "feedback" | "verdict" | "cwd">): Mark[] {
  if (!feedback || cwd === undefined || verdict.verdict !== "correct") return [];
  const repository = repositoryOf(cwd) ?? cwd;
  const spoke = spokenFindings(verdict);
  return [...new Set(spoke.map((finding) => finding.id))].map((finding) => ({
    repository,
    finding,
    judgement: feedback.judgement,
  }));
}
