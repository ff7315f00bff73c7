import type { AuditRun } from "../../audit/audit.ts";
import type { CountedTurn } from "../../audit/count-once.ts";
import { hasLead } from "../../audit/summary.ts";
import type { AuditReport, ShownCase } from "./audit-report.ts";

export interface AuditFacts {
  readonly cases: readonly ShownCase[];
  readonly turns: readonly CountedTurn[];
  readonly run: AuditRun;
}

/** An audit for a program. */
export function auditJson(
  { summary, worst, marked, kept, scope, heads, notes }: AuditReport,
  { cases, turns, run }: AuditFacts,
): object {
  const { sessions, ...done } = run;
  return {
    summary,
    worst,
    marked,
    kept,
    scope: scope.trim(),
    notes: [...heads, ...notes],
    cases,
    leads: turns.filter(hasLead).map(leadOf).toSorted(bySureness),
    run: { ...done, transcripts: sessions.length },
  };
}

/** A turn with leads: where it stands, and what each of them would say. */
function leadOf({ file: { path, record }, turn, at }: CountedTurn) {
  const { host, threadId, cwd } = record;
  const { look, line, model, key } = turn;
  const { request = "", findings = [] } = look ?? {};
  return { key, path, host, threadId, turn: turn.turn, line, at, cwd, model, request, findings };
}

function bySureness(left: ReturnType<typeof leadOf>, right: ReturnType<typeof leadOf>): number {
  return sureness(right) - sureness(left);
}

function sureness({ findings }: ReturnType<typeof leadOf>): number {
  return Math.max(...findings.map(({ confidence }) => confidence));
}
