/** Only what is plainly left open counts, since a person has to go back to the plan for each. */
export function planProblems(text: string): string[] {
  if (text.trim() === "") return ["It is empty."];
  const { lines, openFence } = proseOf(text);
  return [
    ...(openFence === undefined
      ? []
      : [`Line ${openFence} opens a block of code that never ends: is the plan cut off?`]),
    ...withoutSteps(lines),
    ...lines.flatMap(({ number, bare }) =>
      isPlaceholder(bare) ? [`Line ${number} is still to be written: ${bare.trim()}`] : [],
    ),
    ...sectionsOf(lines).flatMap(problemOf),
  ];
}

interface Line {
  readonly number: number;
  /** Without what is quoted as code. */
  readonly bare: string;
  readonly isBlank: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The lines outside blocks of code, where words of a plan may stand as somebody else's. */
function proseOf(text: string): { readonly lines: readonly Line[]; readonly openFence: number | undefined } {
  const lines: Line[] = [];
  let fence: { readonly mark: string; readonly number: number } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    const number = index + 1;
    if (fence) {
      if (mark?.startsWith(fence.mark) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = { mark, number };
    // A block of code is content of its section.
    lines.push({ number, bare: mark === undefined ? withoutCode(line) : "", isBlank: line.trim() === "" });
  }
  return { lines, openFence: fence?.number };
}

function withoutCode(line: string): string {
  return line.replaceAll(/`[^`]*`/g, "` `");
}

const STEP = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S|^#{1,6}\s+(?:step\b|phase\b|\d{1,3}[.):])/i;
const TICKED = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[(.)\]/;

function withoutSteps(lines: readonly Line[]): string[] {
  if (!lines.some(({ bare }) => STEP.test(bare))) return ["It has no steps: write as a list what is to be done."];
  const boxes = lines.flatMap(({ bare }) => TICKED.exec(bare)?.[1] ?? []);
  const isDone = boxes.length > 0 && boxes.every((box) => box !== " ");
  return isDone ? ["Every step is ticked off: nothing is left to be done."] : [];
}

/** At the beginning of a line, or as all that follows a colon: "remove the TODO comments" is a step like any other. */
const MARKER = /^[\s>#*+_\-\d.)[\]x]*(?:TODO|FIXME|XXX)\b|[:([]\s*(?:TODO|FIXME|XXX)[\s.)\]]*$/;
const UNDECIDED = /\b(?:TBD|TBC)\b|\?{3}|\bto be (?:decided|determined|defined|clarified|written)\b/i;
const DOTS = /^[\s>*+\-\d.)]*(?:\.{3}|…)\s*$/;

function isPlaceholder(bare: string): boolean {
  return MARKER.test(bare) || UNDECIDED.test(bare) || DOTS.test(bare);
}

interface Section {
  readonly title: string;
  readonly number: number;
  readonly content: readonly Line[];
  /** True when the next heading stands below this one. */
  readonly hasParts: boolean;
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;

function sectionsOf(lines: readonly Line[]): Section[] {
  const headings = lines.flatMap((line, index) => {
    const [, marks, title = ""] = HEADING.exec(line.bare) ?? [];
    return marks === undefined ? [] : [{ index, level: marks.length, title, number: line.number }];
  });
  return headings.map(({ index, level, title, number }, place) => {
    const next = headings[place + 1];
    const content = lines.slice(index + 1, next?.index).filter(({ isBlank }) => !isBlank);
    return { title, number, content, hasParts: next !== undefined && next.level > level };
  });
}

const OPEN_QUESTIONS = /\b(?:open|unresolved|undecided)\s+(?:questions?|points?|issues?|decisions?)\b/i;
const NONE = /^[\s>*+\-_.]*(?:none|nothing|no|n\/a|-|–|—)?[\s.*_]*$/i;

function problemOf({ title, number, content, hasParts }: Section): string[] {
  const asked = OPEN_QUESTIONS.test(title) ? content.find(({ bare }) => !NONE.test(bare)) : undefined;
  if (asked) return [`Line ${asked.number} is an open question: ${asked.bare.trim()}`];
  if (content.length > 0 || hasParts || OPEN_QUESTIONS.test(title)) return [];
  return [`Line ${number} is a heading with nothing below it: ${title}`];
}
