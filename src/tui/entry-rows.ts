import { neutralise } from "../neutralise.ts";
import { correctionCard } from "../show/card.ts";
import { detailRows } from "../show/detail-rows.ts";
import { stepRow } from "../show/step-row.ts";
import type { Style } from "../show/style.ts";
import { wrap } from "../show/wrap.ts";
import type { Entry, Tone } from "./entry.ts";

export interface Look {
  readonly columns: number;
  readonly style: Style;
  readonly showThinking: boolean;
}

/** An entry as rows of text, none wider than the terminal; empty when it is hidden. */
export function entryRows(entry: Entry, { columns, style, showThinking }: Look): string[] {
  switch (entry.type) {
    case "person":
      return personRows(entry.text, columns, style);
    case "text":
      return wrap(neutralise(entry.text), columns);
    case "thinking":
      return showThinking ? wrap(neutralise(entry.text), columns).map(style.dim) : [];
    case "step":
      return [stepRow(entry.step, columns, style), ...detailRows(entry.step, columns, style)];
    case "correction":
      return correctionCard(entry.message, columns, style).trimEnd().split("\n");
    case "notice":
      return wrap(neutralise(entry.text), columns).map(TONES[entry.tone](style));
  }
}

/** True when a blank row goes before the entry. Steps stand close together, and so do parts of one text. */
export function needsGap(entry: Entry, before: Entry | undefined): boolean {
  if (!before) return false;
  if (entry.type === "text" || entry.type === "thinking") return !entry.continues;
  return !(entry.type === before.type && (entry.type === "step" || entry.type === "notice"));
}

function personRows(text: string, columns: number, style: Style): string[] {
  return wrap(neutralise(text), columns - 2).map((row, index) =>
    style.bold(`${index === 0 ? ">" : " "} ${row}`.trimEnd()),
  );
}

const TONES: Record<Tone, (style: Style) => (text: string) => string> = {
  quiet: (style) => style.dim,
  warning: (style) => style.yellow,
  error: (style) => style.red,
};
