import { countOf, grouped } from "../../amounts.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../audit/case-lines.ts";
import type { Case } from "../../audit/record.ts";
import type { AuditSummary, NamedTally } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../neutralise.ts";
import { squeezed } from "../../thread/squeezed.ts";
import { percent } from "./amounts.ts";
import { type AuditReport, tallyTable, whoSays } from "./audit-report.ts";

/** The audit as Markdown, for an issue or a message. Text of a transcript stands in code spans, where it means nothing. */
export function auditMarkdown(report: AuditReport): string {
  const { summary, worst, kept, scope, notes } = report;
  const { sessions, turns, looked, corrected } = summary;
  return [
    "# Coxswain audit",
    "",
    `${countOf(sessions, "session")}${scope}, ${countOf(turns, "turn")}, ${grouped(looked)} worth a look. **${grouped(corrected)}** ended with ${whoSays(summary)} saying otherwise (${percent(corrected, looked)}).`,
    "",
    ...section(
      "finding",
      summary.byFinding.map(({ name, corrected: count }) => [name, grouped(count)]),
      ["false"],
    ),
    ...tallies("agent", summary.byAgent, summary, (name) => hostNamed(name)?.title ?? name),
    ...tallies("model", summary.byModel, summary),
    ...tallies("week", summary.byWeek, summary),
    ...(worst.length > 0 ? ["## The worst", ""] : []),
    ...worst.flatMap((found, index) => entry(`${index + 1}. `, found, kept)),
    "",
    ...notes.map((note) => `- ${code(note.trim())}`),
    "",
  ].join("\n");
}

/** What belongs to an entry stands as far in as its text, or Markdown takes it for another list. */
function entry(mark: string, found: Case, kept: boolean): string[] {
  const facts = [
    ...(isOpinion(found)
      ? [`**observer**: ${code(found.verdict.message ?? "")}`]
      : proofOf(found).map((finding) => `**${finding.id}**: ${code(finding.message)}`)),
    [code(whereOf(found)), `turn ${found.turn}`, ...(kept ? [code(`cox why ${found.id}`)] : [])].join(", "),
  ];
  return [`${mark}${code(wordsOf(found).text)}`, ...facts.map((fact) => `${" ".repeat(mark.length)}- ${fact}`)];
}

function tallies(
  title: string,
  named: readonly NamedTally[],
  summary: AuditSummary,
  nameOf = (text: string) => text,
): string[] {
  const { heads, rows } = tallyTable(named, summary);
  return section(
    title,
    rows.map(({ name, cells }) => [nameOf(name), ...cells]),
    heads,
  );
}

function section(name: string, rows: readonly (readonly string[])[], heads: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [
    `| ${[name, ...heads].join(" | ")} |`,
    `|${["---", ...heads.map(() => "---:")].join("|")}|`,
    ...rows.map(([first = "", ...cells]) => `| ${[inTable(code(first)), ...cells].join(" | ")} |`),
    "",
  ];
}

/** A bar ends a cell, also in a code span; elsewhere a backslash in one is a backslash. */
function inTable(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** A code span that its content cannot end. */
function code(text: string): string {
  const line = squeezed(neutralise(text));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((ticks) => ticks[0].length));
  const fence = "`".repeat(longest + 1);
  const room = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}
