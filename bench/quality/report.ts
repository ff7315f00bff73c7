import type { Finding } from "../../src/verdict.ts";
import type { Decision } from "./decision.ts";
import { type Judged, score, type Score, slices } from "./score.ts";

/** Prints the table, and every miss and false alarm with its message. */
export function printReport(judged: readonly Judged[]): void {
  console.table(Object.fromEntries(slices(judged).map(([name, result]) => [name, cells(result)])));
  printFindings(judged);
  const all = score(judged);
  list(
    `misses (${all.shouldCorrect - all.found})`,
    judged.filter(({ label, decision }) => label.verdict === "correct" && decision.verdict !== "correct"),
  );
  list(
    `false alarms (${all.falseCorrections})`,
    judged.filter(({ label, decision }) => label.verdict !== "correct" && decision.verdict === "correct"),
  );
  list(
    `leads on clean turns (${all.leadsOnClean})`,
    judged.filter(
      ({ label, decision }) =>
        label.verdict !== "correct" && decision.verdict !== "correct" && decision.findings.length > 0,
    ),
  );
  list(
    "corrected",
    judged.filter(({ label, decision }) => label.verdict === "correct" && decision.verdict === "correct"),
  );
}

function cells(result: Score): Record<string, string | number> {
  const clean = result.turns - result.shouldCorrect;
  return {
    turns: result.turns,
    correct: result.shouldCorrect,
    precision: ratio(result.found, result.corrected),
    recall: ratio(result.found, result.shouldCorrect),
    "false corrections": ratio(result.falseCorrections, clean),
    "with a finding": ratio(result.pointedAt, result.shouldCorrect),
    "leads on clean": ratio(result.leadsOnClean, clean),
  };
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part}/${whole} (${Math.round((100 * part) / whole)}%)`;
}

/** For each finding: how often it spoke rightly and wrongly, and how often it was only a lead. */
function printFindings(judged: readonly Judged[]): void {
  const rows = new Map<string, { right: number; wrong: number; "lead, right": number; "lead, clean": number }>();
  for (const { label, decision } of judged) {
    for (const finding of decision.findings) {
      const row = rows.get(finding.id) ?? { right: 0, wrong: 0, "lead, right": 0, "lead, clean": 0 };
      const needed = label.verdict === "correct";
      if (decision.verdict === "correct") row[needed ? "right" : "wrong"] += 1;
      else row[needed ? "lead, right" : "lead, clean"] += 1;
      rows.set(finding.id, row);
    }
  }
  if (rows.size > 0) console.table(Object.fromEntries(rows));
}

function list(title: string, judged: readonly Judged[]): void {
  console.log(`\n${title}`);
  for (const { label, decision } of judged) {
    const wanted = label.category === null ? label.verdict : `${label.verdict}, ${label.category}`;
    console.log(`  ${label.id} (${wanted}, ${label.confidence})${quiet(decision)}`);
    if (label.message) console.log(`      wanted: ${label.message}`);
    for (const finding of decision.findings.slice(0, 4)) console.log(`      ${line(finding)}`);
  }
}

/** For turns without labels: prints everything that was said or noted, for a person to read. */
export function printEarlier(decisions: readonly Decision[]): void {
  const spoke = decisions.filter((decision) => decision.verdict === "correct");
  const leads = decisions.filter((decision) => decision.verdict !== "correct" && decision.findings.length > 0);
  console.log(
    `\nearlier turns without labels: ${decisions.length}, corrections ${spoke.length}, with leads ${leads.length}`,
  );
  for (const decision of [...spoke, ...leads]) {
    console.log(`  ${decision.id}: ${decision.verdict}${quiet(decision)}`);
    for (const finding of decision.findings.slice(0, 4)) console.log(`      ${line(finding)}`);
  }
}

function quiet({ standDown }: Decision): string {
  return standDown === undefined ? "" : ` [stand-down: ${standDown}]`;
}

function line(finding: Finding): string {
  return `${finding.confidence.toFixed(2)} ${finding.id} [${finding.steps.join(", ")}] ${finding.message}`;
}
