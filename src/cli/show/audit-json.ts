import type { AuditRun } from "../../audit/audit.ts";
import type { CountedTurn } from "../../audit/count-once.ts";
import { hasLead, mostSuspiciousFirst } from "../../audit/summary.ts";
import type { AuditReport, ShownCase } from "./audit-report.ts";

export interface AuditFacts {
  readonly cases: readonly ShownCase[];
  readonly turns: readonly CountedTurn[];
  readonly run: AuditRun;
}

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
    leads: mostSuspiciousFirst(turns.filter(hasLead)).map(leadOf),
    run: { ...done, transcripts: sessions.length },
  };
}

/** A turn that is worth a look: where it stands, how much it is worth it and why, and what its findings would say. */
function leadOf({ file: { path, record }, turn, at }: CountedTurn) {
  const { host, threadId, cwd } = record;
  const { look, line, model, key } = turn;
  const { request = "", findings = [], worth } = look ?? {};
  return { key, path, host, threadId, turn: turn.turn, line, at, cwd, model, request, worth, findings };
}
