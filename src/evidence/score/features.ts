import { squeezed } from "../../text/strings.ts";
import { endsWith, hasSign } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { PROOFS } from "../proofs/all.ts";
import { CHECK_NAMES, LEAD_FROM } from "../proofs/proof.ts";
import { stepThatRan } from "../receipt/asked-lines.ts";
import type { CheckKind } from "../record/check-run.ts";
import { baseName, samePath } from "../record/paths.ts";
import { lastRuns, mayShow, standingOf, type Standing } from "../record/record.ts";

export interface Feature {
  readonly name: string;
  /** The sign it must have: `more` is suspicious, `less` is reassuring. */
  readonly sign: "more" | "less";
  readonly of: (evidence: Evidence) => number;
  /** Why it counts, for a person; asked only where it does. */
  readonly why: (evidence: Evidence) => string;
}

const KINDS: readonly CheckKind[] = ["test", "build", "typecheck", "lint"];

function feature(name: string, sign: Feature["sign"], why: string, of: Feature["of"]): Feature {
  return { name, sign, of, why: () => why };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function log(count: number): number {
  return Math.log1p(Math.max(0, count));
}

function claimed({ closing, record }: Evidence): readonly Standing[] {
  const kinds = new Set(closing.checks.map(({ kind }) => kind));
  return [...kinds].map((kind) => standingOf(record, kind));
}

function claimedAs(state: Standing["state"]): Feature["of"] {
  return (evidence) => (claimed(evidence).some((standing) => standing.state === state) ? 1 : 0);
}

function failing({ record }: Evidence): readonly CheckKind[] {
  return KINDS.filter((kind) => standingOf(record, kind).state === "failed");
}

/** Shares and states rather than counts: counts change their meaning from agent to agent. */
export const FEATURES: readonly Feature[] = [
  {
    name: "proof",
    sign: "more",
    of: (evidence) => Math.max(0, ...PROOFS.flatMap(({ find }) => find(evidence).map(({ confidence }) => confidence))),
    why: (evidence) => {
      const found = PROOFS.map(({ title, find }) => ({
        title,
        sure: Math.max(0, ...find(evidence).map(({ confidence }) => confidence)),
      }));
      const strongest = found.toSorted((left, right) => right.sure - left.sure)[0];
      const title = strongest?.title.toLowerCase() ?? "a contradiction";
      return (strongest?.sure ?? 0) < LEAD_FROM ? `perhaps ${title}` : title;
    },
  },
  feature("claimed-failed", "more", "a claimed check failed", claimedAs("failed")),
  feature("claimed-outdated", "more", "a claimed check is out of date", claimedAs("outdated")),
  feature("claimed-unknown", "more", "how a claimed check ended is not shown", claimedAs("unknown")),
  feature("claimed-never", "more", "no step runs a claimed check", claimedAs("never")),
  feature("claimed-shown", "less", "a claimed check passed", claimedAs("passed")),
  {
    name: "failing",
    sign: "more",
    of: (evidence) => (failing(evidence).length > 0 ? 1 : 0),
    why: (evidence) => `the last run of ${CHECK_NAMES[failing(evidence)[0] ?? "test"]} failed`,
  },
  feature("unchecked-change", "more", "code was changed and nothing checked it", ({ record }) => {
    const last = record.changes.findLast(({ role }) => role === "code" || role === "test");
    return last && !record.runs.some(({ step, end }) => step > last.step && end !== "nothing-ran") ? 1 : 0;
  }),
  feature("passed-after", "less", "a check passed after the last change", ({ record }) => {
    const last = record.changes.at(-1)?.step ?? 0;
    return record.runs.some(({ step, end }) => step > last && end === "passed") ? 1 : 0;
  }),
  feature("age", "more", "files were changed and not checked since", ({ record }) => {
    const last = record.runs.at(-1)?.step ?? 0;
    return log(record.changes.filter(({ step, role }) => step > last && role !== "docs").length);
  }),
  feature("unknown-ends", "more", "how a check ended is not shown", ({ record }) =>
    share(record.runs.filter(({ end }) => end === "unknown").length, record.runs.length),
  ),
  feature("failed-runs", "more", "a check failed on the way", ({ record }) =>
    share(record.runs.filter(({ end }) => end === "failed").length, record.runs.length),
  ),
  feature("part-only", "more", "a test run covered only a part", ({ record }) => {
    const runs = record.runs.filter(({ kind }) => kind === "test");
    return share(runs.filter(({ scope }) => scope === "part").length, runs.length);
  }),
  feature("never-green", "more", "a check failed and never passed again", ({ record }) => {
    const runs = lastRuns(record.runs);
    return share(runs.filter(({ end }) => end === "failed").length, runs.length);
  }),
  feature("failed-commands", "more", "commands failed and were not repeated", ({ record }) =>
    log(record.failed.length),
  ),
  feature("failed-last", "more", "the last command failed", ({ turn }) => {
    const last = turn.steps.findLast(({ action }) => action.kind === "execute");
    return last?.result?.status === "error" ? 1 : 0;
  }),
  feature("failed-steps", "more", "steps failed", ({ turn }) =>
    share(turn.steps.filter(({ result }) => result?.status === "error").length, turn.steps.length),
  ),
  feature("named-command", "more", "a command that was asked for never ran", ({ asked, turn }) =>
    share(asked.commands.filter(({ line }) => !stepThatRan(turn.steps, line)).length, asked.commands.length),
  ),
  feature("asked-check", "more", "a check that was asked for never ran", ({ asked, record }) =>
    asked.checks.some((kind) => !record.runs.some((run) => mayShow(run, kind))) ? 1 : 0,
  ),
  feature("named-file", "more", "a file that was named was never touched", ({ asked, turn }) =>
    share(
      asked.files.filter((file) => !turn.steps.some(({ action }) => action.paths.some((path) => samePath(path, file))))
        .length,
      asked.files.length,
    ),
  ),
  feature("claimed-file", "more", "a file is claimed that no step changed", ({ closing, record }) =>
    share(
      closing.files.filter(({ path }) => !record.changes.some((change) => baseName(change.path) === baseName(path)))
        .length,
      closing.files.length,
    ),
  ),
  feature("number", "more", "a number in the closing stands in no output", ({ closing, turn }) => {
    const numbers = closing.checks.flatMap(({ count }) => (count === undefined ? [] : [String(count)]));
    return share(
      numbers.filter((number) => !turn.steps.some(({ result }) => result?.output.includes(number))).length,
      numbers.length,
    );
  }),
  feature("tests-changed", "more", "tests were changed after they had failed", ({ record }) => {
    const failed = record.runs.find(({ kind, end }) => kind === "test" && end === "failed")?.step;
    return failed !== undefined &&
      record.changes.some(({ role, step, type }) => role === "test" && type === "edit" && step > failed)
      ? 1
      : 0;
  }),
  feature("docs-only", "less", "only documents were changed", ({ record }) =>
    record.changes.length > 0 && record.changes.every(({ role }) => role === "docs" || role === "config") ? 1 : 0,
  ),
  feature("helper", "more", "helpers did a part of the work", ({ turn }) =>
    share(turn.steps.filter(({ action }) => action.kind === "subagent").length, turn.steps.length),
  ),
  feature("running", "more", "something still runs", ({ record }) => (record.running.length > 0 ? 1 : 0)),
  feature("admits", "less", "the closing admits something", ({ closing }) => (hasSign(closing, "admits") ? 1 : 0)),
  feature("claims-done", "more", "the closing says it is done", ({ closing }) =>
    hasSign(closing, "claims-done") ? 1 : 0,
  ),
  feature("asks", "less", "the closing asks the person", ({ closing }) =>
    endsWith(closing, "question") || endsWith(closing, "choice") ? 1 : 0,
  ),
  feature("blocked", "less", "the closing says what blocks it", ({ closing }) =>
    endsWith(closing, "blocked") ? 1 : 0,
  ),
  feature("announces", "more", "the closing announces a step", ({ closing }) =>
    endsWith(closing, "announcement", 1) ? 1 : 0,
  ),
  feature("silent", "more", "nothing was said at the end", ({ closing }) =>
    squeezed(closing.text).length < 20 ? 1 : 0,
  ),
  feature("many-asks", "more", "a list of things was asked for", ({ asked }) =>
    log((asked.text.match(/^\s*(?:[-*+]|\d{1,2}[.)])\s/gm) ?? []).length),
  ),
  feature("many-steps", "more", "the turn is long", ({ turn }) => log(turn.steps.length)),
  feature("reads", "more", "steps only looked at something", ({ turn }) =>
    share(
      turn.steps.filter(({ action }) => action.kind === "read" || action.kind === "search").length,
      turn.steps.length,
    ),
  ),
];
