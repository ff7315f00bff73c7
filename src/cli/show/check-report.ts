import { countOf, seconds } from "../../text/amounts.ts";
import { neutralise } from "../../text/strings.ts";
import type { Gate } from "../../observer/gate.ts";
import { type Style, styleFor, wrap } from "../../show/wrap.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { Baseline } from "../../verifier/checks/baseline.ts";
import type { ProjectCheck } from "../../verifier/checks/project-files.ts";
import { isFailure } from "../../verifier/checks/run-check.ts";
import type { Io } from "../command.ts";
import { table } from "./table.ts";

export type CheckVerdict = "passed" | "failed" | "unchecked";

export function verdictOf(run: CheckRun): CheckVerdict {
  if (isFailure(run)) return "failed";
  return run.ended === "done" && run.outcome === "passed" ? "passed" : "unchecked";
}

const MARKS: Record<CheckVerdict, (style: Style) => string> = {
  passed: (style) => style.green("✓"),
  failed: (style) => style.red("✗"),
  unchecked: (style) => style.yellow("?"),
};

interface Shown {
  readonly run: CheckRun;
  readonly baseline?: Baseline | undefined;
}

export function checkReport(results: readonly Shown[], io: Io): string {
  const style = styleFor(io.color);
  const rows = results.map(({ run, baseline }) => {
    const verdict = [verdictOf(run), ...(baseline ? [baseline.word] : [])].join(", ");
    return [run.kind, placed(run), verdict, seconds(run.durationMs), noteOf(run)];
  });
  const lines = table(rows, { right: [3], whole: [2], columns: widthFor(io) })
    .trimEnd()
    .split("\n");
  const marked = lines.map((line, index) => {
    const run = results[index]?.run;
    return run ? `${MARKS[verdictOf(run)](style)} ${line}` : line;
  });
  const told = results.flatMap(({ run, baseline }, index) => {
    // What is missing stands at the end of the reason, which a narrow table cuts off.
    const reason = run.reason === undefined || lines[index]?.endsWith(run.reason) ? [] : [run.reason];
    const whole = [...(baseline ? [`${baseline.word}: ${baseline.why}`] : []), ...reason];
    const printed = verdictOf(run) === "failed" ? neutralise(run.tail).split("\n").slice(-SHOWN_LINES) : [];
    if (whole.length + printed.length === 0) return [];
    const wrapped = whole.flatMap((words) => wrap(neutralise(words), io.columns - 2));
    return ["", style.bold(run.command), ...[...wrapped, ...printed].map((line) => `  ${line}`)];
  });
  return `${[...marked, ...told].join("\n")}\n`;
}

/** Whoever reads it in a log cannot make the window wider. */
function widthFor({ isTerminal, columns }: Io): number {
  return isTerminal ? Math.max(40, columns - 2) : Number.POSITIVE_INFINITY;
}

const SHOWN_LINES = 15;

function placed({ command, cwd }: CheckRun): string {
  return cwd === undefined ? command : `${command} (in ${cwd})`;
}

function noteOf({ counts, reason }: CheckRun): string {
  const counted = Object.entries(counts).map(([name, count]) => `${String(count)} ${name}`);
  return [...counted, ...(reason === undefined ? [] : [reason])].join(", ");
}

/** What was not looked at of the files that a person named. */
export interface LeftOut {
  /** Turns before those that were judged. */
  readonly earlier: number;
  /** Turns about which no model was asked only because little was done in them. */
  readonly small: number;
}

/** How to have judged what was left out; empty when that is nothing. */
export function checkHints({ earlier, small }: LeftOut, io: Pick<Io, "color" | "columns">): string {
  const hints = [
    ...(small > 0
      ? [`${countOf(small, "turn")} with too little work to ask a model about: --small-turns asks it anyway.`]
      : []),
    ...(earlier > 0 ? [`${countOf(earlier, "earlier turn")}: --turn all judges every turn.`] : []),
  ];
  if (hints.length === 0) return "";
  const { dim } = styleFor(io.color);
  return `${hints.flatMap((hint) => wrap(hint, Math.max(40, io.columns)).map(dim)).join("\n")}\n\n`;
}

const COUNTS: ReadonlySet<string> = new Set(["tool-calls", "edits"]);

/** True when a model would be asked if more had been done in the turn. */
export function isOnlySmall({ open, reasons }: Gate): boolean {
  return !open && reasons.every(({ name, passed }) => passed || COUNTS.has(name));
}

interface CheckProgress {
  start(check: ProjectCheck): void;
  readonly output: (chunk: Buffer) => void;
  end(): void;
}

const CLEAR = "\r\u001b[K";

export function checkProgress(io: Pick<Io, "err" | "errScreen">, silent: boolean): CheckProgress {
  const { color, columns, isTerminal } = io.errScreen;
  const style = styleFor(color);
  const live = isTerminal && !silent;
  let title = "";
  return {
    start({ kind, line, directory }) {
      title = `${kind}: ${line}${directory === "" ? "" : ` in ${directory}`}`;
      if (!silent) io.err(live ? style.dim(title) : `${title}\n`);
    },
    output(chunk) {
      if (!live) return;
      const last = neutralise(chunk.toString("utf8")).trim().split("\n").at(-1)?.trim() ?? "";
      if (last !== "") io.err(`${CLEAR}${style.dim(`${title} · ${last}`.slice(0, Math.max(1, columns - 1)))}`);
    },
    end() {
      if (live) io.err(CLEAR);
    },
  };
}
