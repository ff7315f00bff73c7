import type { Entry } from "./entry.ts";
import { entryRows, type Look, needsGap } from "./entry-rows.ts";

/** A piece of text that is printed once above the live part. */
export interface Printed {
  readonly key: number;
  readonly text: string;
}

/** So few in one piece that keys are handled between two of them. */
const MOST_ROWS = 250;

/** Finished entries on their way to the terminal's own scrollback. */
export function createScrollback() {
  const waiting: string[] = [];
  let position = 0;
  let last: Entry | undefined;
  let lastRow = "";
  let key = 0;

  function pushEntry(entry: Entry, look: Look): void {
    const rows = entryRows(entry, look);
    if (rows.length === 0) return;
    if (needsGapBefore(entry)) waiting.push("");
    for (const row of rows) waiting.push(row);
    last = entry;
    lastRow = rows.at(-1) ?? "";
  }

  return {
    push(entries: readonly Entry[], look: Look): void {
      for (const entry of entries) pushEntry(entry, look);
    },
    take(): Printed | undefined {
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
    get waiting(): boolean {
      return position < waiting.length;
    },
    needsGapBefore,
  };

  function needsGapBefore(entry: Entry): boolean {
    return needsGap(entry, last) && lastRow !== "";
  }
}
