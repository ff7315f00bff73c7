import type { CheckRun } from "../thread/witnessed.ts";
import { shortened } from "../text/strings.ts";
import { html, htmlCode } from "./escape.ts";
import { type Entry, type Report, outcomesOf } from "./entry.ts";
import { type Level, OUTCOME_WORDS, conclusionOf, worstOf } from "./outcome.ts";

export type ToldCheck = Omit<CheckRun, "tail">;

export interface SummaryParts {
  readonly failOn: Level | undefined;
  /** The project's checks that were run here; what they printed is no part of any page. */
  readonly checks: readonly ToldCheck[];
  /** What else a reader has to know; our own words. */
  readonly notes: readonly string[];
  /** The most bytes that the page may have; what does not fit is said. */
  readonly limit: number;
}

/** The page for people, in Markdown: claim, command, end, after the last edit; then the receipt. Foreign text has no effect. */
export function summaryOf(report: Report, { failOn, checks, notes, limit }: SummaryParts): string {
  const blocks = [
    ...report.entries.map((entry) => [entryBlock(entry), entryBlock(inShort(entry))]),
    ...(report.unread.length === 0 ? [] : [[unreadBlock(report)]]),
    ...(checks.length === 0 ? [] : [[checksBlock(checks)]]),
  ];
  const foot = notes.map((note) => `- ${note}`).join("\n");
  const shown = [headline(report, failOn)];
  let room = limit - sizeOf(shown[0] ?? "") - sizeOf(foot) - ROOM_FOR_MORE;
  for (const [at, forms] of blocks.entries()) {
    const fitting = forms.find((form) => sizeOf(form) + 2 <= room);
    if (fitting === undefined) {
      shown.push(`*${blocks.length - at} more did not fit here; the job's log has them.*`);
      break;
    }
    room -= sizeOf(fitting) + 2;
    shown.push(fitting);
  }
  return `${[...shown, foot].filter((block) => block !== "").join("\n\n")}\n`;
}

const ROOM_FOR_MORE = 200;

function sizeOf(text: string): number {
  return Buffer.byteLength(text);
}

function headline(report: Report, failOn: Level | undefined): string {
  const outcomes = outcomesOf(report);
  return `## Coxswain: ${titleOf(report)}\n\nCheck: **${conclusionOf(outcomes, failOn)}**`;
}

/** What came of all in a line of our own words. */
export function titleOf(report: Report): string {
  const outcomes = outcomesOf(report);
  return outcomes.length === 0 ? "not checked, there was nothing to look at" : OUTCOME_WORDS[worstOf(outcomes)];
}

function entryBlock({ title, file, outcome, words, reason, issues, claims, receipt }: Entry): string {
  const found = issues.map(
    ({ title: what, level, message }) => `<li><b>${html(what)}</b> (${level}): ${code(message)}</li>`,
  );
  return [
    `### ${html(title)}: ${OUTCOME_WORDS[outcome]}`,
    "",
    ...(file === "" ? [] : [`<p>In ${code(file)}</p>`]),
    ...(words === "" ? [] : [`<p>Said: ${code(words)}</p>`]),
    found.length > 0 ? `<ul>${found.join("\n")}</ul>` : `<p>${code(reason)}</p>`,
    ...(claims.length === 0 ? ["<p>No check is claimed.</p>"] : [claimTable(claims)]),
    ...(receipt.length === 0
      ? []
      : ["", "<details><summary>Receipt</summary>", "", receiptBlock(receipt), "", "</details>"]),
  ].join("\n");
}

/** What decides, where not all of it fits. */
function inShort(entry: Entry): Entry {
  return { ...entry, issues: entry.issues.slice(0, 2), claims: entry.claims.slice(0, 3), receipt: [] };
}

function claimTable(claims: Entry["claims"]): string {
  const rows = claims.map(
    ({ claim, command, end, afterLastEdit, tone }) =>
      `<tr><td>${SIGNS[tone]} ${code(claim)}</td><td>${code(command) || "–"}</td><td>${code(end)}</td><td>${code(afterLastEdit) || "–"}</td></tr>`,
  );
  const head = "<tr><th>claim</th><th>command</th><th>end</th><th>after the last edit?</th></tr>";
  return ["<table>", head, ...rows, "</table>"].join("\n");
}

const SIGNS: Readonly<Record<Entry["claims"][number]["tone"], string>> = { good: "✓", bad: "✗", open: "?", plain: "·" };

function receiptBlock(receipt: Entry["receipt"]): string {
  const lines = receipt.map(({ part, tone, text }) => `${part.padEnd(11)}${SIGNS[tone]} ${html(shortened(text, 300))}`);
  return `<pre>\n${lines.join("\n")}\n</pre>`;
}

function unreadBlock({ unread }: Report): string {
  const rows = unread.map(({ file, message }) => `<li>${code(file)}: ${code(message)}</li>`);
  return ["### Not checked", "", "<ul>", ...rows, "</ul>"].join("\n");
}

/** The checks that were run here: the end of what a failed one printed belongs to its proof. */
function checksBlock(checks: readonly ToldCheck[]): string {
  const rows = checks.map(({ kind, command, outcome, exitCode, reason }) => {
    const end = `${outcome}${exitCode === undefined ? "" : `, exit ${exitCode}`}${reason === undefined ? "" : `: ${reason}`}`;
    return `<tr><td>${kind}</td><td>${code(command)}</td><td>${code(end)}</td></tr>`;
  });
  return ["### Run by Coxswain", "", "<table>", ...rows, "</table>"].join("\n");
}

/** A page is no place for long texts, and what is escaped may take six times its length. */
function code(text: string): string {
  return htmlCode(shortened(text, 300));
}
