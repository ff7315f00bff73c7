import { countOf, grouped } from "../../amounts.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../audit/case-lines.ts";
import type { AuditSummary, NamedTally } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { percent } from "./amounts.ts";
import { type AuditReport, disputed, leadsLine, markOf, type ShownCase, tallyTable, whoSays } from "./audit-report.ts";
import { titleOf } from "./finding-words.ts";
import { code, escaped } from "./markdown.ts";

/** The audit as Markdown, for an issue or a message. Text from transcripts has no effect in it. */
export function auditMarkdown(report: AuditReport): string {
  const { summary, worst, kept, scope, heads, notes } = report;
  const lead = leadsLine(report);
  const doubt = disputed(report);
  const { sessions, turns, looked, corrected } = summary;
  return [
    "# Coxswain audit",
    "",
    `${countOf(sessions, "session")}${scope === "" ? "" : ` ${escaped(scope)}`}, ${countOf(turns, "turn")}, ${grouped(looked)} worth a look. **${grouped(corrected)}** ended with ${whoSays(summary)} saying otherwise (${percent(corrected, looked)})${doubt === "" ? "" : `; ${doubt}`}.`,
    "",
    ...(lead === "" ? [] : [`${lead.replaceAll(/--\w+(?: FILE)?/g, code)}.`, ""]),
    ...(heads.length === 0 ? [] : [...heads.map((head) => `- ${escaped(head)}`), ""]),
    ...section(
      "finding",
      summary.byFinding.map(({ name, corrected: count }) => [code(name), titleOf(name) ?? "", grouped(count)]),
      [WORDS, "false"],
    ),
    ...tallies("agent", summary.byAgent, summary, (name) => escaped(hostNamed(name)?.title ?? name)),
    ...tallies("model", summary.byModel, summary, code),
    ...tallies("week", summary.byWeek, summary, escaped),
    ...(worst.length > 0 ? ["## The worst", ""] : []),
    ...worst.flatMap((found, index) => entry(`${index + 1}. `, found, kept)),
    "",
    ...notes.map((note) => `- ${escaped(note)}`),
    "",
  ].join("\n");
}

/** Details of an entry are indented like its text; otherwise Markdown sees another list. */
function entry(mark: string, found: ShownCase, kept: boolean): string[] {
  const facts = [
    ...(isOpinion(found)
      ? [`**observer**: ${escaped(found.verdict.message ?? "")}`]
      : proofOf(found).flatMap(({ id, message, detail }) => [
          `**${id}**: ${escaped(message)}`,
          ...(detail === undefined ? [] : [escaped(detail)]),
        ])),
    [code(whereOf(found)), `turn ${found.turn}`, ...(kept ? [code(`cox why ${found.id}`)] : [])].join(", "),
    ...(found.feedback ? [markOf(found)] : []),
  ];
  return [`${mark}“${escaped(wordsOf(found).text)}”`, ...facts.map((fact) => `${" ".repeat(mark.length)}- ${fact}`)];
}

function tallies(
  title: string,
  named: readonly NamedTally[],
  summary: AuditSummary,
  nameOf: (name: string) => string,
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
    ...rows.map(([first = "", ...cells]) => `| ${[inTable(first), ...cells].join(" | ")} |`),
    "",
  ];
}

/** A bar ends a table cell even in a code span, so it is escaped; elsewhere in a span, a backslash would be shown. */
function inTable(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, "\\|");
}
