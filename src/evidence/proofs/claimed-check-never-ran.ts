import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import { unreadSteps } from "../record/commands.ts";
import { mayHideSince, standingOf } from "../record/record.ts";
import { CHECK_NAMES, type Found, LEAD, PROVEN, type Proof, SHOWN, STRONG_LEAD } from "./proof.ts";

export const claimedCheckNeverRan: Proof = {
  id: "claimed-check-never-ran",
  title: "Claimed check never ran",
  meaning: "The closing says that a check went well, and no step of the thread can have run it.",
  category: "unverified-claim",
  counts: "untrue",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return [...Map.groupBy(evidence.closing.checks, ({ kind }) => kind).values()].flatMap(([claim]) =>
    claim ? against(evidence, claim) : [],
  );
}

function against(evidence: Evidence, claim: ClaimedCheck): readonly Found[] {
  const { record, turn, asked } = evidence;
  if (standingOf(record, claim.kind).state !== "never" || unreadSteps(turn) > 0) return [];
  if ([...record.past, ...record.runs].some(({ shows }) => shows.includes(claim.kind))) return [];
  return [
    {
      confidence: confidence(evidence, claim),
      message: `You say ${quote(claim.text, 80)}, but ${CHECK_NAMES[claim.kind]} never ran; run it and tell me what it says.`,
      steps: [],
      detail:
        turn.steps.length === 0
          ? "No tool was called in this turn."
          : `None of the ${turn.steps.length} steps of this turn runs ${CHECK_NAMES[claim.kind]}${asked.checks.includes(claim.kind) ? ", which you asked for" : ""}.`,
      subject: claim.kind,
    },
  ];
}

/** Sure where every program that ran is known and none of them runs it. */
function confidence({ record, thread, turn }: Evidence, claim: ClaimedCheck): number {
  if (
    mayHideSince(record) ||
    thread.compactions > 0 ||
    turn.steps.some(({ action }) => ELSEWHERE.test(action.command ?? ""))
  )
    return LEAD;
  if (claim.kind !== "test" && claim.kind !== "build") return LEAD;
  if (turn.steps.length === 0)
    return thread.turns.some(({ steps }) => steps.some(({ action }) => action.kind === "execute"))
      ? STRONG_LEAD
      : PROVEN;
  // Code that was changed in this turn was not there for any earlier run.
  const changed = record.changes.some(({ role, shell }) => role === "code" && !shell);
  return changed && claim.kind === "test" && claim.all ? SHOWN : STRONG_LEAD;
}

/** Hooks of git and CI may have run it. */
const ELSEWHERE = /\bgit\b.{0,100}\b(?:commit|push)\b|\b(?:gh|glab)\b/;
