import { neutralise } from "../text/strings.ts";
import type { StopReason } from "../thread/message.ts";
import { wrap, type Style, pad } from "./wrap.ts";

export function stopLine(stopReason: StopReason): string | undefined {
  switch (stopReason) {
    case "max_tokens":
      return "The model stopped at its output limit.";
    case "refusal":
      return "The model refused to answer.";
    case "end_turn":
    case "tool_use":
    case "aborted":
    case "error":
      return undefined;
  }
}

export function cancelLine(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

const INDENT = "  ";
/** With less room than this, the meaning goes below its name. */
const LEAST_ROOM = 24;

export function explained(
  pairs: readonly (readonly [string, string, ...unknown[]])[],
  columns: number,
  width = Math.max(0, ...pairs.map(([name]) => name.length)),
): string[] {
  const room = columns - width - 2 * INDENT.length;
  if (room < LEAST_ROOM) {
    const below = INDENT.repeat(2);
    return pairs.flatMap(([name, meaning]) => [
      ...(name === "" ? [] : [`${INDENT}${name}`]),
      ...wrap(meaning, columns - below.length).map((row) => below + row),
    ]);
  }
  return pairs.flatMap(([name, meaning]) =>
    wrap(meaning, room).map((row, index) => INDENT + (index === 0 ? name : "").padEnd(width) + INDENT + row),
  );
}

const WIDEST = 100;
const NARROWEST = 24;

/** The box that shows a correction: orange border, a dimmed line that says who inserted it, then the message. */
export function correctionCard(message: string, columns: number, style: Style): string {
  const width = Math.max(NARROWEST, Math.min(columns, WIDEST)) - 4;
  const rows = [
    ...wrap("Coxswain inserted this message in your name", width).map((row) => style.dim(pad(row, width))),
    " ".repeat(width),
    ...wrap(neutralise(message), width).map((row) => pad(row, width)),
  ];
  const bar = "─".repeat(width + 2);
  return [
    style.orange(`╭${bar}╮`),
    ...rows.map((row) => `${style.orange("│")} ${row} ${style.orange("│")}`),
    style.orange(`╰${bar}╯`),
    "",
  ].join("\n");
}
