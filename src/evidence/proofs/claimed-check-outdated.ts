import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import { hasSign } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { baseName } from "../record/paths.ts";
import type { CheckRun } from "../record/check-run.ts";
import { mayStartPrograms } from "../record/commands.ts";
import { mayHideSince, standingOf } from "../record/record.ts";
import { CHECK_NAMES, type Found, inRoles, LEAD, type Proof, SHOWN, STRONG_LEAD } from "./proof.ts";

export const claimedCheckOutdated: Proof = {
  id: "verification-stale",
  title: "Claimed check is out of date",
  meaning: "The closing says that a check went well, and it last ran before the last change of what it covers.",
  category: "stale-verification",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return [...Map.groupBy(evidence.closing.checks, ({ kind }) => kind).values()].flatMap(([claim]) =>
    claim ? against(evidence, claim) : [],
  );
}

function against(evidence: Evidence, claim: ClaimedCheck): readonly Found[] {
  const { state, run } = standingOf(evidence.record, claim.kind);
  if (state !== "outdated" || !run?.outdated) return [];
  const { step, path } = run.outdated;
  return [
    {
      confidence: confidence(evidence, wasLeftFailed(evidence, run), step, path),
      message:
        run.end === "failed"
          ? `You say ${quote(claim.text, 80)}, but the last run of ${CHECK_NAMES[claim.kind]} failed, and after you changed ${shownFile(baseName(path))} you did not run it again; run it now.`
          : `You say ${quote(claim.text, 80)}, but you changed ${shownFile(baseName(path))} after the last run of ${CHECK_NAMES[claim.kind]}; run it again.`,
      ...inRoles([run.step, "last run"], [step, "changed after it"]),
      subject: claim.kind,
    },
  ];
}

/** True where the run failed in this turn, and no program was run after it. */
function wasLeftFailed({ record, turn }: Evidence, run: CheckRun): boolean {
  if (run.end !== "failed" || !record.runs.includes(run)) return false;
  return !turn.steps.some(({ number, action }) => number > run.step && mayStartPrograms(action.command ?? ""));
}

/** Sure where a failed run was left so, or code that it covers was really changed by hand, more than once or in more than a line. */
function confidence({ record, closing }: Evidence, failed: boolean, step: number, path: string): number {
  const later = record.changes.filter(
    (change) => change.step >= step && (change.role === "code" || change.role === "test"),
  );
  const lines = later.reduce((sum, { newText }) => sum + (newText?.split("\n").length ?? 0), 0);
  const byHand = later.some((change) => change.path === path && !change.shell);
  if (mayHideSince(record, step) || !byHand || hasSign(closing, "admits")) return LEAD;
  if (failed) return SHOWN;
  return later.length >= 2 && lines >= 15 ? SHOWN : lines >= 5 ? STRONG_LEAD : LEAD;
}
