import { stripVTControlCharacters } from "node:util";
import { neutralise } from "../../observer/render/untrusted.ts";
import type { Style } from "./style.ts";

const WIDEST = 100;

/** The card a correction is shown in: orange border, a dimmed line that says who put it there, then the message. */
export function correctionCard(message: string, columns: number, style: Style): string {
  const width = Math.max(24, Math.min(columns, WIDEST)) - 4;
  const rows = [style.dim("Coxswain inserted this message in your name"), "", ...wrap(neutralise(message), width)];
  const bar = "─".repeat(width + 2);
  return [
    style.orange(`╭${bar}╮`),
    ...rows.map((row) => `${style.orange("│")} ${pad(row, width)} ${style.orange("│")}`),
    style.orange(`╰${bar}╯`),
    "",
  ].join("\n");
}

/** Breaks text at spaces so that no line is wider than `width`; words that are wider themselves are broken too. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const rows: string[] = [];
    let row = "";
    for (const word of line.split(" ").flatMap((long) => pieces(long, width))) {
      if (row !== "" && visibleWidth(row) + 1 + visibleWidth(word) > width) {
        rows.push(row);
        row = word;
      } else {
        row = row === "" ? word : `${row} ${word}`;
      }
    }
    return [...rows, row];
  });
}

function pieces(word: string, width: number): string[] {
  const characters = [...word];
  if (characters.length <= width) return [word];
  return Array.from({ length: Math.ceil(characters.length / width) }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(""),
  );
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

function visibleWidth(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** East Asian wide characters and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
