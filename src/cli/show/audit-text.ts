import { grouped } from "../../text/amounts.ts";
import { type NamedTally, proven } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise, squeezed } from "../../text/strings.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../session/case-lines.ts";
import { explained } from "../../show/stop-line.ts";
import { type Style, styleFor, unbroken, wrap, wrapAtSpaces, wrapFacts } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import {
  claimsLine,
  columnsLine,
  factRows as turnFacts,
  leadsLine,
  leadsTitle,
  spendingText,
} from "./audit-account.ts";
import {
  type AuditReport,
  type Outcome,
  type ShownCase,
  caseFacts,
  casesTitle,
  markOf,
  outcomeLines,
  readLine,
  tallyTable,
} from "./audit-report.ts";
import { findingTable, stepNumbers } from "./finding-words.ts";
import { table } from "./table.ts";

const WIDEST = 110;
const LABEL = 9;
const INDENT = "    ";
const MOST_ROWS = 8;
const WEEKS = 12;

export function auditText(report: AuditReport, io: Io): string {
  const style = styleFor(io.color);
  const columns = Math.min(io.columns, WIDEST);
  const { summary } = report;
  const parts = [
    headline(report, columns, style),
    ...(summary.looked === 0
      ? []
      : [breakdowns(report, columns, style), wrapAtSpaces(spendingText(summary), columns).join("\n")]),
    ...(report.worst.length === 0 ? [] : [cases(report, columns, style)]),
    ...(report.leads.length === 0 ? [] : [leads(report, columns, style)]),
    notes(report, columns, style),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** What to do with it, for a person at a terminal. */
export function nextSteps({ summary, leads, worst, kept }: AuditReport, offer: string, { columns, color }: Io): string {
  const width = Math.min(columns, WIDEST);
  if (summary.turns === 0)
    return `\n${wrapAtSpaces("cox demo shows a false “done” being caught.", width).join("\n")}\n`;
  const [surest] = worst;
  const look = surest && kept ? `cox why ${surest.id}` : leads[0]?.command;
  const steps: [string, string][] = [
    ...(look === undefined
      ? []
      : [["look", `${neutralise(look)}: the first of those above, step by step`] satisfies [string, string]]),
    ["browse", "cox audit --html audit.html: all of it in a browser, to filter"],
    ...(offer === "" ? [] : [["ask", offer] satisfies [string, string]]),
    ["live", "cox install --dry-run: what would change so that an agent that stops like this is corrected on the spot"],
  ];
  return `\n${[styleFor(color).bold("Next"), ...explained(steps, width)].join("\n")}\n`;
}

function headline(report: AuditReport, columns: number, style: Style): string {
  const lines = (text: string) => wrapAtSpaces(text, columns).join("\n");
  const aside = report.heads.map((head) => lines(neutralise(head)));
  const { summary } = report;
  if (summary.turns === 0) return aside.join("\n");
  const lead = leadsLine(summary);
  const leads = lead === "" ? [] : [lines(`~ ${lead}.`).replace("~", style.yellow)];
  const claims = [claimsLine(summary)].filter(Boolean).map(lines);
  const outcomes = outcomeLines(report).map((found) => outcome(found, lines, style));
  // Where nothing is proven against anybody, what is proven well comes first.
  const told = proven(summary) > 0 ? [...outcomes, ...claims] : [...claims, ...outcomes];
  const facts = turnFacts(summary).map(([count, share, words]) => [`  ${count}`, share, words]);
  const body = table(facts, { right: [0, 1], wrapped: [2], columns }).trimEnd();
  const turns =
    body === ""
      ? []
      : [`Of ${summary.looked === 1 ? "the turn" : `the ${grouped(summary.looked)} turns`} looked at:`, body];
  return [lines(readLine(report)), ...told, ...leads, ...turns, ...aside].join("\n");
}

function outcome(found: Outcome, lines: (text: string) => string, style: Style): string {
  if (found.kind !== "false") return lines(found.text);
  const mark = `✗ ${found.count}`;
  return lines(`${mark} ${found.text}`).replace(mark, style.orange);
}

function breakdowns({ summary }: AuditReport, columns: number, style: Style): string {
  const section = (tallies: readonly NamedTally[], title: string, most: [from?: number, to?: number] = []): string => {
    const { heads, rows } = tallyTable(tallies, summary);
    const shown = rows.slice(...most);
    const cells = [["", ...heads], ...shown.map((row) => [neutralise(row.name), ...row.cells])];
    const part = shown.length < rows.length ? ` (${shown.length} of ${rows.length}; --json has all)` : "";
    const body = table(cells, { right: heads.map((_, index) => index + 1), wrapped: [0], columns }).trimEnd();
    return `${style.bold(title)}${style.dim(part)}\n${body}`;
  };
  const byAgent = summary.byAgent.map((tally) => ({ ...tally, name: hostNamed(tally.name)?.title ?? tally.name }));
  const byFinding = summary.byFinding.map(({ name, corrected }) => ({ id: name, counts: [corrected] }));
  const findings = `${style.bold("By finding")}\n${findingTable(["found"], byFinding, { columns, style })}`;
  return [
    ...(summary.byFinding.length === 0 ? [] : [findings]),
    // Before the tables: a head that is explained under five of them is guessed at.
    wrapAtSpaces(columnsLine(summary), columns).map(style.dim).join("\n"),
    section(byAgent, "By agent"),
    section(summary.byModel, "By model", [0, MOST_ROWS]),
    section(summary.byProject, "By repository", [0, MOST_ROWS]),
    section(summary.byWeek, "By week", [-WEEKS]),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function cases(report: AuditReport, columns: number, style: Style): string {
  const { title, aside } = casesTitle(report);
  const shown = report.worst.map((found, index) =>
    [...headRows(found, index + 1, columns, style), ...factRows(found, report.kept, columns, style)].join("\n"),
  );
  return [style.bold(title) + (aside === "" ? "" : style.dim(` (${aside})`)), ...shown].join("\n\n");
}

function headRows(found: ShownCase, number: number, columns: number, style: Style): string[] {
  const facts = [found.id, ...caseFacts(found)];
  const [first = "", ...more] = wrapFacts(facts.map(neutralise), columns - INDENT.length);
  return [
    `${String(number).padStart(2)}. ${style.orange(found.id)}${style.dim(first.slice(found.id.length))}`,
    ...more.map((line) => INDENT + style.dim(line)),
  ];
}

function leads(report: AuditReport, columns: number, style: Style): string {
  const { title, aside } = leadsTitle(report.summary, report.leads.length);
  const shown = report.leads.map((lead, index) => {
    const [first = "", ...more] = wrapFacts([lead.worth, ...lead.facts].map(neutralise), columns - INDENT.length);
    const head = `${String(index + 1).padStart(2)}. ${style.yellow(lead.worth)}${style.dim(first.slice(lead.worth.length))}`;
    const wrapped = (text: string) => wrap(squeezed(neutralise(text)), columns - LABEL - INDENT.length);
    const rows: Row[] = [
      ["asked", wrapped(lead.asked)],
      ["because", wrapped(lead.because)],
      ["perhaps", wrapped(lead.perhaps)],
      ["observer", wrapped(lead.observer)],
      ["look", unbroken(neutralise(lead.command))],
    ];
    return [head, ...more.map((line) => INDENT + style.dim(line)), ...labelled(rows, style)].join("\n");
  });
  return [style.bold(title) + style.dim(` (${aside})`), ...shown].join("\n\n");
}

type Row = [label: string, lines: string[]];

function factRows(found: ShownCase, kept: boolean, columns: number, style: Style): string[] {
  const wrapped = (text: string) => wrap(squeezed(neutralise(text)), columns - LABEL - INDENT.length);
  const row = (label: string, text: string, name: readonly string[], steps: readonly number[]): Row => {
    const about = [...name, ...(steps.length > 0 ? [stepNumbers(steps)] : [])].join(", ");
    return [label, wrapped(about === "" ? text : `${text} (${about})`)];
  };
  const words = wordsOf(found);
  const rows: Row[] = [
    [words.how, wrapped(words.text)],
    ...(isOpinion(found)
      ? [row("observer", found.verdict.message ?? "", [], found.verdict.steps)]
      : proofOf(found).flatMap(({ id, message, steps, detail = "" }): Row[] => [
          row("proof", message, [id], steps),
          ["", wrapped(detail === words.text ? "" : detail)],
        ])),
    ["look", unbroken(neutralise(whereOf(found)))],
    ["marked", wrapped(markOf(found))],
    ...(kept ? [["why", [`cox why ${found.id}`]] satisfies Row] : []),
  ];
  return labelled(rows, style);
}

function labelled(rows: readonly Row[], style: Style): string[] {
  return rows.flatMap(([label, lines]) =>
    lines
      .filter(Boolean)
      .map((line, index) => `${INDENT}${style.dim((index === 0 ? label : "").padEnd(LABEL))}${line}`),
  );
}

function notes({ notes: lines }: AuditReport, columns: number, style: Style): string {
  return lines
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? "";
      return wrapAtSpaces(neutralise(line.trimStart()), columns - indent.length).map((row) => indent + row);
    })
    .map(style.dim)
    .join("\n");
}
