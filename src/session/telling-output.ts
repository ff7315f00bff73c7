import { neutralise } from "../text/strings.ts";
import type { CaseStep } from "./record.ts";
import { isQuoted, quotesIn } from "./telling-lines.ts";

/** How much room there is for an output, and what it is shown for. */
export interface OutputRoom {
  readonly most: number;
  /** What the findings say: output that they quote is shown from there on. */
  readonly messages: readonly string[];
  /** The rows that a line takes, where it may take several. */
  readonly rowsOf?: (line: string) => readonly string[];
}

/** From the line that a finding quotes or that names what failed, with its end where there is room; else its end. */
export function tellingOutput(step: CaseStep, { most, messages, rowsOf = (line) => [line] }: OutputRoom): string[] {
  const { edits, ok } = step;
  if (edits && ok) return [];
  const lines = linesOf(step);
  const start = tellingFrom(lines, step, messages, most);
  const rows = lines.slice(Math.max(start, 0)).flatMap(rowsOf);
  if (start === -1 || rows.length <= most) return rows.slice(-most);
  return most < ROOM_FOR_BOTH
    ? rows.slice(0, most)
    : [...rows.slice(0, most - END_ROWS - 1), "…", ...rows.slice(-END_ROWS)];
}

/** With this much room, the line that tells most stands there with the end of the output, which sums up. */
const ROOM_FOR_BOTH = 6;
const END_ROWS = 2;

/** The same with a mark where it does not begin with the output, for who cannot ask for the rest. */
export function tellingText(step: CaseStep, room: OutputRoom): string | undefined {
  const rows = tellingOutput(step, room);
  const [first] = linesOf(step);
  if (rows.length === 0 || first === undefined) return undefined;
  const isBeginning = rows[0] === first || rows[0]?.startsWith("…");
  return [...(isBeginning ? [] : ["…"]), ...rows].join("\n");
}

function linesOf({ output = "", outcome }: CaseStep): string[] {
  return neutralise(output)
    .split("\n")
    .filter((line) => line.trim() !== "" && line.trim() !== outcome.replace("exit", "Exit code"));
}

/** The line that a finding quotes, or that names what failed when the last lines do not or have room beside it; -1 when they tell it best. */
function tellingFrom(
  lines: readonly string[],
  { outcome }: CaseStep,
  messages: readonly string[],
  most: number,
): number {
  const quotes = quotesIn(messages);
  const quoted = lines.findIndex((line) => isQuoted(line, quotes));
  if (quoted !== -1 || outcome === "ok") return quoted;
  const naming = new Set(
    lines.filter((line) => NAMES_A_FAILURE.test(line.slice(0, 500)) && line.trim().length > LONGEST_MARK),
  );
  const endNames = most < ROOM_FOR_BOTH && lines.slice(-most).some((line) => naming.has(line));
  return endNames ? -1 : lines.findIndex((line) => naming.has(line));
}

/** Lines in which programs name what failed. */
const NAMES_A_FAILURE =
  /FAIL|not ok|[✗✘×●]|✖(?! \d)|\| +\d+ failed\b|^(?:ERROR|E {3}|\[ERROR\] +\w|rspec \.|test at )|^\s{0,8}(?:\d{1,4}\) |Failed(?: \w|! ))|: error: -\[|^error: test failed, to rerun|: Failed$/;

/** A mark alone, such as `FAIL`, names nothing. */
const LONGEST_MARK = 8;
