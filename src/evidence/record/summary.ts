import type { CheckKind, Counts } from "./check-run.ts";
import { type Form, FORMS, PART_BY_PART, type SummedUp } from "./summary-forms.ts";

/** What a program says at its end of what it checked. */
export interface Summary {
  readonly status: SummedUp;
  readonly counts: Counts;
  /** Where it stands in the output. */
  readonly at: number;
  /** The form it has: summaries of one form belong together. */
  readonly form: string;
  /** The kinds of check that print this form. */
  readonly kinds: readonly CheckKind[];
  /** How many lines of this form there are. */
  readonly times: number;
  /** Said by the program that starts the check, or by single lines: an exit code outweighs it. */
  readonly weak: boolean;
}

/** No longer output is searched as a whole: summaries stand at the end. */
const LONGEST_OUTPUT = 200_000;

/** What an output says of checks of this kind, one entry for each form, the last one last. */
export function summariesIn(output: string, kind: CheckKind): readonly Summary[] {
  const text = cleaned(output);
  const found = new Map<string, Summary>();
  const starters: Summary[] = [];
  for (const form of FORMS) {
    if (!form.kinds.includes(kind)) continue;
    const seen = new Map<string, number>();
    for (const match of text.matchAll(form.pattern)) {
      const summary = readMatch(form, match);
      const line = lineAt(text, match.index);
      if (!summary || isPrintedAgain(text, form, seen.get(line), match.index)) continue;
      seen.set(line, match.index);
      if (form.weak) starters.push(summary);
      else found.set(form.name, joined(found.get(form.name), summary));
    }
  }
  const own = [...found.values()].map(withoutAny);
  return (own.length > 0 ? own : starters).toSorted((left, right) => left.at - right.at);
}

/** Where tests are counted and none passed or failed, none ran. */
function withoutAny(summary: Summary): Summary {
  const { passed, failed } = summary.counts;
  const none = summary.status === "passed" && passed === 0 && (failed ?? 0) === 0;
  return none ? { ...summary, status: "nothing-ran" } : summary;
}

/** True when a record holds an output twice: the same line stands in the same place, or was printed at the same time. */
function isPrintedAgain(text: string, { name }: Form, before: number | undefined, at: number): boolean {
  if (before === undefined) return false;
  const [first, second] = [behind(text, before), behind(text, at)];
  if (!first.startsWith(second)) return false;
  if (TIMED.test(second) && !PART_BY_PART.has(name)) return true;
  const [above, aboveIt] = [text.slice(Math.max(0, before - ABOVE), before), text.slice(Math.max(0, at - ABOVE), at)];
  return aboveIt.endsWith(above.trimStart());
}

/** How much of the text tells one place from another. */
const [ABOVE, BEHIND] = [120, 240];
/** A time that no other run is likely to take to the millisecond. */
const TIMED = /\b\d*[1-9]\d*\.?\d* ?m?s\b/;

function behind(text: string, at: number): string {
  return text.slice(at, at + BEHIND).trimEnd();
}

/** What tools that start several checks put before every line of them. */
const PREFIX =
  /^(?:\[(?!(?:info|error|warn|warning)\])[\w:.-]{1,40}\] |@?[\w/.-]{1,80}:(?:test|build|lint|typecheck)[\w:-]{0,20}: |[\w@/.-]{1,80} (?:test|build|lint|typecheck)(?::\w{1,20})?: (?!Done$))/gim;

/** Escape sequences and carriage returns would keep a line from being recognised. */
function cleaned(output: string): string {
  const end = output.length > LONGEST_OUTPUT ? output.slice(-LONGEST_OUTPUT) : output;
  const plain = end.includes("\u001B[") ? end.replaceAll(/\u001B\[[\d;]{0,20}[A-Za-z]/g, "") : end;
  const lines = plain.includes("\r") ? plain.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : plain;
  return lines.replaceAll(PREFIX, "");
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf("\n", index);
  return text.slice(index, end === -1 ? index + 200 : Math.min(end, index + 200));
}

function readMatch({ name, says, kinds, weak }: Form, match: RegExpExecArray): Summary | undefined {
  const groups = match.groups ?? {};
  const number = (key: string): number | undefined => (groups[key] === undefined ? undefined : Number(groups[key]));
  const [bad, errors, total] = [number("f"), number("e"), number("t")];
  const word = says ?? wordOf(groups);
  if (word === undefined && [bad, errors, total, number("p")].every((each) => each === undefined)) return undefined;
  const wrong = bad === undefined && errors === undefined ? undefined : (bad ?? 0) + (errors ?? 0);
  const good =
    number("p") ?? (total === undefined ? undefined : Math.max(0, total - (wrong ?? 0) - (number("s") ?? 0)));
  const nothing = wrong === 0 && total === 0;
  const status =
    word ?? ((wrong ?? 0) > 0 || fellShort(name, good, total) ? "failed" : nothing ? "nothing-ran" : "passed");
  // Tasks are not tests.
  const counts = name === "turbo" ? {} : { passed: good, failed: wrong, skipped: number("s") };
  return { status, counts, at: match.index, form: name, kinds, times: 1, weak: weak ?? false };
}

function wordOf({ ok, bad, none }: NonNullable<RegExpExecArray["groups"]>): SummedUp | undefined {
  if (bad !== undefined) return "failed";
  if (ok !== undefined) return "passed";
  return none === undefined ? undefined : "nothing-ran";
}

function fellShort(name: string, good: number | undefined, total: number | undefined): boolean {
  return name === "turbo" && good !== undefined && total !== undefined && good < total;
}

/** Summaries of one form belong together: packages, files, the two lines of one summary. A failure stays one. */
function joined(before: Summary | undefined, next: Summary): Summary {
  if (!before) return next;
  const statuses = [before.status, next.status];
  const status = statuses.includes("failed") ? "failed" : statuses.includes("passed") ? "passed" : "nothing-ran";
  const add = (left?: number, right?: number): number | undefined =>
    left === undefined ? right : right === undefined ? left : left + right;
  return {
    status,
    counts: {
      passed: add(before.counts.passed, next.counts.passed),
      failed: add(before.counts.failed, next.counts.failed),
      skipped: add(before.counts.skipped, next.counts.skipped),
    },
    at: next.at,
    form: next.form,
    kinds: next.kinds,
    times: before.times + next.times,
    weak: next.weak,
  };
}

/** What all of them say together; nothing where there are none. A failure of one is a failure. */
export function together(summaries: readonly Summary[]): Summary | undefined {
  const last = summaries.at(-1);
  if (!last) return undefined;
  const failing = summaries.findLast(({ status }) => status === "failed");
  const telling = failing ?? summaries.findLast(({ status }) => status === "passed") ?? last;
  const numbered = summaries.findLast(
    ({ counts, status }) => status === telling.status && (counts.passed !== undefined || counts.failed !== undefined),
  );
  return numbered ?? telling;
}
