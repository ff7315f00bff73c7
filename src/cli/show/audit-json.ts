import type { AuditRun } from "../../audit/audit.ts";
import type { Place } from "../../audit/places.ts";
import type { AuditReport, ShownCase } from "./audit-report.ts";

export interface AuditFacts {
  readonly cases: readonly ShownCase[];
  readonly run: AuditRun;
  readonly places: readonly Place[];
}

/** An audit for a program. It also gets every place that was looked into, among which a person would find nothing. */
export function auditJson(
  { summary, worst, marked, kept, scope, heads, notes }: AuditReport,
  { cases, run, places }: AuditFacts,
): object {
  const { sessions, ...done } = run;
  const roots = places.flatMap((place) => place.roots.map((root) => `  ${root}`));
  const looked = sessions.length === 0 && roots.length > 0 ? ["Looked for transcripts in", ...roots] : [];
  return {
    summary,
    worst,
    marked,
    kept,
    scope: scope.trim(),
    notes: [...heads, ...notes, ...looked],
    cases,
    run: { ...done, transcripts: sessions.length },
  };
}
