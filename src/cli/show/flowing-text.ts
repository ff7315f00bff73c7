import { visibleWidth } from "../../show/wrap.ts";

/** Breaks text that comes in pieces at its spaces: a terminal would break it inside a word. */
export interface FlowingText {
  /** What of it can be shown by now: a word waits until it is known where it ends. */
  add(piece: string): string;
  /** The word that waits, where nothing more comes. */
  end(): string;
}

export function flowingText(columns: number): FlowingText {
  let used = 0;
  let gap = "";
  let word = "";
  /** The start of the word is shown already. */
  let isOpen = false;

  function placed(): string {
    const width = visibleWidth(word);
    const breaks = !isOpen && used > 0 && used + gap.length + width > columns;
    const shown = `${breaks ? "\n" : gap}${word}`;
    used = breaks ? width : used + gap.length + width;
    gap = "";
    word = "";
    return shown;
  }

  function next(part: string): string {
    if (part.trim() !== "") {
      word += part;
      if (word.length < LONGEST_WAIT) return "";
      const start = placed();
      isOpen = true;
      return start;
    }
    const shown = word === "" ? "" : placed();
    isOpen = false;
    gap = part === "\n" ? "" : gap + part;
    if (part !== "\n") return shown;
    used = 0;
    return `${shown}\n`;
  }

  return {
    add: (piece) => (piece.match(PARTS) ?? []).map(next).join(""),
    end() {
      const shown = placed();
      used = 0;
      isOpen = false;
      return shown;
    },
  };
}

const PARTS = /\n|[^\S\n]+|\S+/g;
/** A word without an end is shown all the same. */
const LONGEST_WAIT = 300;
