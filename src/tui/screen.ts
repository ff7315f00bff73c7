import type { Style } from "../show/wrap.ts";
import { type Editor, EMPTY_EDITOR } from "./editor.ts";
import { entryRows, type Look, needsGap } from "./entry-rows.ts";
import { add, type View, type Entry } from "./view-model.ts";

export interface Printed {
  readonly key: number;
  readonly text: string;
}

/** Finished entries on their way to the terminal's own scrollback. */
interface Scrollback {
  push(entries: readonly Entry[], look: Look): void;
  /** The next piece, small enough that keys are handled between two of them. */
  take(): Printed | undefined;
  readonly waiting: boolean;
  needsGapBefore(entry: Entry): boolean;
}

const MOST_ROWS = 250;

export function createScrollback(): Scrollback {
  const waiting: string[] = [];
  let position = 0;
  let last: Entry | undefined;
  let lastRow = "";
  let key = 0;

  function pushEntry(entry: Entry, look: Look): void {
    const rows = entryRows(entry, look);
    if (rows.length === 0) return;
    if (needsGap(entry, last) && lastRow !== "") waiting.push("");
    for (const row of rows) waiting.push(row);
    last = entry;
    lastRow = rows.at(-1) ?? "";
  }

  return {
    push(entries, look) {
      for (const entry of entries) pushEntry(entry, look);
    },
    take() {
      if (position === waiting.length) return undefined;
      const rows = waiting.slice(position, position + MOST_ROWS);
      position += rows.length;
      if (position === waiting.length) {
        waiting.length = 0;
        position = 0;
      }
      key += 1;
      // Ink gives an empty text no row.
      return { key, text: rows.join("\n") || " " };
    },
    get waiting() {
      return position < waiting.length;
    },
    needsGapBefore: (entry) => needsGap(entry, last) && lastRow !== "",
  };
}

export interface Shown {
  readonly view: View;
  readonly editor: Editor;
  readonly hint: string | undefined;
  readonly showThinking: boolean;
  readonly busyWith: string | undefined;
  readonly closed: boolean;
}

export interface Snapshot extends Shown {
  /** Only grows. */
  readonly printed: Printed[];
  readonly gap: boolean;
}

export interface ScreenParts {
  readonly view: View;
  readonly style: Style;
  readonly columns: () => number;
  /** Calls back after some milliseconds; returns a function that cancels this. */
  readonly later?: (callback: () => void, milliseconds: number) => () => void;
}

/** Holds what is to be shown and tells the terminal to draw it, but not too often for a model that writes very fast. */
export interface Screen {
  readonly shown: Shown;
  /** For actions of the person: drawn at once. */
  change(change: Partial<Shown>): void;
  /** For events of the agent: drawn soon. */
  showView(view: View): void;
  print(...entries: readonly Entry[]): void;
  close(): void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Snapshot;
}

const DRAW_MS = 40;

export function createScreen({ view, style, columns, later = laterByTimer }: ScreenParts): Screen {
  const listeners = new Set<() => void>();
  const scrollback = createScrollback();
  let shown: Shown = {
    view,
    editor: EMPTY_EDITOR,
    hint: undefined,
    showThinking: false,
    busyWith: undefined,
    closed: false,
  };
  let snapshot: Snapshot = { ...shown, printed: [], gap: false };
  let takeBack: (() => void) | undefined;

  function draw(): void {
    takeBack?.();
    takeBack = undefined;
    scrollback.push(shown.view.finished, { columns: columns(), style, showThinking: shown.showThinking });
    shown = { ...shown, view: { ...shown.view, finished: [] } };
    const pieces = [...piecesToPrint()];
    const printed = pieces.length > 0 ? [...snapshot.printed, ...pieces] : snapshot.printed;
    const { unfinished } = shown.view;
    snapshot = { ...shown, printed, gap: unfinished !== undefined && scrollback.needsGapBefore(unfinished) };
    for (const listener of listeners) listener();
    if (scrollback.waiting) drawSoon();
  }

  function* piecesToPrint(): Generator<Printed> {
    do {
      const piece = scrollback.take();
      if (!piece) return;
      yield piece;
    } while (shown.closed);
  }

  function drawSoon(): void {
    takeBack ??= later(draw, DRAW_MS);
  }

  return {
    get shown() {
      return shown;
    },
    change(change) {
      shown = { ...shown, ...change };
      draw();
    },
    showView(next) {
      shown = { ...shown, view: next };
      drawSoon();
    },
    print(...entries) {
      shown = { ...shown, view: add(shown.view, ...entries) };
      draw();
    },
    close() {
      shown = { ...shown, closed: true };
      draw();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
  };
}

function laterByTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
