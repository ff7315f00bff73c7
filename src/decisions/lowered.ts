import { type LoweredFinding, loweredFindings, type Mark } from "../evidence/lowering.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { repositoryOf } from "../upwards.ts";
import { spokenFindings } from "../verdict.ts";
import { countedOnce } from "./counted-once.ts";

export async function readLowered(store: Pick<Store, "listVerdicts">): Promise<readonly LoweredFinding[]> {
  return loweredFindings(await readMarks(store));
}

/** The feedback on each finding, once for each decision, with the person's last word on it. */
export async function readMarks(store: Pick<Store, "listVerdicts">): Promise<readonly Mark[]> {
  return marksIn(await store.listVerdicts({ marked: true }));
}

export function marksIn(records: readonly VerdictRecord[]): readonly Mark[] {
  return countedOnce(records).flatMap(marksOf);
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
