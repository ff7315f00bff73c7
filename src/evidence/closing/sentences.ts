export interface Sentence {
  readonly text: string;
  /** The text with code spans and quoted words taken out: what a sign is looked for in. */
  readonly plain: string;
  readonly heading: string;
  /** What stood in the code spans. */
  readonly code: readonly string[];
  readonly kind: "prose" | "item" | "row" | "heading";
  /** A box that is not ticked stands before it. */
  readonly isOpen: boolean;
}

/** Nobody claims anything on page forty: longer texts are cut at their end, and no more sentences are read. */
const LONGEST_TEXT = 40_000;
const MOST_SENTENCES = 400;
const LONGEST_LINE = 2000;

/** Reads markdown as statements: code blocks and quotations are left out, list items and table rows are sentences. */
export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let heading = "";
  let fence: string | undefined;
  for (const line of text.slice(0, LONGEST_TEXT).replaceAll("’", "'").split("\n")) {
    const bare = line.trim().slice(0, LONGEST_LINE);
    const mark = /^(?:`{3,}|~{3,})/.exec(bare)?.[0];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    if (fence !== undefined || bare === "" || bare.startsWith(">") || /^[-*_=|: ]{3,}$/.test(bare)) continue;
    const title = /^#{1,6}\s+(.*)$/.exec(bare)?.[1] ?? /^\*\*([^*]{1,80})\*\*:?$/.exec(bare)?.[1];
    const isLeadIn = title === undefined && bare.length <= 80 && bare.endsWith(":");
    if (title !== undefined || isLeadIn) heading = (title ?? bare.slice(0, -1)).replaceAll(/[*_`]/g, "").trim();
    const item = /^(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(bare)?.[1];
    const kind = title !== undefined ? "heading" : item !== undefined ? "item" : bare.startsWith("|") ? "row" : "prose";
    for (const part of kind === "row" ? [bare.replaceAll("|", " | ")] : split(title ?? item ?? bare)) {
      if (found.length >= MOST_SENTENCES) return found;
      found.push({ ...read(part, kind === "heading" ? "" : heading, kind), isOpen: OPEN_BOX.test(bare) });
    }
  }
  return found;
}

const OPEN_BOX = /^[-*+•]?\s*(?:\[ \]|[☐⬜⏳])/u;

/** At the ends of sentences; a dot within a name or a number is none. */
function split(text: string): readonly string[] {
  return text.split(/(?<=[.!?])["')*_]{0,3}\s+(?=["'(*_`\p{Lu}\p{So}\d])/u).filter((part) => part.trim() !== "");
}

const BOLD = /\*\*|__/g;

function read(text: string, heading: string, kind: Sentence["kind"]): Omit<Sentence, "isOpen"> {
  const code: string[] = [];
  const plain = text
    .replaceAll(/`([^`]{1,300})`/g, (_, inner: string) => {
      code.push(inner);
      return "‹›";
    })
    .replaceAll(/"[^"]{1,200}"/g, "‹›")
    .replaceAll(BOLD, "");
  return { text: text.replaceAll(BOLD, "").trim(), plain: plain.trim(), heading, code, kind };
}
