import type { ClaimedCheck } from "../closing/claimed-checks.ts";
import type { Evidence } from "../evidence.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { textOf } from "../../thread/message.ts";
import type { Step, Thread, Turn } from "../../thread/thread.ts";
import { quote } from "../quote.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { callsGit } from "../record/changes.ts";
import { checksOf } from "../record/find-checks.ts";
import { roleOf } from "../record/paths.ts";
import { mayStartPrograms, unreadSteps } from "../record/commands.ts";
import { mayHideSince, mayShow, standingOf } from "../record/record.ts";
import { summariesIn } from "../record/summary.ts";
import { CHECK_NAMES, cite, type Found, LEAD, PROVEN, type Proof, SHOWN, STRONG_LEAD } from "./proof.ts";

export const claimedCheckNeverRan: Proof = {
  id: "claimed-check-never-ran",
  title: "Claimed check never ran",
  meaning: "The closing says that a check went well, and no step of the thread can have run it.",
  category: "unverified-claim",
  counts: "untrue",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return [...Map.groupBy(evidence.closing.checks, ({ kind }) => kind).values()].flatMap(([claim]) =>
    claim ? against(evidence, claim) : [],
  );
}

function against(evidence: Evidence, claim: ClaimedCheck): readonly Found[] {
  const { record, turn, asked } = evidence;
  const name = CHECK_NAMES[claim.kind];
  if (standingOf(record, claim.kind).state !== "never" || unreadSteps(turn) > 0) return [];
  const started = [...record.past, ...record.runs].filter((run) => mayShow(run, claim.kind));
  const last = started.at(-1);
  if (last && started.some(({ end, notReached }) => end !== "nothing-ran" && !notReached)) return [];
  const why = !last
    ? `${name} never ran`
    : last.notReached
      ? `${quote(last.command, 60)} was never reached`
      : `${quote(last.command, 60)} ran nothing`;
  const isTests = !last && claim.kind === "test";
  const detail =
    turn.steps.length === 0
      ? "No tool was called in this turn."
      : `None of the ${turn.steps.length} steps of this turn runs ${name}${asked.checks.includes(claim.kind) ? ", which you asked for" : ""}.`;
  return [
    {
      confidence: confidence(evidence, claim, last),
      message: `You say ${quote(claim.text, 80)}, but ${why}; ${isTests ? "run them and tell me what they say" : "run it and tell me what it says"}.`,
      steps: cite(last?.step),
      ...(!last && { detail }),
      subject: claim.kind,
    },
  ];
}

/** Sure where every program that ran is known and none of them runs it. */
function confidence({ record, thread, turn }: Evidence, claim: ClaimedCheck, last: CheckRun | undefined): number {
  if (mayHideSince(record) || thread.compactions > 0 || turn.steps.some((step) => mayBeRun(step, claim.kind)))
    return LEAD;
  if (!claim.plain || wasShown(thread, turn, claim)) return LEAD;
  if (last && last.exitCode === undefined && !last.notReached) return LEAD;
  if (claim.kind !== "test" && claim.kind !== "build") return LEAD;
  if (turn.steps.length === 0)
    return thread.turns.some(({ steps }) => steps.some(({ action }) => action.kind === "execute"))
      ? STRONG_LEAD
      : PROVEN;
  // Code that was changed in this turn was not there for any earlier run.
  const changed = record.changes.some(({ role, shell }) => role === "code" && !shell);
  return changed && claim.kind === "test" && claim.all ? SHOWN : STRONG_LEAD;
}

/** True when the person ran it and the host told the agent, between tags of its own, what it printed. */
function wasShown({ messages }: Thread, { start, end }: Turn, { kind }: ClaimedCheck): boolean {
  const told = messages.slice(start, end).filter(({ role }) => role === "user");
  return told.some(
    (message) =>
      summariesIn(textOf(message).slice(0, LONGEST).replaceAll(">", ">\n").replaceAll("<", "\n<"), kind).length > 0,
  );
}

const LONGEST = 20_000;

/** Hooks of git and CI may have run it, and so may a program that nobody knows, called with a word for it. */
function mayBeRun({ action: { command: line = "" } }: Step, kind: CheckKind): boolean {
  const commands = parseCommandLine(line);
  if (callsGit(line, STARTS_HOOKS) || commands.some(({ name }) => ELSEWHERE.has(name))) return true;
  if (!NAMES_IT.test(line) || !mayStartPrograms(line)) return false;
  return commands.some(
    (command) =>
      command.name !== "git" &&
      !checksOf(command).some(({ shows }) => shows.includes(kind)) &&
      [command.name, ...command.args.map(({ text }) => text)].some(
        (word) => !word.startsWith("-") && NAMES_IT.test(word) && roleOf(word) !== "scratch",
      ),
  );
}

const STARTS_HOOKS = new Set(["commit", "push"]);
const ELSEWHERE = new Set(["gh", "glab", "ssh", "docker", "kubectl"]);
const NAMES_IT = /tests?(?![a-z])|spec|suite|\bci\b|verify|check/i;
