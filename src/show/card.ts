import { neutralise } from "../neutralise.ts";
import { type Style, pad, wrap } from "./wrap.ts";

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
