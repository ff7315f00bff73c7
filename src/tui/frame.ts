import { neutralise } from "../text/strings.ts";
import { type Style, fit, wrap, visibleWidth } from "../show/wrap.ts";
import { stepRow } from "../show/step-row.ts";
import { usageLine } from "../show/usage-line.ts";
import type { QueuedMessage } from "../thread/thread.ts";
import type { Editor } from "./editor.ts";
import type { View } from "./view-model.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

interface InputRows {
  readonly rows: readonly string[];
  readonly cursor: Place;
}

const PROMPT = "> ";
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The input line in at most `height` rows, scrolled so that the cursor is visible. */
export function inputRows(editor: Editor, columns: number, height: number): InputRows {
  const { rows, cursor } = layOut(editor, Math.max(1, columns - PROMPT.length - 1));
  const first = Math.max(0, Math.min(cursor.y - height + 1, rows.length - height));
  return {
    rows: rows.slice(first, first + height).map((row, index) => `${first + index === 0 ? PROMPT : "  "}${row}`),
    cursor: { x: cursor.x + PROMPT.length, y: cursor.y - first },
  };
}

/** Breaks a row when it is full, not at spaces, so that the cursor is where the next letter will be. */
function layOut({ text, cursor }: Editor, width: number): { rows: string[]; cursor: Place } {
  const rows = [""];
  let used = 0;
  let place: Place | undefined;
  const next = () => {
    rows.push("");
    used = 0;
  };
  for (const { segment, index } of CHARACTERS.segment(text)) {
    const wide = segment === "\n" ? 0 : Math.min(visibleWidth(segment), 2);
    if (used + wide > width) next();
    if (index >= cursor) place ??= { x: used, y: rows.length - 1 };
    if (segment === "\n") next();
    else {
      rows[rows.length - 1] += segment;
      used += wide;
    }
  }
  if (!place && used >= width) next();
  return { rows, cursor: place ?? { x: used, y: rows.length - 1 } };
}

export interface FrameParts {
  readonly view: View;
  readonly editor: Editor;
  /** Above the input: what the keys do now. */
  readonly hint: string | undefined;
  readonly showThinking: boolean;
  /** True when the unfinished text needs an empty row before it. */
  readonly gap: boolean;
  readonly title: string;
  /** A word for other work than the agent's, if there is any. */
  readonly busyWith: string | undefined;
  readonly seconds: number;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: Place;
}

const MOST_LIVE_ROWS = 10;
const MOST_QUEUE_ROWS = 4;
const MOST_HINT_ROWS = 3;
const MOST_INPUT_ROWS = 8;
const MOST_STATUS_ROWS = 3;
/** With fewer rows than this, only the state is shown, not which models work and watch. */
const ROOMY = 10;

/** Always lower than the terminal, so that it never scrolls, and never erased from the very top. */
export function frame(parts: FrameParts, { columns, rows }: Size, style: Style): Frame {
  const room = Math.max(2, rows - 2);
  const status = statusRows(parts, columns, style).slice(0, rows < ROOMY ? 1 : MOST_STATUS_ROWS);
  const most = Math.max(1, Math.min(MOST_INPUT_ROWS, Math.floor(room / 2)));
  const input = inputRows(parts.editor, columns, most);
  let left = room - status.length - input.rows.length;
  const use = (wanted: string[], limit: number, end: "start" | "end"): string[] => {
    const count = Math.max(0, Math.min(wanted.length, limit, left));
    left -= count;
    return count === 0 ? [] : end === "start" ? wanted.slice(0, count) : wanted.slice(-count);
  };
  const hint = use(hintRows(parts, columns, style, Math.min(MOST_HINT_ROWS, left)), MOST_HINT_ROWS, "start");
  const queue = use(queueRows(parts.view.queue, columns, style), MOST_QUEUE_ROWS, "start");
  const live = use(liveRows(parts, columns, style), MOST_LIVE_ROWS, "end");
  const gap = use([""], 1, "start");
  const above = [...live, ...gap, ...queue, ...hint];
  return {
    rows: [...above, ...input.rows, ...status],
    cursor: { x: input.cursor.x, y: above.length + input.cursor.y },
  };
}

/** The hint. Its last sentence says what the keys do; when there is no room for all, only that one is shown. */
function hintRows({ hint, view, editor }: FrameParts, columns: number, style: Style, most: number): string[] {
  const resting = view.queue.length > 0 && !view.working && editor.text === "";
  const text = hint ?? (resting ? "Enter sends the first of them." : undefined);
  if (text === undefined) return [];
  const all = wrap(neutralise(text), columns);
  const rows = all.length <= most ? all : wrap(neutralise(text.split(". ").at(-1) ?? ""), columns);
  return rows.map(style.dim);
}

function liveRows({ view, gap, showThinking }: FrameParts, columns: number, style: Style): string[] {
  const { unfinished, running } = view;
  if (running) {
    const lastLine = neutralise(running.lastLine).trim();
    const more = view.openCalls > 1 ? [style.dim(fit(`  and ${view.openCalls - 1} more`, columns))] : [];
    const progress = lastLine === "" ? [] : [style.dim(fit(`  ${lastLine}`, columns))];
    return [stepRow(running.step, columns, style), ...progress, ...more];
  }
  if (!unfinished || unfinished.text.trim() === "") return [];
  const rows = wrap(neutralise(unfinished.text), columns);
  if (unfinished.type === "text") return gap ? ["", ...rows] : rows;
  return (showThinking ? rows : rows.slice(-1)).map(style.dim);
}

function queueRows(queue: readonly QueuedMessage[], columns: number, style: Style): string[] {
  const shown = queue.length > MOST_QUEUE_ROWS ? queue.slice(0, MOST_QUEUE_ROWS - 1) : queue;
  const rows = shown.map((queued, index) => fit(`queued ${index + 1}. ${neutralise(queued.text)}`, columns));
  const hidden = queue.length - shown.length;
  return [...rows, ...(hidden > 0 ? [fit(`… ${hidden} more queued: /queue`, columns)] : [])].map(style.dim);
}

function statusRows({ view, title, busyWith, seconds }: FrameParts, columns: number, style: Style): string[] {
  const state = busyWith ?? stateOf(view);
  const time = seconds > 0 ? ` ${seconds} s` : "";
  const usage = usageLine(view.usage);
  const [word, rest] = [fit(state + time, columns), usage === "" ? "" : ` · ${usage}`];
  const room = columns - word.length;
  const isBusy = view.working || busyWith !== undefined;
  return [
    style.bold(word) + style.dim(room > 4 ? fit(rest, room) : ""),
    ...wrap(`${neutralise(title)} · ${isBusy ? "Esc cancels" : "/help"}`, columns).map(style.dim),
  ];
}

export function stateOf(view: View): string {
  if (!view.working) return "waiting";
  const watched = view.assessments > 0 ? ["assessing"] : [];
  if (view.openCalls > 0 && !view.inferring) return [`running ${view.openCalls}`, ...watched].join(", ");
  if (view.inferring) return [view.unfinished?.type === "text" ? "answering" : "thinking", ...watched].join(", ");
  return watched[0] ?? "working";
}
