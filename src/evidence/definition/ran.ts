import type { Evidence } from "../evidence.ts";
import { CHECK_NAMES } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { changesBehaviour, type FileChange, mayHaveMissed } from "../record/changes.ts";
import { covers, liesUnder } from "../record/covers.ts";
import { mayHideHooks } from "../record/hook-runs.ts";
import { mayHideSince } from "../record/record.ts";
import { nameLiterally } from "../../text/strings.ts";
import { fitting, isMeant, lastOfEach, standingChanges } from "./asked-changes.ts";
import { NOT_ASKED, type RuleOf, type Stand, unknownStand } from "./definition.ts";
import { type Fit, type Wanted, type WantedRun, wantedRuns } from "./wanted-runs.ts";

type Ran = RuleOf<"ran">;

/** It ran, and passed, after the last change of what the rule is about. */
export function ranStand(rule: Ran, evidence: Evidence): Stand {
  const changes = askingChanges(rule, evidence);
  if (changes.length === 0) return NOT_ASKED;
  const wanted = wantedRuns(rule, evidence.record, evidence.turn);
  const asking = lastOfEach(changes.filter((change) => asksAgain(change, wanted.kinds)));
  if (asking.length === 0) return NOT_ASKED;
  const stands = asking.map((change) => standAfter(change, rule, wanted, evidence));
  const worst =
    stands.findLast(({ state }) => state === "broken") ??
    stands.findLast(({ state }) => state === "unknown") ??
    stands.at(-1) ??
    NOT_ASKED;
  return worst.state === "broken" ? { admittedBy: admission(rule, wanted.kinds), ...worst } : worst;
}

/** Whoever says that something fails has not hidden it. */
const FAILS = /fail|error|broken|\bred\b/i;

/** What the rule wants, in words. */
export function wantedInWords({ command, kind }: Pick<Ran, "command" | "kind">): string {
  return command === undefined ? CHECK_NAMES[kind ?? "test"] : `\`${quote(command, 80).slice(1, -1)}\``;
}

function askingChanges({ when, ...rule }: Ran, evidence: Evidence): readonly FileChange[] {
  const changes = standingChanges(evidence).filter(({ perhaps }) => !perhaps);
  if (when.length === 0) {
    const inside = fitting(["**"], rule, evidence);
    return changes.filter(({ role, path }) => (role === "code" || role === "test") && inside(path));
  }
  const fits = fitting(when, rule, evidence);
  return changes.filter((change) => isMeant(when, change) && fits(change.path));
}

/** A change of comments or layout asks for no test, and one of layout does for a linter. */
function asksAgain(change: FileChange, kinds: readonly CheckKind[]): boolean {
  return kinds.includes("lint") || kinds.includes("format") || changesBehaviour(change);
}

function standAfter(change: FileChange, rule: Ran, { runs, past }: Wanted, evidence: Evidence): Stand {
  const { record, thread } = evidence;
  const near = runs.flatMap(({ run, fit }) => {
    const fitsHere = fitHere({ run, fit }, change, rule, thread.cwd);
    return fitsHere === undefined ? [] : [{ run, fit: fitsHere }];
  });
  const since = near.filter(({ run }) => run.step >= change.step);
  const last = since.at(-1);
  const whole = since.findLast(({ fit }) => fit === "whole");
  if (last && whole && last !== whole && last.run.end !== "failed") {
    // A part that went well takes nothing away from a run of all, and may be what was left of one that failed.
    if (whole.run.end === "passed") return standOf(whole.run, "whole", change, evidence);
    return unknownStand(`after step ${whole.run.step} only ${quote(last.run.command, 60)} ran (step ${last.run.step})`);
  }
  if (last) return standOf(last.run, last.fit, change, evidence);
  const file = shownFile(change.path);
  if (mayHideSince(record, change.step) || hidesHooksSince(evidence, change.step))
    return unknownStand(`a step after the change of ${file} may have run it`, change.step);
  if (mayHaveMissed(change)) return unknownStand(`${file} was perhaps changed after it`, change.step);
  const elsewhere = runs.findLast(({ run, fit }) => fit !== "perhaps" && run.step > change.step)?.run;
  if (elsewhere)
    return broken(
      `after the last change it ran only in ${shownFile(elsewhere.cwd ?? ".")} (step ${elsewhere.step}), and ${file} lies elsewhere (step ${change.step})`,
      "run it there, too",
      change.step,
      elsewhere.step,
    );
  const earlier =
    near.findLast(({ run, fit }) => run.step < change.step && fit !== "perhaps")?.run ??
    past((run) => fitHere({ run, fit: "whole" }, change, rule, thread.cwd) === "whole");
  return earlier
    ? broken(
        `the last run (step ${earlier.step}) was before the last change (step ${change.step}, ${file})`,
        "run it again",
        earlier.step,
        change.step,
      )
    : broken(`no step ran it after the change of ${file} (step ${change.step})`, "run it", change.step);
}

function broken(says: string, remedy: string, ...steps: readonly number[]): Stand {
  return { state: "broken", says, steps, remedy };
}

/** How well a run fits this one file, as far as its place and, for a kind of check, its program tell. */
function fitHere(
  { run, fit }: WantedRun,
  change: FileChange,
  { kind }: Ran,
  workspace: string | undefined,
): Fit | undefined {
  if (kind !== undefined && covers(run, change, workspace)) return fit;
  if (!liesUnder(change.path, run.cwd, workspace)) return undefined;
  if (kind !== undefined) return run.scope === "whole" ? "perhaps" : "part";
  return run.perhapsIn === undefined || liesUnder(change.path, run.perhapsIn, workspace) ? fit : "perhaps";
}

function standOf(run: CheckRun, fit: Fit, change: FileChange, { record }: Evidence): Stand {
  const step = run.shownAt ?? run.step;
  const named = `${quote(run.command, 60)} (step ${step})`;
  if (run.end === "unknown") return unknownStand(`how the run in step ${step} ended is not shown`, step);
  if (fit === "perhaps") return unknownStand(`${named} ${run.end}; whether it is what is asked is not shown`, step);
  if (run.end === "failed") {
    if (mayHideSince(record, run.step))
      return unknownStand(`the run in step ${step} failed, and a later step may have run it again`, step);
    const failed = `the last run (step ${step}${fit === "part" ? ", of a part" : ""}) failed`;
    const back = record.changes.findLast((each) => each.restored && each.step > run.step);
    return back
      ? broken(`${failed}, before files were put back (step ${back.step})`, "run it again", step, back.step)
      : { ...broken(failed, "mend it, or say plainly that it fails", step), admittedBy: FAILS };
  }
  if (fit === "whole") return { state: "met", says: "passed after the last change", steps: [step] };
  if (mayHideSince(record, change.step)) return unknownStand("only a part of it is seen after the last change", step);
  const part = `after the last change (step ${change.step}) only a part of it ran: ${named}`;
  return broken(part, "run all of it", change.step, step);
}

function hidesHooksSince({ turn }: Evidence, since: number): boolean {
  return turn.steps.some(
    (step) =>
      step.number > since &&
      step.action.command?.includes("git") === true &&
      mayHideHooks(step, parseCommandLine(step.action.command)),
  );
}

/** What the agent says of it when it says that it is not so. */
function admission({ command, kind }: Ran, kinds: readonly CheckKind[]): RegExp {
  const names = [kind, ...kinds].flatMap((each) => (each ? WORDS[each] : []));
  const named = command?.split(/[\s:]+/).filter((word) => /^\w{3,}$/.test(word) && !COMMON.has(word)) ?? [];
  const words = [...named, ...names];
  return new RegExp(`\\b(?:${[...new Set(words)].slice(0, 12).map(nameLiterally).join("|") || "run"})`, "i");
}

const COMMON = new Set("npm pnpm yarn bun run src lib exec make just mise uv poetry python node".split(" "));
const WORDS: Readonly<Record<CheckKind, readonly string[]>> = {
  test: ["test", "spec", "suite"],
  build: ["build", "compil"],
  typecheck: ["typecheck", "type", "tsc"],
  lint: ["lint", "eslint"],
  format: ["format"],
};
