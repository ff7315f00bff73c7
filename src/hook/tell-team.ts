import { mkdirSync } from "node:fs";
import { composeJudgingBasics } from "../compose/settings.ts";
import { type Listener, telemetryPlaceOf } from "../compose/team-place.ts";
import type { Decision } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import type { NewVerdict } from "../store/records.ts";
import { allowsContent, readMembership } from "../team/client/membership.ts";
import type { SpoolPlace, TeamPlace } from "../team/client/place.ts";
import { reportOf } from "../team/client/report-of.ts";
import { repositoryName } from "../team/client/repository-name.ts";
import { isSenderBusy, keepSenderBusy, spool } from "../team/client/spool.ts";
import type { Report } from "../team/report.ts";
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

/** Leaves the report for each who listens and goes on: sending is the affair of another process. Never throws. */
export function tellTeam(run: ReadingRun, thread: Thread, decision: Decision, told: Told, team: TeamPlace): void {
  try {
    const now = run.now().getTime();
    const membership = readMembership(team);
    const telemetry = run.config.telemetry.otlp === null ? undefined : telemetryPlaceOf(run.env);
    const words = {
      team: membership !== undefined && allowsContent(team, membership),
      collector: telemetry !== undefined && run.config.telemetry.content,
    };
    const report = reportFor(run, thread, decision, told, words.team || words.collector);
    const { content: _, ...withoutWords } = report;
    const waiting: Listener[] = [];
    const leave = (listener: Listener, place: SpoolPlace, machine: string) => {
      // Where there is no room for it, what waits already has to go all the more.
      quietly(() => spool(place, { ...(words[listener] ? report : withoutWords), machine }, now));
      if (isSenderBusy(place, now)) return;
      keepSenderBusy(place, now, STARTING_MS);
      waiting.push(listener);
    };
    const leaveAll = [
      () => membership && leave("team", team, membership.machine),
      () => {
        if (!telemetry) return;
        mkdirSync(telemetry.spool, { recursive: true, mode: 0o700 });
        leave("collector", telemetry, NO_MACHINE);
      },
    ];
    for (const each of leaveAll) quietly(each);
    if (waiting.length > 0) run.startSender(waiting);
  } catch {
    // What cannot be told is no reason to hold the stop up.
  }
}

/** A collector is told no name of a machine. */
const NO_MACHINE = "none";

/** Where a disk is full, say: the stop goes on, and the other one is told. */
function quietly(act: () => unknown): void {
  try {
    act();
  } catch {
    return;
  }
}

function reportFor(run: ReadingRun, thread: Thread, { witnessed }: Decision, told: Told, withWords: boolean): Report {
  const seen = witnessed ? fold([witnessed], thread) : thread;
  const turn = lastTurn(seen);
  return reportOf({
    record: { ...told.record, at: told.record.at ?? run.now().toISOString() },
    evidence: turn && evidenceOf(seen, turn),
    machine: NO_MACHINE,
    // The sender knows it.
    engine: "unknown",
    repository: repositoryName(run.cwd),
    answered: run.answering ? answeredBy(told) : null,
    redact: withWords ? composeJudgingBasics(run).redact : undefined,
  });
}

/** Objected to again, or still so by the record: not met. */
function answeredBy({ record, unmet }: Told): "met" | "unmet" {
  return unmet !== undefined || record.verdict.verdict === "correct" ? "unmet" : "met";
}
