import { createWriteStream, realpathSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { htmlReport } from "../audit/html-report.ts";
import type { Case } from "../audit/record.ts";
import { reportData } from "../audit/report-data.ts";
import type { Summed } from "../audit/summary.ts";
import { CoxError } from "../errors.ts";
import { FINDING_RULES } from "../evidence/findings/all.ts";
import { HOSTS } from "../hosts/hosts.ts";
import type { AuditReport } from "./show/audit-report.ts";
import { version } from "./version.ts";

export interface HtmlParts {
  readonly summed: Summed;
  readonly cases: readonly Case[];
  readonly report: AuditReport;
  readonly threshold: number;
  readonly now: Date;
}

/** Writes the report beside its place and moves it there when it is whole, readable for its owner alone. */
export async function writeHtml(path: string, parts: HtmlParts): Promise<void> {
  const { summed, cases, report, threshold, now } = parts;
  const data = reportData(summed.turns, {
    version: await version(),
    generatedAt: now.toISOString(),
    scope: report.scope,
    summary: summed.summary,
    notes: report.notes,
    agents: Object.fromEntries(HOSTS.map((host) => [host.name, host.title])),
    findings: Object.fromEntries(FINDING_RULES.map((rule) => [rule.id, rule.meaning])),
    threshold,
  });
  const target = targetOf(path);
  const unfinished = `${target}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(htmlReport(data, cases)), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, target);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw refusal(path, whyNot(cause), cause);
  }
}

/** What is moved to a place takes the place of what was there: of a link it must be the file behind it, and never a device. */
function targetOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return path;
  if (facts.isDirectory()) throw refusal(path, "it is a directory; name a file in it.");
  if (!facts.isFile()) throw refusal(path, "it is no plain file.");
  return realpathSync(path);
}

function refusal(path: string, reason: string, cause?: unknown): CoxError {
  return new CoxError("usage", `audit: the report cannot be written to ${path}: ${reason}`, { cause });
}

function whyNot(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (!("code" in cause)) return cause.message;
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return "there is no such directory.";
  return cause.code === "EACCES" || cause.code === "EPERM" ? "permission denied." : cause.message;
}
