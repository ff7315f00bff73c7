import { countOf } from "../text/amounts.ts";
import { neutralise } from "../text/strings.ts";
import { detailRows, stepRow } from "../show/step-row.ts";
import { correctionCard } from "../show/stop-line.ts";
import { type Style, wrap } from "../show/wrap.ts";
import { type Message, isFromPerson, isObjection, shownText, textOf } from "../thread/message.ts";
import type { Step, Thread } from "../thread/thread.ts";
import { stopNotices, type Entry, type Tone, notice } from "./view-model.ts";

export interface Look {
  readonly columns: number;
  readonly style: Style;
  readonly showThinking: boolean;
}

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

const TURNS = 3;

export function historyEntries(thread: Thread): Entry[] {
  const turns = thread.turns.slice(-TURNS);
  const [first] = turns;
  if (!first) return [];
  const steps = new Map(turns.flatMap((turn) => turn.steps.map((step) => [step.toolUseId, step])));
  const left = thread.turns.length - turns.length;
  const earlier = left > 0 ? [notice(`${countOf(left, "earlier turn")} not shown: cox threads ${thread.id}`)] : [];
  return [...earlier, ...thread.messages.slice(first.start).flatMap((message) => messageEntries(message, steps))];
}

function messageEntries(message: Message, steps: ReadonlyMap<string, Step>): Entry[] {
  const text = textOf(message);
  if (message.role === "assistant") {
    const calls = message.content.flatMap((block) => (block.type === "tool_use" ? (steps.get(block.id) ?? []) : []));
    return [
      ...(text === "" ? [] : [{ type: "text" as const, text, continues: false }]),
      ...stopNotices(message),
      ...calls.filter((step) => step.result).map((step) => ({ type: "step" as const, step })),
    ];
  }
  if (isObjection(message)) return [{ type: "correction", message: text }];
  return isFromPerson(message) ? [{ type: "person", text: shownText(message) }] : [];
}
