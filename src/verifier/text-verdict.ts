import { joinLines } from "../observer/render/status.ts";
import { readCategory } from "./prompt.ts";

/** What a text says, in its own words: `checkVerdict` decides what counts, as for the arguments of a call. */
export type TextVerdict =
  | { readonly verdict: "PASS" }
  | { readonly verdict: "FAIL"; readonly category: string; readonly feedback: string };

/** A longer answer is no verdict, and would take time to read. */
const MAX_LENGTH = 40_000;

/** `PASS` or `FAIL [category]: feedback` in any case, in a fence or after thoughts. Both is no verdict. */
export function readTextVerdict(text: string): TextVerdict | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const spoken = spokenLines(text);
  const lines = spoken.filter((line) => !LABELLED.test(line));
  const passes = lines.flatMap((line, index) => (isPass(line, index, lines.length) ? [index] : []));
  const failed = lines.findIndex((line, index) => readFailLine(line, index === 0) !== undefined);
  if (failed === -1) return passes.length > 0 ? { verdict: "PASS" } : undefined;
  if (passes.length > 0) return undefined;
  return readFailure(lines.slice(failed), failed === 0, (name) => labelledIn(spoken, name));
}

/** The parts of a verdict as fields of their own, in lines above or below it. */
const LABELLED = /^(category|feedback)\s*[:=]\s*(.*)$/i;

function labelledIn(lines: readonly string[], name: string): string {
  const found = lines.map((line) => LABELLED.exec(line)).find((field) => field?.[1]?.toLowerCase() === name);
  return found?.[2] ?? "";
}

/** The lines without thoughts, fences, list marks and emphasis; blank ones are left out. */
function spokenLines(text: string): string[] {
  return text
    .replaceAll(/ ?[/|;,] ?(?=(?:category|feedback) ?[:=])/gi, "\n")
    .replaceAll(/<(think|thinking|thought|reasoning|scratchpad)>[\s\S]*?<\/\1>/gi, "\n")
    .split(/\r\n?|\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:`{3,}|~{3,})[\w-]*\s*$/, "")
        .replaceAll(/\*\*|__|`+/g, "")
        .replace(/^\s*(?:#{1,6}\s+|[-*•]\s+|\*(?=\w))/, "")
        .trim(),
    )
    .filter((line) => line !== "");
}

/** Words with which a model announces its verdict, such as "Verdict:" or "Final answer:". */
const LABEL = /^(?:(?:my|the|final|overall)\s+)*(?:verdict|result|decision|answer|judge?ment)(?:\s+is)?\s*[:=-]\s*/i;

function isPass(line: string, index: number, count: number): boolean {
  const said = line.replace(LABEL, "");
  if (!/^\[?pass\]?(?:[.!]*$|\s*[:–—]|\s+-\s|[.!]+\s)/i.test(said)) return false;
  if (index === 0) return true;
  return index === count - 1 && (said !== line || /^\[?PASS\b/.test(said));
}

interface FailLine {
  readonly category: string;
  readonly rest: string;
}

/** After other lines a failure must be as asked for: in capitals, with a known category, or announced. */
function readFailLine(line: string, isFirst: boolean): FailLine | undefined {
  const said = line.replace(LABEL, "");
  const parts =
    /^\[?fail\]?\s*(?:[[({](?<category>[^\])}]{0,60})[\])}])?(?<mark>\s*[:–—]|\s+-(?=\s)|[.!]+(?=\s|$)|$|(?=\s))\s*(?<rest>.*)$/is.exec(
      said,
    )?.groups;
  if (!parts) return undefined;
  const { category, mark = "", rest = "" } = parts;
  const known = category === undefined ? leadingCategory(rest) : { category, rest };
  const isMarked = category !== undefined || mark.trim() !== "" || known.category !== "";
  const isMeant = isFirst || said !== line || /^\[?FAIL\b/.test(said) || readCategory(known.category) !== undefined;
  return (isMarked || (rest === "" && (isFirst || said !== line))) && isMeant ? known : undefined;
}

/** The category in `FAIL incomplete: …`, without brackets. */
function leadingCategory(text: string): FailLine {
  const found = /^(?<category>[a-z]+(?:[_ -][a-z]+)?)\s*[:–—-]\s*(?<rest>.*)$/is.exec(text)?.groups;
  const category = found?.["category"] ?? "";
  return readCategory(category) ? { category, rest: found?.["rest"] ?? "" } : { category: "", rest: text };
}

function readFailure(
  [first = "", ...others]: readonly string[],
  isFirst: boolean,
  labelled: (name: string) => string,
): TextVerdict {
  const { category, rest } = readFailLine(first, isFirst) ?? { category: "", rest: "" };
  const feedback = joinLines(rest, labelled("feedback"), ...others).trim();
  return { verdict: "FAIL", category: category || labelled("category"), feedback };
}
