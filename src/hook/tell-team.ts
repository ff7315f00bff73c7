import { composeJudgingBasics } from "../compose/settings.ts";
import type { Decision } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import type { NewVerdict } from "../store/records.ts";
import { allowsContent, readMembership } from "../team/client/membership.ts";
import type { TeamPlace } from "../team/client/place.ts";
import { reportOf } from "../team/client/report-of.ts";
import { repositoryName } from "../team/client/repository-name.ts";
import { isSenderBusy, keepSenderBusy, spool } from "../team/client/spool.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import type { ReadingRun } from "./hook-run.ts";

export interface Told {
  readonly record: NewVerdict;
  readonly unmet: string | undefined;
}

/** How long a sender that was just started needs until it speaks for itself. */
const STARTING_MS = 10_000;

/** Leaves the report in the spool and goes on: sending is the affair of another process. Never throws. */
export function tellTeam(run: ReadingRun, thread: Thread, { witnessed }: Decision, told: Told, place: TeamPlace): void {
  try {
    const membership = readMembership(place);
    if (!membership) return;
    const now = run.now();
    const seen = witnessed ? fold([witnessed], thread) : thread;
    const turn = lastTurn(seen);
    const report = reportOf({
      record: { ...told.record, at: told.record.at ?? now.toISOString() },
      evidence: turn && evidenceOf(seen, turn),
      machine: membership.machine,
      // The sender knows it.
      engine: "unknown",
      repository: repositoryName(run.cwd),
      answered: run.answering ? answeredBy(told) : null,
      redact: allowsContent(place, membership) ? composeJudgingBasics(run).redact : undefined,
    });
    spool(place, report, now.getTime());
    if (isSenderBusy(place, now.getTime())) return;
    keepSenderBusy(place, now.getTime() + STARTING_MS);
    run.startSender();
  } catch {
    // A full disk, say: the stop goes on as without a team.
  }
}

/** Objected to again, or still so by the record: not met. */
function answeredBy({ record, unmet }: Told): "met" | "unmet" {
  return unmet !== undefined || record.verdict.verdict === "correct" ? "unmet" : "met";
}
