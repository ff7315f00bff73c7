import { visibleWidth } from "../../show/wrap.ts";

/** Wraps streamed text at its spaces: a terminal would break it inside a word. */
export function flowingText(columns: number) {
  let used = 0;
  let gap = "";
  let word = "";
  /** True when the start of the word was already shown. */
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
    /** Gives the part that can be shown: a word waits until its end is known. */
    add: (piece: string): string => (piece.match(PARTS) ?? []).map(next).join(""),
    /** Gives the waiting word when nothing more comes. */
    end(): string {
      const shown = placed();
      used = 0;
      isOpen = false;
      return shown;
    },
  };
}

const PARTS = /\n|[^\S\n]+|\S+/g;
/** A word longer than this is shown before its end is known. */
const LONGEST_WAIT = 300;
