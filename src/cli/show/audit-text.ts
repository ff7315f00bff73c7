import { countOf, dollars, grouped } from "../../amounts.ts";
import { isOpinion, proofOf, whereOf, wordsOf } from "../../audit/case-lines.ts";
import type { AuditSummary, NamedTally, Spending } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../neutralise.ts";
import { type Style, styleFor } from "../../show/style.ts";
import { tokens } from "../../show/usage-line.ts";
import { unbroken, wrap, wrapAtSpaces, wrapFacts } from "../../show/wrap.ts";
import { squeezed } from "../../thread/squeezed.ts";
import type { Io } from "../command.ts";
import { percent, stepNumbers } from "./amounts.ts";
import { type AuditReport, disputed, leadsLine, markOf, type ShownCase, tallyTable, whoSays } from "./audit-report.ts";
import { findingTable } from "./finding-words.ts";
import { table } from "./table.ts";

const WIDEST = 110;
const LABEL = 9;
const INDENT = "    ";
const MOST_ROWS = 8;
const WEEKS = 12;

/** The audit for a terminal: what was read, how often “done” was false, and the worst cases with their proof. */
export function auditText(report: AuditReport, io: Io): string {
  const style = styleFor(io.color);
  const columns = Math.min(io.columns, WIDEST);
  const { summary } = report;
  const parts = [
    headline(report, columns, style),
    ...(summary.corrected === 0
      ? []
      : [breakdowns(report, columns, style), wrap(spending(report), columns).join("\n")]),
    ...(report.worst.length === 0 ? [] : [worst(report, columns, style)]),
    notes(report, columns, style),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A hint for a person who sees this for the first time; empty when there is nothing to add. */
export function nextSteps({ turns, corrected }: AuditSummary, { columns }: Io): string {
  const found =
    "cox audit --html FILE shows them in a browser; with cox install, an agent that stops like this is corrected on the spot.";
  const none = "cox demo shows a false “done” being caught.";
  const next = turns === 0 ? none : corrected > 0 ? found : undefined;
  return next === undefined ? "" : `\n${wrapAtSpaces(next, Math.min(columns, WIDEST)).join("\n")}\n`;
}

function headline(report: AuditReport, columns: number, style: Style): string {
  const { summary, scope, heads } = report;
  const { sessions, turns, looked } = summary;
  const lines = (text: string) => wrapAtSpaces(text, columns).join("\n");
  const aside = heads.map((head) => lines(neutralise(head)));
  if (turns === 0) return aside.join("\n");
  const read = lines(
    `${countOf(sessions, "session")}${scope}: ${countOf(turns, "turn")}, ${grouped(looked)} of them worth a look.`,
  );
  const lead = leadsLine(report);
  const leads = lead === "" ? [] : [lines(`~ ${lead}`).replace("~", style.yellow)];
  return [read, ...found(report, lines, style), ...leads, ...aside].join("\n");
}

function found(report: AuditReport, lines: (text: string) => string, style: Style): string[] {
  const { summary } = report;
  const { looked, corrected } = summary;
  if (looked === 0) return [lines(NOT_LOOKED)];
  if (corrected === 0) {
    const none = lines("✓ In none of them does the record speak against what the agent said.");
    return [none.replace("✓", style.green)];
  }
  const mark = `✗ ${countOf(corrected, "turn")}`;
  const share = `${percent(corrected, looked)} of those looked at`;
  const facts = [share, disputed(report)].filter(Boolean).join("; ");
  const text = `${mark} ended with “done” and ${whoSays(summary)} says otherwise: ${facts}.`;
  return [lines(text).replace(mark, style.orange)];
}

const NOT_LOOKED =
  "Turns with few calls or without an edit, questions and turns that were broken off are not held against their record: gate in cox config.";

function breakdowns({ summary }: AuditReport, columns: number, style: Style): string {
  const section = (tallies: readonly NamedTally[], title: string, most: [from?: number, to?: number] = []): string => {
    const { heads, rows } = tallyTable(tallies, summary);
    const shown = rows.slice(...most);
    const cells = [["", ...heads], ...shown.map((row) => [neutralise(row.name), ...row.cells])];
    const part = shown.length < rows.length ? ` (${shown.length} of ${rows.length}; --json has all)` : "";
    const body = table(cells, { right: heads.map((_, index) => index + 1), wrapped: [0], columns }).trimEnd();
    return `${style.bold(title)}${style.dim(part)}\n${body}`;
  };
  const byFinding = summary.byFinding.map(({ name, corrected }) => ({ id: name, counts: [corrected] }));
  const findings = `${style.bold("By finding")}\n${findingTable(["false"], byFinding, { columns, style })}`;
  return [
    ...(summary.byFinding.length === 0 ? [] : [findings]),
    section(
      summary.byAgent.map((tally) => ({ ...tally, name: hostNamed(tally.name)?.title ?? tally.name })),
      "By agent",
    ),
    section(summary.byModel, "By model", [0, MOST_ROWS]),
    section(summary.byWeek, "By week", [-WEEKS]),
  ].join("\n\n");
}

function spending({ summary }: AuditReport): string {
  const [all, onFalse] = [amount(summary.spent), amount(summary.spentOnFalse)];
  if (all === "" || onFalse === "") return all === "" ? "" : `The agents used ${all}.`;
  return `The agents used ${all}; ${onFalse} of it in turns that the record speaks against.`;
}

function amount({ inputTokens, outputTokens, cost, unpriced }: Spending): string {
  const count = inputTokens + outputTokens;
  if (count === 0) return "";
  const price = cost > 0 ? ` (${dollars(cost)}${unpriced.length > 0 ? " and more without a known price" : ""})` : "";
  return `${tokens(count)} tokens${price}`;
}

function worst({ worst: cases, summary, kept }: AuditReport, columns: number, style: Style): string {
  const isPart = cases.length < summary.corrected;
  const title = style.bold(isPart ? `The worst ${cases.length}` : titleOfAll(summary));
  const rest = isPart ? style.dim(" (--html FILE and --json give all of them)") : "";
  const shown = cases.map((found, index) =>
    [...headRows(found, index + 1, columns, style), ...factRows(found, kept, columns, style)].join("\n"),
  );
  return [`${title}${rest}`, ...shown].join("\n\n");
}

function titleOfAll({ corrected, opinions }: AuditSummary): string {
  // What only the observer says is not called false.
  if (opinions > 0) return countOf(corrected, "turn");
  return corrected === 1 ? "The false “done”" : `The ${grouped(corrected)} false “done”s`;
}

function headRows(found: ShownCase, number: number, columns: number, style: Style): string[] {
  const facts = [
    `${found.id} ${found.at?.slice(0, 10) ?? ""}`.trimEnd(),
    hostNamed(found.host)?.title ?? found.host,
    found.model,
    found.cwd,
    `turn ${found.turn}`,
  ].filter((fact) => fact !== undefined);
  const [first = "", ...more] = wrapFacts(facts.map(neutralise), columns - INDENT.length);
  return [
    `${String(number).padStart(2)}. ${style.orange(found.id)}${style.dim(first.slice(found.id.length))}`,
    ...more.map((line) => INDENT + style.dim(line)),
  ];
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
          ["", wrapped(detail)],
        ])),
    ["look", unbroken(neutralise(whereOf(found)))],
    ["marked", wrapped(markOf(found))],
    ...(kept ? [["why", [`cox why ${found.id}`]] satisfies Row] : []),
  ];
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
