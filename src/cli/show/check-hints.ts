import { countOf } from "../../amounts.ts";
import type { Gate } from "../../observer/gate.ts";
import { styleFor } from "../../show/style.ts";
import { wrap } from "../../show/wrap.ts";
import type { Io } from "../command.ts";

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
