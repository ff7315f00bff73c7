import { basename } from "node:path";
import { countOf } from "../../text/amounts.ts";
import type { CaseStep } from "../../session/record.ts";
import { tellingLines } from "../../session/telling-lines.ts";
import { tellingOutput } from "../../session/telling-output.ts";
import { neutralise } from "../../text/strings.ts";
import { type Style, fit, visibleWidth, wrap } from "../../show/wrap.ts";
import { toolForm } from "../../thread/tool-input.ts";

/** Foreign lines have a bar before them, so that none of them looks like one of ours. */
const BAR = "│ ";

export function provingStep({ number, role, text, outcome }: CaseStep, most = Number.POSITIVE_INFINITY): string {
  const [start, end] = [`step ${number}${role === undefined ? "" : `, ${role}`}: `, ` → ${outcome || "no result"}`];
  return `${start}${fit(withoutShell(neutralise(text)), most - start.length - end.length)}${end}`;
}

/** The same in about two rows, and then the place: the path is never broken, and only its name when it is too wide. */
export function placedStep(step: CaseStep, path: string, width: number): string[] {
  const rows = wrap(provingStep(step, 2 * width), width);
  if (step.line === undefined) return rows;
  const last = rows.at(-1) ?? "";
  const placed = (name: string) => `(${neutralise(name)}:${step.line})`;
  const behind = visibleWidth(placed(path)) <= width ? placed(path) : placed(basename(path));
  return visibleWidth(last) + 1 + visibleWidth(behind) <= width
    ? [...rows.slice(0, -1), `${last} ${behind}`]
    : [...rows, behind];
}

/** How much room there is for what a step shows, and what it is shown for. */
export interface Showing {
  readonly most: number;
  readonly width: number;
  readonly style: Style;
  /** What the findings say: output that they quote is shown from there on, and changed lines that they quote first. */
  readonly messages: readonly string[];
}

/** What an edit changed, or the end of what came back; nothing of an edit that only says that it went well. */
export function shownRows(step: CaseStep, showing: Showing): string[] {
  const inside = { ...showing, width: showing.width - BAR.length };
  const rowsOf = (line: string) => wrap(line, inside.width);
  const rows =
    step.ok && step.diff !== undefined ? diffRows(step.diff, inside) : tellingOutput(step, { ...inside, rowsOf });
  return rows.map((row) => showing.style.dim(BAR) + row.trimEnd());
}

/** True when what the step printed or changed says more than its outcome. */
export function isTelling({ text, ok, outcome, diff }: CaseStep): boolean {
  return !ok || outcome !== "ok" || diff !== undefined || isRun(text);
}

function diffRows(diff: string, { most, width, style, messages }: Showing): string[] {
  const all = neutralise(diff).split("\n");
  const rowsOf = (line: string): string[] => {
    const paint = line.startsWith("+") ? style.green : line.startsWith("-") ? style.red : style.dim;
    const [mark, text] = [line.slice(0, 2), line.slice(2)];
    return wrap(text, width - 2).map((row, index) => paint(`${index === 0 ? mark : "  "}${row}`.trimEnd()));
  };
  const changed = all.filter((line) => /^[-+…]\s*\S/.test(line));
  const lines = all.length <= most || changed.length === 0 ? all : changed;
  const rows = lines.flatMap(rowsOf);
  // A row "1 more line" would take as much space as that line.
  if (rows.length <= most + 1) return rows;
  const kept = tellingLines(lines, messages)
    .slice(0, most)
    .toSorted((left, right) => left - right)
    .map((place) => lines[place] ?? "");
  const indent = Math.min(...kept.map((line) => line.slice(2).search(/\S|$/)));
  const left = lines.length - kept.length;
  return [
    ...kept.flatMap((line) => rowsOf(fit(line.slice(0, 2) + line.slice(2 + indent), LINE_ROWS * (width - 2)))),
    ...(left > 0 ? [`  … ${countOf(left, "more line")}`] : []),
  ];
}

/** The most rows of one line of a diff that is shown in part. */
const LINE_ROWS = 2;

/** Without the tool's name before a command: the command says by itself that it was run. */
function withoutShell(text: string): string {
  return isRun(text) ? text.slice(text.indexOf(" ") + 1) : text;
}

function isRun(text: string): boolean {
  const [tool = "", ...rest] = text.split(" ");
  return rest.length > 0 && toolForm(tool) === "execute";
}
