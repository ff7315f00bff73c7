import { grouped } from "../../text/amounts.ts";
import type { AuditSummary, NamedTally } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise, squeezed } from "../../text/strings.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../session/case-lines.ts";
import {
  type ShownLead,
  claimsLine,
  columnsLine,
  factRows,
  leadsLine,
  leadsTitle,
  spendingText,
} from "./audit-account.ts";
import {
  type AuditReport,
  type ShownCase,
  caseFacts,
  casesTitle,
  markOf,
  outcomeLines,
  readLine,
  tallyTable,
} from "./audit-report.ts";
import { titleOf } from "./finding-words.ts";

/** The audit as Markdown, for an issue or a message. Text from transcripts has no effect in it. */
export function auditMarkdown(report: AuditReport): string {
  const { summary, worst, leads, kept, heads, notes } = report;
  const parts = [
    ["# Coxswain audit"],
    ...(summary.turns === 0 ? [] : headline(report)),
    heads.map((head) => `- ${escaped(head)}`),
    ...(summary.looked === 0 ? [] : [...breakdowns(summary), [escaped(spendingText(summary))]]),
    ...(worst.length === 0 ? [] : casesHead(report)),
    worst.flatMap((found, index) => entry(`${index + 1}. `, found, kept)),
    ...(leads.length === 0 ? [] : leadsHead(report)),
    leads.flatMap((lead, index) => leadEntry(`${index + 1}. `, lead)),
    notes.map((note) => `- ${escaped(note)}`),
  ];
  const blocks = parts.map((lines) => lines.join("\n")).filter((block) => block !== "");
  return `${blocks.join("\n\n")}\n`;
}

function headline(report: AuditReport): string[][] {
  const text = outcomeLines(report)
    .map((found) => (found.kind === "false" ? `**${found.count}** ${escaped(found.text)}` : escaped(found.text)))
    .join(" ");
  const { summary } = report;
  const lead = leadsLine(summary);
  const claims = [claimsLine(summary)].filter(Boolean).map((line) => [escaped(line)]);
  const outcomes = [[`${escaped(readLine(report))} ${text}`]];
  return [
    ...outcomes,
    ...claims,
    ...(lead === "" ? [] : [[`${lead}.`]]),
    factRows(summary).map(([count, share, words]) => `- **${count}** (${share}) ${escaped(words)}`),
  ];
}

function breakdowns(summary: AuditSummary): string[][] {
  const found = summary.byFinding.map(({ name, corrected }) => [code(name), titleOf(name) ?? "", grouped(corrected)]);
  return [
    section("finding", found, [WORDS, "found"]),
    [escaped(columnsLine(summary))],
    tallies("agent", summary.byAgent, summary, (name) => escaped(hostNamed(name)?.title ?? name)),
    tallies("model", summary.byModel, summary, code),
    tallies("repository", summary.byProject, summary, code),
    tallies("week", summary.byWeek, summary, escaped),
  ];
}

function casesHead(report: AuditReport): string[][] {
  const { title, aside } = casesTitle(report);
  return [
    [`## ${title}`],
    ...(aside === "" ? [] : [[`${withFlags(aside.replace(/^\w/, (first) => first.toUpperCase()))}.`]]),
  ];
}

function leadsHead({ summary, leads }: AuditReport): string[][] {
  const { title, aside } = leadsTitle(summary, leads.length);
  return [[`## ${title}`], [`${withFlags(aside.replace(/^\w/, (first) => first.toUpperCase()))}.`]];
}

function leadEntry(mark: string, { worth, facts, asked, because, perhaps, observer, command }: ShownLead): string[] {
  const details = [
    escaped([worth, ...facts].join(" · ")),
    ...[because, perhaps, observer === "" ? "" : `The observer ${observer}.`].filter(Boolean).map(escaped),
    code(command),
  ];
  return [`${mark}“${escaped(asked)}”`, ...details.map((detail) => `${" ".repeat(mark.length)}- ${detail}`)];
}

/** Options are to be typed as they stand. */
function withFlags(text: string): string {
  return text.replaceAll(/--\w+(?: FILE| \d+)?/g, code);
}

/** Details of an entry are indented like its text; otherwise Markdown sees another list. */
function entry(mark: string, found: ShownCase, kept: boolean): string[] {
  const words = wordsOf(found);
  const facts = [
    escaped(caseFacts(found).join(" · ")),
    ...(isOpinion(found)
      ? [`**observer**: ${escaped(found.verdict.message ?? "")}`]
      : proofOf(found).flatMap(({ id, message, detail }) => [
          `**${id}**: ${escaped(message)}`,
          ...(detail === undefined || detail === words.text ? [] : [escaped(detail)]),
        ])),
    [code(whereOf(found)), ...(kept ? [code(`cox why ${found.id}`)] : [])].join(", "),
    ...(found.feedback ? [markOf(found)] : []),
  ];
  return [`${mark}“${escaped(words.text)}”`, ...facts.map((fact) => `${" ".repeat(mark.length)}- ${fact}`)];
}

function tallies(
  title: string,
  named: readonly NamedTally[],
  summary: AuditSummary,
  nameOf: (name: string) => string,
): string[] {
  const { heads, rows } = tallyTable(named, summary);
  const cells = rows.map((row) => [nameOf(row.name), ...row.cells]);
  return section(title, cells, heads);
}

/** Stands over a column of text: all others hold numbers. */
const WORDS = "what is wrong";

function section(name: string, rows: readonly (readonly string[])[], heads: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [
    `| ${[name, ...heads].join(" | ")} |`,
    `|${["---", ...heads.map((head) => (head === WORDS ? "---" : "---:"))].join("|")}|`,
    ...rows.map(([first = "", ...cells]) => `| ${[inTable(first), ...cells].join(" | ")} |`),
  ];
}

/** A bar ends a table cell even in a code span, so it is escaped; elsewhere in a span, a backslash would be shown. */
function inTable(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, "\\|");
}

/** What has an effect anywhere in a line; in the middle of a word, `_` has none. */
const MARKUP = /[\\`*[\]<>&~|$]|(?<!\w)_|_(?!\w)/g;
/** What has one only where a line begins: a heading, a list, a rule. */
const AT_START = /^(?:[-+#=]|\d+(?=[.)]))/;
/** Pages turn such words into links, pictures and calls to people, whatever stands before them; in code they do not. */
const CALLING = /[@#]\w|:\/\/|\bwww\.|\bGH-\d|:[\w+-]+:/i;

/** Somebody's text in a line of Markdown, as it reads. */
export function escaped(text: string): string {
  const words = squeezed(neutralise(text)).split(" ");
  const line = words.map((word) => (CALLING.test(word) ? code(word) : word.replaceAll(MARKUP, "\\$&"))).join(" ");
  return line.replace(AT_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** A code span that its content cannot end: for names, places and commands. */
export function code(text: string): string {
  const line = squeezed(neutralise(text));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((ticks) => ticks[0].length));
  const fence = "`".repeat(longest + 1);
  const room = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}
