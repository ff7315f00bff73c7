import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { htmlReport } from "../audit/html-report.ts";
import { reportData } from "../audit/report-data.ts";
import type { Summed } from "../audit/summary.ts";
import { FINDING_TITLES } from "../compose/finding-titles.ts";
import { HOSTS } from "../hosts/hosts.ts";
import type { Case } from "../session/record.ts";
import { version } from "./command.ts";
import { reportTarget, unwritten } from "./report-target.ts";
import { FACT_TITLES, spendingText } from "./show/audit-account.ts";
import type { AuditReport, ShownCase } from "./show/audit-report.ts";

export interface HtmlParts {
  readonly summed: Summed;
  readonly cases: readonly ShownCase[];
  readonly report: AuditReport;
  readonly threshold: number;
  readonly now: Date;
}

export async function writeHtml(path: string, parts: HtmlParts): Promise<void> {
  const { summed, cases, report, threshold, now } = parts;
  const data = reportData(summed.turns, {
    version: await version(),
    generatedAt: now.toISOString(),
    scope: report.scope,
    summary: summed.summary,
    heads: report.heads,
    notes: report.notes,
    spending: spendingText(summed.summary),
    facts: FACT_TITLES,
    kept: report.kept,
    agents: Object.fromEntries(HOSTS.map((host) => [host.name, host.title])),
    findings: FINDING_TITLES,
    threshold,
    marks: Object.fromEntries(cases.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : []))),
  });
  const target = stillWritable(path);
  const unfinished = `${target}.${process.pid}.part`;
  try {
    await pipeline(
      Readable.from(htmlReport(data, cases.map(withoutMark))),
      createWriteStream(unfinished, { flags: "wx", mode: 0o600 }),
    );
    await rename(unfinished, target);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw unwritten(path, cause);
  }
}

function stillWritable(path: string): string {
  try {
    return reportTarget(path);
  } catch (cause) {
    throw unwritten(path, cause);
  }
}

/** The page has the marks beside its cases: its list needs them, too. */
function withoutMark(found: ShownCase): Case {
  const { feedback: _, ...rest } = found;
  return rest;
}
