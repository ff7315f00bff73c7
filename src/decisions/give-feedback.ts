import { caseRecord } from "../audit/case-record.ts";
import type { Case } from "../audit/record.ts";
import { CoxError } from "../errors.ts";
import { countMarks, isLowered, type Mark, type MarkedFinding } from "../evidence/lowering.ts";
import type { Feedback, VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { correctionBefore, type FoundVerdict } from "./find-verdict.ts";
import { marksOf, readMarks } from "./lowered.ts";
import { noteTranscript } from "./session-thread.ts";

/** The standing of a spoken finding in its repository after the feedback. */
export interface FindingStanding extends MarkedFinding {
  readonly lowered: boolean;
  /** Whether it was lowered before this feedback. */
  readonly wasLowered: boolean;
}

export interface FeedbackGiven {
  readonly record: VerdictRecord & { readonly feedback: Feedback };
  readonly findings: readonly FindingStanding[];
  /** When the decision said nothing: the earlier correction in its turn, which may be meant. */
  readonly correctionBefore?: string;
}

/** Stores a person's feedback on a decision, and returns its effects. */
export async function giveFeedback(
  store: Store,
  meant: FoundVerdict,
  feedback: Omit<Feedback, "at">,
): Promise<FeedbackGiven> {
  const before = await readMarks(store);
  if (meant.type === "audited" && !meant.record) await keepCase(store, meant.found);
  const id = meant.type === "audited" ? meant.found.id : meant.record.id;
  await store.giveFeedback(id, feedback);
  const record = await store.getVerdict(id);
  if (!record?.feedback) throw new CoxError("store.empty", `${id} was deleted meanwhile, so nothing was kept.`);
  const after = await readMarks(store);
  const findings = marksOf(record).map((mark) => {
    const now = standing(mark, after);
    return { ...now, lowered: isLowered(now), wasLowered: isLowered(standing(mark, before)) };
  });
  const corrected = record.verdict.verdict === "correct" ? undefined : await correctionBefore(store, record);
  return {
    record: { ...record, feedback: record.feedback },
    findings,
    ...(corrected === undefined ? {} : { correctionBefore: corrected }),
  };
}

/** Stores the case with the path of its transcript, since a lowered finding is no case in the next audit. */
async function keepCase(store: Store, found: Case): Promise<void> {
  const record = caseRecord(found);
  await store.write({ verdicts: [record] });
  await noteTranscript(store, record, found.path);
}

function standing({ repository, finding }: Mark, marks: readonly Mark[]): MarkedFinding {
  const found = countMarks(marks).find((each) => each.repository === repository && each.finding === finding);
  return found ?? { repository, finding, wrong: 0, marked: 0 };
}
