import { CoxError } from "../text/errors.ts";
import { type Mark, type MarkedFinding, countMarks, isLowered } from "../evidence/lowering.ts";
import { caseRecord } from "../session/case.ts";
import type { Case } from "../session/record.ts";
import type { Feedback, VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { type FoundVerdict, correctionBefore } from "./find-verdict.ts";
import { lastWords, markedAlike, marksIn, marksOf, readMarks } from "./last-word.ts";
import { noteTranscript } from "./session-thread.ts";

/** The standing of a spoken finding in its repository after the feedback. */
export interface FindingStanding extends MarkedFinding {
  readonly lowered: boolean;
  readonly wasLowered: boolean;
}

export interface FeedbackGiven {
  /** The decision that was meant; an audit's case of which nothing was marked need not be stored. */
  readonly decision: Pick<VerdictRecord, "id" | "host" | "threadId" | "turn" | "cwd" | "verdict">;
  readonly feedback: Feedback | undefined;
  readonly replaced: Feedback | undefined;
  readonly findings: readonly FindingStanding[];
  /** When the decision said nothing: the earlier correction in its turn, which may be meant. */
  readonly correctionBefore?: string;
}

/** A note belongs to its judgement: it stays where the same is said again without one. */
export async function giveFeedback(
  store: Store,
  meant: FoundVerdict,
  { judgement, note }: Omit<Feedback, "at">,
): Promise<FeedbackGiven> {
  const before = await store.listVerdicts({ marked: true });
  const replaced = lastWords(before)(decisionOf(meant));
  const kept = note ?? (replaced?.judgement === judgement ? replaced.note : undefined);
  if (meant.type === "audited" && !meant.record) await keepCase(store, meant.found);
  const { id } = decisionOf(meant);
  await store.giveFeedback(id, { judgement, ...(kept === undefined ? {} : { note: kept }) });
  const record = await store.getVerdict(id);
  if (!record?.feedback) throw new CoxError("store.empty", `${id} was deleted meanwhile, so nothing was kept.`);
  const corrected = record.verdict.verdict === "correct" ? undefined : await correctionBefore(store, record);
  return {
    decision: record,
    feedback: record.feedback,
    replaced,
    findings: await standings(store, record, before),
    ...(corrected === undefined ? {} : { correctionBefore: corrected.id }),
  };
}

/** Takes back what a person said about a decision, on whichever of those that came to it they said it. */
export async function takeFeedbackBack(store: Store, meant: FoundVerdict): Promise<FeedbackGiven> {
  const decision = decisionOf(meant);
  const before = await store.listVerdicts({ marked: true });
  const replaced = lastWords(before)(decision);
  for (const { id } of markedAlike(before)(decision)) await store.giveFeedback(id, undefined);
  const findings = replaced === undefined ? [] : await standings(store, { ...decision, feedback: replaced }, before);
  return { decision, feedback: undefined, replaced, findings };
}

function decisionOf(meant: FoundVerdict): FeedbackGiven["decision"] {
  return meant.type === "audited" ? (meant.record ?? meant.found) : meant.record;
}

/** How the findings that a mark is about stand now, and stood before it. */
async function standings(
  store: Store,
  marked: Pick<VerdictRecord, "feedback" | "verdict" | "cwd">,
  recordsBefore: readonly VerdictRecord[],
): Promise<FindingStanding[]> {
  const before = marksIn(recordsBefore);
  const after = await readMarks(store);
  return marksOf(marked).map((mark) => {
    const now = standing(mark, after);
    return { ...now, lowered: isLowered(now), wasLowered: isLowered(standing(mark, before)) };
  });
}

async function keepCase(store: Store, found: Case): Promise<void> {
  const record = caseRecord(found);
  await store.write({ verdicts: [record] });
  await noteTranscript(store, record, found.path);
}

function standing({ repository, finding }: Mark, marks: readonly Mark[]): MarkedFinding {
  const found = countMarks(marks).find((each) => each.repository === repository && each.finding === finding);
  return found ?? { repository, finding, wrong: 0, marked: 0 };
}
