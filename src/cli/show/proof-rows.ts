import { basename } from "node:path";
import type { CaseStep } from "../../audit/record.ts";
import { wholeLines } from "../../evidence/outcomes/failed-lines.ts";
import { neutralise } from "../../neutralise.ts";
import { beginning } from "../../show/diff-rows.ts";
import type { Style } from "../../show/style.ts";
import { fit, visibleWidth, wrap } from "../../show/wrap.ts";
import { squeezed } from "../../thread/squeezed.ts";
import { toolForm } from "../../thread/tool-kinds.ts";

/** Foreign lines have a bar before them, so that none of them looks like one of ours. */
const BAR = "│ ";

/** A step that proves something, in one sentence: `step 4: npm test → exit 1`. */
export function provingStep({ number, text, outcome }: CaseStep, most = Number.POSITIVE_INFINITY): string {
  const [start, end] = [`step ${number}: `, ` → ${outcome || "no result"}`];
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
  /** What the findings say: output that they quote is shown from there on. */
  readonly messages: readonly string[];
}

/** What an edit changed, or the end of what came back; nothing of an edit that only says that it went well. */
export function shownRows(step: CaseStep, showing: Showing): string[] {
  const inside = { ...showing, width: showing.width - BAR.length };
  const rows = step.ok && step.diff !== undefined ? diffRows(step.diff, inside) : outputRows(step, inside);
  return rows.map((row) => showing.style.dim(BAR) + row.trimEnd());
}

/** True when what the step printed or changed says more than its outcome. */
export function isTelling({ text, ok, outcome, diff }: CaseStep): boolean {
  return !ok || outcome !== "ok" || diff !== undefined || isRun(text);
}

function diffRows(diff: string, { most, width, style }: Showing): string[] {
  const all = neutralise(diff).split("\n");
  // When there is no room for everything, the unchanged lines go first.
  const lines = all.length <= most ? all : all.filter((line) => /^[-+…]/.test(line));
  const rows = lines.flatMap((line) => {
    const paint = line.startsWith("+") ? style.green : line.startsWith("-") ? style.red : style.dim;
    const [mark, text] = [line.slice(0, 2), line.slice(2)];
    return wrap(text, width - 2).map((row, index) => paint(`${index === 0 ? mark : "  "}${row}`.trimEnd()));
  });
  return [...beginning(rows, most)];
}

function outputRows(step: CaseStep, { most, width, messages }: Showing): string[] {
  const { output, edits, ok, outcome } = step;
  if (output === undefined || (edits && ok)) return [];
  const lines = neutralise(output)
    .split("\n")
    .filter((line) => line.trim() !== "" && line.trim() !== outcome.replace("exit", "Exit code"));
  const start = tellingFrom(lines, step, messages, most);
  const rows = lines.slice(Math.max(start, 0)).flatMap((line) => wrap(line, width));
  if (start === -1 || rows.length <= most) return rows.slice(-most);
  return most < ROOM_FOR_BOTH
    ? rows.slice(0, most)
    : [...rows.slice(0, most - END_ROWS - 1), "…", ...rows.slice(-END_ROWS)];
}

/** With this much room, the line that tells most stands there with the end of the output, which sums up. */
const ROOM_FOR_BOTH = 6;
const END_ROWS = 2;

/** The line that a finding quotes, or that names what failed when the last lines do not or have room beside it; -1 when they tell it best. */
function tellingFrom(
  lines: readonly string[],
  { outcome }: CaseStep,
  messages: readonly string[],
  most: number,
): number {
  const quotes = quotesIn(messages);
  const quoted = lines.findIndex((line) => quotes.some((words) => squeezed(line).includes(words)));
  if (quoted !== -1 || outcome === "ok") return quoted;
  const naming = new Set(wholeLines(lines.join("\n")).filter((line) => line.trim().length > LONGEST_MARK));
  const endNames = most < ROOM_FOR_BOTH && lines.slice(-most).some((line) => naming.has(line));
  return endNames ? -1 : lines.findIndex((line) => naming.has(line));
}

/** A mark alone, such as `FAIL`, names nothing. */
const LONGEST_MARK = 8;

/** Shorter ones stand in many lines. */
const SHORTEST_QUOTE = 8;

function quotesIn(messages: readonly string[]): string[] {
  return messages.flatMap((message) =>
    [...message.matchAll(/"([^"]+)"/g)]
      .map(([, words = ""]) => words.replace(/…$/, "").trim())
      .filter((words) => words.length >= SHORTEST_QUOTE),
  );
}

/** Without the tool's name before a command: the command says by itself that it was run. */
function withoutShell(text: string): string {
  return isRun(text) ? text.slice(text.indexOf(" ") + 1) : text;
}

/** True when the step's tool runs commands. */
function isRun(text: string): boolean {
  const [tool = "", ...rest] = text.split(" ");
  return rest.length > 0 && toolForm(tool) === "execute";
}
