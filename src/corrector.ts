import { describeError } from "./text/errors.ts";
import { agentState } from "./evidence/evidence.ts";
import type { EvidenceJudge } from "./evidence/judge.ts";
import {
  GUARD_DEFAULTS,
  type GuardLimits,
  type Objection,
  type Permission,
  requestPermission,
  whyClosed,
} from "./guard/guard.ts";
import { fitToTell } from "./observer/fit-to-tell.ts";
import { GATE_DEFAULTS, type Gate, type GateSettings, gate, withGuard, withNobodyToAsk } from "./observer/gate.ts";
import { notLooked } from "./observer/observer.ts";
import { type Circumstances, type StandDown, standDown } from "./observer/stand-down.ts";
import type { Store } from "./store/store.ts";
import type { DeltaOf } from "./thread/delta.ts";
import { fold } from "./thread/reducer.ts";
import type { Thread, Turn } from "./thread/thread.ts";
import { lastTurn, requestIdOf } from "./thread/turns.ts";
import {
  type Assessment,
  type Judge,
  type Verdict,
  type Witness,
  faultOf,
  gateVerdict,
  wasLeftAlone,
} from "./verdict.ts";
import { stillOpen } from "./verifier/feedback.ts";
import { answerState } from "./verifier/subagent-thread.ts";
import { type TriggerSettings, answerConditions, attemptAt } from "./verifier/trigger.ts";
import { type Given, withDefaults } from "./text/with-defaults.ts";

/** Whoever keeps a judgement keeps its gate in these words. */
export { gateLines } from "./observer/gate.ts";

/** Who decides about a turn, in the order in which they are asked. */
export interface Judging {
  /** What is not given is as for the commands. */
  readonly gate?: Given<GateSettings>;
  /** With it answers are verified: another gate opens, and feedback may be given more than once. The rest is the same. */
  readonly verification?: TriggerSettings;
  /** Looks for itself before anybody judges, at the end of a turn. */
  readonly witness?: Witness;
  /** Stand-down rules that do not count, by name. */
  readonly ignoreStandDown?: readonly string[];
  readonly evidence?: Judge;
  /** A model, for what proof cannot settle. */
  readonly observer?: Judge;
  /** Without an observer: why there is none, for the record. */
  readonly unobserved?: string;
  readonly user?: string;
  /** What is decided may quote the thread: secrets are taken out before anybody keeps, shows or sends it. */
  readonly redact?: (text: string) => string;
}

/** Who decides, and what keeps the agent from being corrected for ever. */
export interface CorrectorParts extends Judging {
  /** What is not given is as for the commands. */
  readonly guard?: Given<GuardLimits>;
  readonly store: Pick<Store, "readGuard" | "updateGuard">;
  /** Everything the agent did and claimed, as text: two equal texts mean nothing changed in between. By default of the record. */
  readonly stateOf?: (thread: Thread, turn: Turn) => string;
  /** Decide, but inject nothing. */
  readonly shadow?: boolean;
  readonly now?: () => Date;
}

/** What only the caller knows about the stop, and a signal: aborted, what is under way ends as `unchecked`. */
export interface AssessOptions extends Circumstances {
  readonly signal?: AbortSignal;
}

/** What one look at a turn gave. */
export interface Judgement {
  readonly turn: number;
  readonly gate: Gate;
  readonly verdict: Verdict;
  /** Only where answers are verified: which attempt at the request this was, from 1. */
  readonly attempt?: number;
  readonly witnessed?: DeltaOf<"witnessed">;
}

/** What is to be done about a turn. */
export interface Decision extends Judgement {
  /** The message may go into the thread. False in shadow, and where the guard said no. */
  readonly inject: boolean;
  /** What stays open, in words for the person, when the guard refused; once per request. */
  readonly tell?: string;
}

/** Never throws: whatever goes wrong is `unchecked`, and the agent may stop. */
export interface Corrector {
  assess(thread: Thread, options?: AssessOptions): Promise<Decision>;
  judge(thread: Thread, options?: AssessOptions): Promise<Judgement>;
  /** The second half: asks the guard for permission, and takes it. */
  permit(thread: Thread, judgement: Judgement): Promise<Decision>;
}

export function createCorrector(parts: CorrectorParts): Corrector {
  const now = parts.now ?? (() => new Date());
  const limits = withDefaults(GUARD_DEFAULTS, parts.guard);

  async function judge(thread: Thread, options: AssessOptions = {}): Promise<Judgement> {
    const turn = lastTurn(thread);
    if (!turn) return nothingToJudge();
    return fitToTell(await decide(parts, { thread, turn, options }, () => closedGuard(thread, turn)), parts.redact);
  }

  /** In shadow no permission is asked for, and an answer that may not be sent back is verified all the same: the person is told. */
  async function closedGuard(thread: Thread, turn: Turn): Promise<string | undefined> {
    if (parts.shadow || parts.verification) return undefined;
    return whyClosed(parts.store, limits, requestOf(thread, turn), now());
  }

  async function permit(thread: Thread, judgement: Judgement): Promise<Decision> {
    const turn = thread.turns[judgement.turn - 1];
    const { verdict, attempt } = judgement;
    if (!turn || verdict.verdict !== "correct" || parts.shadow)
      return { ...judgement, inject: false, ...(turn && stillOpen(thread, turn, verdict, attempt)) };
    const permission = await askPermission(thread, turn, verdict);
    if (permission.granted) return { ...judgement, verdict: permission.verdict, inject: true };
    const why = `${parts.verification ? "and not sent back" : "but not said"} because ${permission.reason}`;
    const tell = `Still open, ${why}: ${verdict.message}`;
    const refused = { ...judgement, gate: withGuard(judgement.gate, permission.reason), inject: false };
    return permission.tell ? { ...refused, tell } : refused;
  }

  async function askPermission(thread: Thread, turn: Turn, verdict: Verdict): Promise<Permission> {
    const stateOf = parts.stateOf ?? (parts.verification ? answerState : agentState);
    try {
      const objection: Objection = {
        ...requestOf(thread, turn),
        verdict,
        leavingOut: (isSaid) =>
          verdict.judge === "evidence" ? parts.evidence?.leavingOut?.(verdict, isSaid) : undefined,
        running: turn.outcome === "open",
        state: stateOf(thread, turn),
      };
      return await requestPermission(parts.store, limits, objection, now());
    } catch (error) {
      return { granted: false, reason: `the loop guard could not be asked (${describeError(error)})`, tell: true };
    }
  }

  return {
    judge,
    permit,
    assess: async (thread, options) => permit(thread, await judge(thread, options)),
  };
}

function requestOf(thread: Thread, turn: Turn): { readonly host: string; readonly requestId: string } {
  return { host: thread.host, requestId: requestIdOf(thread, turn) };
}

/** Gate, then proof, then opinion. Reads and asks, writes nothing: the way `cox check` looks at a turn. */
export async function judgeTurn(
  judging: Judging,
  thread: Thread,
  turn: Turn,
  options: AssessOptions = {},
): Promise<Judgement> {
  return fitToTell(await decide(judging, { thread, turn, options }), judging.redact);
}

interface Subject {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly options: AssessOptions;
}

async function decide(
  judging: Judging,
  subject: Subject,
  closedGuard: () => Promise<string | undefined> = async () => undefined,
): Promise<Judgement> {
  const { turn, options } = subject;
  const attempt = judging.verification ? { attempt: attemptAt(turn, options) } : {};
  try {
    const unguarded = lookAt(judging, subject);
    const opened = unguarded.open ? await whoMayBeAsked(judging, unguarded, closedGuard) : unguarded;
    const judged = { turn: turn.number, gate: opened, ...attempt };
    if (!opened.evidenceOpen) return { ...judged, verdict: notLooked(opened) };
    const assessment = assessmentOf(subject);
    const witnessed =
      options.trigger === "parallel" || !isWorth(opened) ? undefined : await judging.witness?.(assessment);
    const verdict = await askJudges(judging, opened, withWitnessed(assessment, witnessed));
    return { ...judged, verdict, ...(witnessed ? { witnessed } : {}) };
  } catch (error) {
    return { ...failed(turn, error), ...attempt };
  }
}

/** True where enough was done for checks to be run: they may take minutes, and little work seldom breaks anything. */
function isWorth({ reasons }: Gate): boolean {
  return reasons.every(({ name, passed }) => passed || (name !== "tool-calls" && name !== "edits"));
}

/** Only who would be paid makes the guard worth asking: it has its say on a proof when permission is asked for. */
async function whoMayBeAsked(
  { observer, unobserved }: Judging,
  opened: Gate,
  closedGuard: () => Promise<string | undefined>,
): Promise<Gate> {
  if (observer) return withGuard(opened, await closedGuard());
  return unobserved === undefined ? opened : withNobodyToAsk(opened, unobserved);
}

function withWitnessed(assessment: Assessment, witnessed: DeltaOf<"witnessed"> | undefined): Assessment {
  if (!witnessed) return assessment;
  const thread = fold([witnessed], assessment.thread);
  return { ...assessment, thread, turn: lastTurn(thread) ?? assessment.turn };
}

/** Who can be asked without waiting. */
export interface Proving extends Omit<Judging, "evidence" | "observer"> {
  readonly evidence: EvidenceJudge;
}

/** Gate and proof alone, at once. Holds on to nothing of the turn, so that an audit can forget it the moment it is judged. */
export function proveTurn(judging: Proving, thread: Thread, turn: Turn): Judgement {
  return fitToTell(prove(judging, { thread, turn, options: {} }), judging.redact);
}

function prove(judging: Proving, subject: Subject): Judgement {
  const { turn } = subject;
  try {
    const unread = openGate(judging, subject, undefined);
    if (!unread.evidenceOpen) return { turn: turn.number, gate: unread, verdict: notLooked(unread) };
    const opened = lookAt(judging, subject);
    const verdict = opened.evidenceOpen ? judging.evidence.assess(assessmentOf(subject)) : notLooked(opened);
    return { turn: turn.number, gate: opened, verdict };
  } catch (error) {
    return failed(turn, error);
  }
}

function lookAt(judging: Judging, subject: Subject): Gate {
  const { thread, turn, options } = subject;
  const ignore = [...(judging.ignoreStandDown ?? []), ...(judging.verification ? NOT_FOR_ANSWERS : [])];
  const standing = standDown({ thread, turn, circumstances: options, ignore });
  return openGate(judging, subject, standing);
}

/** An answer that goes out is verified whoever asked for it, and whatever was said or still runs. */
const NOT_FOR_ANSWERS = ["subagent", "limit", "running", "told-to-stop"];

function openGate(judging: Judging, subject: Subject, standing: StandDown | undefined): Gate {
  const { thread, turn, options } = subject;
  const input = {
    thread,
    turn,
    settings: { ...withDefaults(GATE_DEFAULTS, judging.gate), ...(judging.verification ? { skipModes: [] } : {}) },
    ...(standing ? { standDown: standing } : {}),
    mode: options.mode,
    ...(judging.user === undefined ? {} : { user: judging.user }),
  };
  return gate(input, judging.verification && answerConditions(judging.verification, options));
}

function failed(turn: Turn, error: unknown): Judgement {
  return { turn: turn.number, gate: CLOSED, verdict: gateVerdict("unchecked", `it failed: ${describeError(error)}`) };
}

function assessmentOf({ thread, turn, options }: Subject): Assessment {
  const { signal, trigger, ...run } = options;
  return { thread, turn, run, ...(trigger ? { trigger } : {}), ...(signal ? { signal } : {}) };
}

async function askJudges(judging: Judging, opened: Gate, assessment: Assessment): Promise<Verdict> {
  const proven = await ask(judging.evidence, assessment);
  if (proven && proven.verdict !== "ok") return proven;
  const rules = proven?.rules && { rules: proven.rules };
  const opinion = opened.open ? await ask(judging.observer, { ...assessment, ...rules }) : undefined;
  if (!opinion && !proven && judging.observer) return notLooked(opened);
  if (!opinion) return proven ?? gateVerdict("unchecked", "no judge is configured");
  // Who was not asked takes nothing from the record's word: the turn was looked at.
  if (proven && wasLeftAlone(opinion)) return { ...proven, reason: opinion.reason };
  return proven ? { ...opinion, ...rules, findings: [...proven.findings, ...opinion.findings] } : opinion;
}

async function ask(judge: Judge | undefined, assessment: Assessment): Promise<Verdict | undefined> {
  if (!judge) return undefined;
  const verdict = await judge.assess(assessment);
  const fault = faultOf(verdict);
  if (fault !== undefined) throw new Error(`the judge "${judge.name}" ${fault}`);
  return verdict;
}

const CLOSED: Gate = { open: false, evidenceOpen: false, reasons: [] };

function nothingToJudge(): Judgement {
  return { turn: 0, gate: CLOSED, verdict: gateVerdict("ok", "there is no turn yet") };
}
