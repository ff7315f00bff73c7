import { countOf } from "../amounts.ts";
import { isWithin } from "../thread/is-within.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { StandDown } from "./stand-down.ts";

/** What a turn needs for a look to be worth it. */
export interface GateSettings {
  /** Fewest tool calls since the person spoke. */
  readonly minToolCalls: number;
  /** Fewest file edits since the person spoke. */
  readonly minEdits: number;
  /** Modes of the agent, as the thread or the host names them, that are never looked at. */
  readonly skipModes: readonly string[];
  /** Directories, with everything beneath them, or user names. Empty means everybody. */
  readonly allow: readonly string[];
}

/** Those of the configuration, where nobody sets any; a test holds both together. */
export const GATE_DEFAULTS: GateSettings = { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] };

export interface GateInput {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly settings: GateSettings;
  /** The rule that says to keep quiet; absent when none does. */
  readonly standDown?: StandDown;
  /** The mode that the agent runs in now; absent where only the thread may name one. */
  readonly mode?: string | undefined;
  /** Login of the person, for the allow-list. */
  readonly user?: string;
}

/** A condition by its name. The last five hold for answers only (verifier/trigger.ts). */
export type GateCondition =
  | "tool-calls"
  | "edits"
  | "mode"
  | "allowed"
  | "fresh-request"
  | "not-skipped"
  | "guard"
  | "stand-down"
  | "settled"
  | "undelivered"
  | "answer"
  | "trigger"
  | "keyword";

/** One thing that must hold for a look to be worth it. */
export type Condition = (input: GateInput) => GateReason;

/** One condition and whether it held, in words for a person. */
export interface GateReason {
  readonly name: GateCondition;
  readonly passed: boolean;
  readonly detail: string;
}

/** Whether a look at a turn is worth it, and why. */
export interface Gate {
  /** A model may be asked. */
  readonly open: boolean;
  /** What the record proves may be said, also where a model is not asked a second time. */
  readonly evidenceOpen: boolean;
  /** Every condition, also those that passed. */
  readonly reasons: readonly GateReason[];
}

/** Every condition with whether it held, as it is kept to explain a decision later. */
export function gateLines({ reasons }: Gate): string[] {
  return reasons.map(({ passed, name, detail }) => `${passed ? "✓" : "✗"} ${name}: ${detail}`);
}

/** Is a look at this turn worth it? Reads counts that the thread keeps, so that its cost does not grow with the thread. */
export function gate(input: GateInput, special: readonly Condition[] = WORK_CONDITIONS): Gate {
  const reasons = [...special, ...COMMON_CONDITIONS].map((condition) => condition(input));
  const closed = reasons.filter((reason) => !reason.passed);
  return {
    open: closed.length === 0,
    evidenceOpen: closed.every((reason) => MODEL_ONLY.has(reason.name)),
    reasons,
  };
}

/** The same gate with the guard's word in it. Closed, no model is asked; what is proven may still be told to the person. */
export function withGuard(opened: Gate, closed: string | undefined): Gate {
  if (closed === undefined) return opened;
  const reasons = opened.reasons.map((reason) =>
    reason.name === "guard" ? { ...reason, passed: false, detail: closed } : reason,
  );
  return { ...opened, open: false, reasons };
}

/** What opens the gate for course correction: work was done, and not in answer to a correction. */
const WORK_CONDITIONS: readonly Condition[] = [enoughToolCalls, enoughEdits, answersPerson, isNotSkipped];

/** What holds for every kind of look. */
const COMMON_CONDITIONS: readonly Condition[] = [modeIsWatched, isAllowed, guardIsOpen, nothingStandsDown];

/** The answer to a correction is not put to a model again; a further, proven objection may still be raised. */
const MODEL_ONLY: ReadonlySet<GateCondition> = new Set(["fresh-request", "not-skipped", "keyword"]);

/** Enough was done for the record to be looked at. */
export function isWork(input: GateInput): boolean {
  return enoughToolCalls(input).passed && enoughEdits(input).passed;
}

function enoughToolCalls({ turn, settings }: GateInput): GateReason {
  const detail = `${countOf(turn.toolCalls, "tool call")} since the person spoke, ${settings.minToolCalls} wanted`;
  return { name: "tool-calls", passed: turn.toolCalls >= settings.minToolCalls, detail };
}

function enoughEdits({ turn, settings }: GateInput): GateReason {
  const detail = `${countOf(turn.edits, "file edit")} since the person spoke, ${settings.minEdits} wanted`;
  return { name: "edits", passed: turn.edits >= settings.minEdits, detail };
}

function modeIsWatched({ thread, settings, mode = thread.mode }: GateInput): GateReason {
  const skipped = mode !== undefined && settings.skipModes.includes(mode);
  const detail = mode === undefined ? "the host names no mode" : `mode ${mode} is ${skipped ? "not " : ""}watched`;
  return { name: "mode", passed: !skipped, detail };
}

function isAllowed({ thread, settings, user }: GateInput): GateReason {
  const { allow } = settings;
  if (allow.length === 0) return { name: "allowed", passed: true, detail: "no allow-list is set" };
  const entry = allow.find((allowed) => allowed === user || isWithin(thread.cwd, allowed));
  return entry === undefined
    ? { name: "allowed", passed: false, detail: "neither the person nor the workspace is on the allow-list" }
    : { name: "allowed", passed: true, detail: `"${entry}" is on the allow-list` };
}

function answersPerson({ turn }: GateInput): GateReason {
  return turn.corrections === 0
    ? { name: "fresh-request", passed: true, detail: "the agent answers the person" }
    : { name: "fresh-request", passed: false, detail: "the agent answers a correction: only proof may object again" };
}

/** An inference that answers a correction is marked so when it is started. */
function isNotSkipped({ thread }: GateInput): GateReason {
  return thread.skipCorrection
    ? { name: "not-skipped", passed: false, detail: "this answer was marked not to be checked again" }
    : { name: "not-skipped", passed: true, detail: "this answer may be checked" };
}

/** Holds until somebody has asked the guard (`withGuard`): its counts lie in the store, and most stops need none of them. */
function guardIsOpen(): GateReason {
  return { name: "guard", passed: true, detail: "the loop guard is open" };
}

function nothingStandsDown({ standDown }: GateInput): GateReason {
  return standDown
    ? { name: "stand-down", passed: false, detail: `${standDown.rule}: ${standDown.detail}` }
    : { name: "stand-down", passed: true, detail: "no rule says to keep quiet" };
}
