import { countOf, seconds } from "../../amounts.ts";
import { neutralise } from "../../neutralise.ts";
import type { Gate } from "../../observer/gate.ts";
import { type Style, styleFor, wrap } from "../../show/wrap.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { ProjectCheck } from "../../verifier/checks/project-files.ts";
import type { Io } from "../command.ts";
import { table } from "./table.ts";

export type CheckVerdict = "passed" | "failed" | "unchecked";

/** The verdict on a run: it passed or failed only if it ended and its result is clear. */
export function verdictOf({ ended, outcome }: CheckRun): CheckVerdict {
  return ended === "done" && (outcome === "passed" || outcome === "failed") ? outcome : "unchecked";
}

const MARKS: Record<CheckVerdict, (style: Style) => string> = {
  passed: (style) => style.green("✓"),
  failed: (style) => style.red("✗"),
  unchecked: (style) => style.yellow("?"),
};

/** A table of what was run, followed by the end of what each failure printed. */
export function checkReport(results: readonly { readonly run: CheckRun }[], io: Io): string {
  const style = styleFor(io.color);
  const rows = results.map(({ run }) => [run.kind, placed(run), verdictOf(run), seconds(run.durationMs), noteOf(run)]);
  const lines = table(rows, { right: [3], columns: Math.max(40, io.columns - 2) })
    .trimEnd()
    .split("\n");
  const marked = lines.map((line, index) => {
    const run = results[index]?.run;
    return run ? `${MARKS[verdictOf(run)](style)} ${line}` : line;
  });
  const failures = results.flatMap(({ run }, index) => {
    if (verdictOf(run) === "failed") return [failureOf(run, style)];
    // What is missing stands at the end of the reason, which a narrow table cuts off.
    return run.reason === undefined || lines[index]?.endsWith(run.reason) ? [] : [reasonOf(run, io.columns, style)];
  });
  return `${[...marked, ...failures].join("\n")}\n`;
}

function placed({ command, cwd }: CheckRun): string {
  return cwd === undefined ? command : `${command} (in ${cwd})`;
}

function noteOf(run: CheckRun): string {
  const counts = Object.entries(run.counts).map(([name, count]) => `${String(count)} ${name}`);
  const older =
    run.before === "failed"
      ? ["older: it failed before too"]
      : run.before === "passed"
        ? ["new: it passed before"]
        : [];
  return [...counts, ...older, ...(run.reason === undefined ? [] : [run.reason])].join(", ");
}

const SHOWN_LINES = 15;

function failureOf({ command, tail }: CheckRun, style: Style): string {
  const lines = neutralise(tail).split("\n").slice(-SHOWN_LINES);
  return ["", style.bold(command), ...lines.map((line) => `  ${line}`)].join("\n");
}

function reasonOf({ command, reason = "" }: CheckRun, columns: number, style: Style): string {
  return ["", style.bold(command), ...wrap(neutralise(reason), columns - 2).map((line) => `  ${line}`)].join("\n");
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
