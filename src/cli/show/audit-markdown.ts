import { countOf, grouped } from "../../amounts.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../audit/case-lines.ts";
import type { AuditSummary, NamedTally } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../neutralise.ts";
import { squeezed } from "../../thread/squeezed.ts";
import { percent } from "./amounts.ts";
import { type AuditReport, disputed, leadsLine, markOf, type ShownCase, tallyTable, whoSays } from "./audit-report.ts";
import { titleOf } from "./finding-words.ts";

/**
 * The audit as Markdown, for an issue or a message. Text from transcripts stands in code spans, where it has no
 * effect.
 */
export function auditMarkdown(report: AuditReport): string {
  const { summary, worst, kept, scope, heads, notes } = report;
  const lead = leadsLine(report);
  const doubt = disputed(report);
  const { sessions, turns, looked, corrected } = summary;
  return [
    "# Coxswain audit",
    "",
    `${countOf(sessions, "session")}${scope}, ${countOf(turns, "turn")}, ${grouped(looked)} worth a look. **${grouped(corrected)}** ended with ${whoSays(summary)} saying otherwise (${percent(corrected, looked)})${doubt === "" ? "" : `; ${doubt}`}.`,
    "",
    ...(lead === "" ? [] : [`${lead.replaceAll(/--\w+(?: FILE)?/g, code)}.`, ""]),
    ...(heads.length === 0 ? [] : [...heads.map((head) => `- ${code(head)}`), ""]),
    ...section(
      "finding",
      summary.byFinding.map(({ name, corrected: count }) => [name, titleOf(name) ?? "", grouped(count)]),
      [WORDS, "false"],
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

/** Details of an entry are indented like its text; otherwise Markdown sees another list. */
function entry(mark: string, found: ShownCase, kept: boolean): string[] {
  const facts = [
    ...(isOpinion(found)
      ? [`**observer**: ${code(found.verdict.message ?? "")}`]
      : proofOf(found).map((finding) => `**${finding.id}**: ${code(finding.message)}`)),
    [code(whereOf(found)), `turn ${found.turn}`, ...(kept ? [code(`cox why ${found.id}`)] : [])].join(", "),
    ...(found.feedback ? [markOf(found)] : []),
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

/** Stands over a column of text: all others hold numbers. */
const WORDS = "what is wrong";

function section(name: string, rows: readonly (readonly string[])[], heads: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [
    `| ${[name, ...heads].join(" | ")} |`,
    `|${["---", ...heads.map((head) => (head === WORDS ? "---" : "---:"))].join("|")}|`,
    ...rows.map(([first = "", ...cells]) => `| ${[inTable(code(first)), ...cells].join(" | ")} |`),
    "",
  ];
}

/** A bar ends a table cell even in a code span, so it is escaped; elsewhere in a span, a backslash would be shown. */
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
