import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { CheckKind, Counts } from "./check-run.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { isCut } from "./line-output.ts";
import { type Form, FORMS, PART_BY_PART, type SummedUp } from "./summary-forms.ts";

export interface Summary {
  readonly status: SummedUp;
  readonly counts: Counts;
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

const NO_COUNTS: Counts = {};

/** A summary, where it is this check's: others of the line may have printed it, where their outputs lie together. */
export function ownOf(summary: Summary, placed: PlacedCheck, others: readonly PlacedCheck[]): Summary | undefined {
  if (others.length === 0) return summary;
  const program = summary.form.replace(/-(?:files|line|suites|build|ran)$/, "");
  const names = ({ check }: PlacedCheck): boolean => check.runner.includes(program) || check.command.includes(program);
  if (names(placed) !== others.some(names)) return names(placed) ? summary : undefined;
  const alike = others.filter(({ check }) => summary.kinds.includes(check.kind));
  if (alike.length === 0) return summary;
  // As many summaries as checks, and all of them well: then this one is, too.
  const all = alike.every(({ check }) => check.kind === placed.check.kind) && summary.times > alike.length;
  return all && summary.status === "passed" && !summary.weak ? { ...summary, counts: NO_COUNTS } : undefined;
}

/** True when the check of each package of a project runs: the last summary is that of one of them. */
function runsEachPackage({ name, args }: ShellCommand): boolean {
  if (MANY_PACKAGES.has(name)) return true;
  return PACKAGE_MANAGERS.has(name) && args.some(({ text }) => EACH_PACKAGE.has(text.split("=", 1)[0] ?? ""));
}

const MANY_PACKAGES = new Set(["turbo", "lerna", "nx", "rush", "moon", "melos"]);
const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const EACH_PACKAGE = new Set("-r -ws -F --recursive --workspaces --filter recursive workspaces foreach".split(" "));

/** What a check says of itself, as far as the line lets it through. */
export function ownSummary(
  summaries: readonly Summary[],
  command: ShellCommand,
  output: string,
  line: string,
): Summary | undefined {
  const all = together(summaries);
  if (!all) return undefined;
  const isPart = PART_BY_PART.has(all.form) || runsEachPackage(command);
  const uncounted = isPart ? { ...all, counts: NO_COUNTS } : all;
  if (isCut(command, output, line)) {
    // Of a list of parts, those that failed may be cut away.
    const isMissing = isPart && all.status === "passed" && !(all.form === "go" && letsFailuresThrough(command, line));
    if (all.status === "nothing-ran" || isMissing) return undefined;
    return uncounted;
  }
  return command.pipedInto.includes("tail") ? uncounted : all;
}

/** True where Go tells for every package that it passed before and that nothing of it has changed. */
export function isOfCache({ name, args, pipedInto }: ShellCommand, output: string, line: string): boolean {
  const told = output.split("\n").filter((text) => text.startsWith("ok  \t"));
  if (
    name !== "go" ||
    args[0]?.text !== "test" ||
    told.length === 0 ||
    !told.every((text) => text.includes("\t(cached)"))
  )
    return false;
  const kept = Number(/\btail\s+(?:-n\s*|-)(\d{1,5})/.exec(line)?.[1] ?? 10);
  return pipedInto.every((name) => name === "tail") && (pipedInto.length === 0 || output.split("\n").length < kept);
}

/** True for `| grep -E "(ok|FAIL)"`: the line of a package that failed would stand there, also of one that does not build. */
function letsFailuresThrough({ pipedInto }: ShellCommand, line: string): boolean {
  const filter = line.replaceAll(/--- \([\w|]{1,20}\)/g, "");
  return !pipedInto.includes("head") && /\bgrep (?:-E )?["'][^"']{0,80}\bFAIL\b/.test(filter);
}
