import { countOf } from "../text/amounts.ts";
import { isWithin } from "../text/places.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { StandDown } from "./stand-down.ts";

/** What a turn needs so that it is worth judging. */
export interface GateSettings {
  readonly minToolCalls: number;
  /** The minimum of file edits since the person spoke. */
  readonly minEdits: number;
  readonly skipModes: readonly string[];
  /** Directories (with everything below them) or user names. Empty means everybody. */
  readonly allow: readonly string[];
}

export const GATE_DEFAULTS: GateSettings = { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] };

export interface GateInput {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly settings: GateSettings;
  readonly standDown?: StandDown;
  readonly mode?: string | undefined;
  readonly user?: string | undefined;
}

/** The name of a condition; `observer` only where there is nobody to ask. The last five are only for answers (verifier/trigger.ts). */
export type GateCondition =
  | "tool-calls"
  | "edits"
  | "mode"
  | "allowed"
  | "fresh-request"
  | "not-skipped"
  | "guard"
  | "observer"
  | "stand-down"
  | "settled"
  | "undelivered"
  | "answer"
  | "trigger"
  | "keyword";

/** One thing that must hold so that a turn is worth judging. */
export type Condition = (input: GateInput) => GateReason;

/** One condition and whether it held, worded for a person. */
export interface GateReason {
  readonly name: GateCondition;
  readonly passed: boolean;
  readonly detail: string;
}

/** Whether a turn is worth judging, and why. */
export interface Gate {
  /** True when a model may be asked. */
  readonly open: boolean;
  /** True when proven findings may be told, also when a model is not asked a second time. */
  readonly evidenceOpen: boolean;
  readonly reasons: readonly GateReason[];
}

/** All conditions and whether they held, as they are stored to explain a decision later. */
export function gateLines({ reasons }: Gate): string[] {
  return reasons.map(({ passed, name, detail }) => `${passed ? "✓" : "✗"} ${name}: ${detail}`);
}

/** Whether this turn is worth judging, from counts that the thread keeps: the cost does not grow with it. */
export function gate(input: GateInput, special: readonly Condition[] = WORK_CONDITIONS): Gate {
  const reasons = [...special, ...COMMON_CONDITIONS].map((condition) => condition(input));
  const closed = reasons.filter((reason) => !reason.passed);
  return { open: closed.length === 0, evidenceOpen: closed.every(({ name }) => MODEL_ONLY.has(name)), reasons };
}

/** The gate with the guard's answer. If that is closed, no model is asked; proven findings may still be told. */
export function withGuard(opened: Gate, closed: string | undefined): Gate {
  if (closed === undefined) return opened;
  const reasons = opened.reasons.map((reason) =>
    reason.name === "guard" ? { ...reason, passed: false, detail: closed } : reason,
  );
  return { ...opened, open: false, reasons };
}

/** The gate where there is no model to ask, and why. */
export function withNobodyToAsk(opened: Gate, why: string): Gate {
  const detail = `no model is asked: ${why.replace(/\.$/, "")}`;
  return { ...opened, open: false, reasons: [...opened.reasons, { name: "observer", passed: false, detail }] };
}

/** What opens the gate for a course correction: work was done, and not in answer to a correction. */
const WORK_CONDITIONS: readonly Condition[] = [enoughToolCalls, enoughEdits, answersPerson, isNotSkipped];

/** Conditions for every kind of judging. */
const COMMON_CONDITIONS: readonly Condition[] = [modeIsWatched, isAllowed, guardIsOpen, nothingStandsDown];

/** Then no model is asked, but what is proven may be said: "All tests pass." after no call is the grossest lie. */
export const MODEL_ONLY: ReadonlySet<GateCondition> = new Set([
  "tool-calls",
  "edits",
  "fresh-request",
  "not-skipped",
  "keyword",
]);

export function isWork(input: GateInput): boolean {
  return enoughToolCalls(input).passed && enoughEdits(input).passed;
}

function enoughToolCalls({ turn, settings }: GateInput): GateReason {
  const detail = `${countOf(turn.toolCalls, "tool call")} since the person spoke, ${settings.minToolCalls} wanted`;
  return { name: "tool-calls", passed: turn.toolCalls >= settings.minToolCalls, detail };
}

function enoughEdits({ thread, turn, settings }: GateInput): GateReason {
  const edits = turn.edits >= settings.minEdits ? turn.edits : turn.edits + untoldEdits(thread, turn);
  const detail = `${countOf(edits, "file edit")} since the person spoke, ${settings.minEdits} wanted`;
  return { name: "edits", passed: edits >= settings.minEdits, detail };
}

/** Edits of which the record holds no result: nothing says that they failed. */
function untoldEdits({ pending, turns }: Thread, { number }: Turn): number {
  return [...pending.values()].filter(({ turn: at, step }) => {
    const turn = turns[at];
    return turn?.number === number && (turn.steps[step]?.action.changes.length ?? 0) > 0;
  }).length;
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

/** Holds unless the inference was marked as the answer to a correction when it was started. */
function isNotSkipped({ thread }: GateInput): GateReason {
  return thread.skipCorrection
    ? { name: "not-skipped", passed: false, detail: "this answer was marked not to be checked again" }
    : { name: "not-skipped", passed: true, detail: "this answer may be checked" };
}

/** Holds until the guard is asked (`withGuard`): its counts are in the store, and most stops never need them. */
function guardIsOpen(): GateReason {
  return { name: "guard", passed: true, detail: "the loop guard is open" };
}

function nothingStandsDown({ standDown }: GateInput): GateReason {
  return standDown
    ? { name: "stand-down", passed: false, detail: `${standDown.rule}: ${standDown.detail}` }
    : { name: "stand-down", passed: true, detail: "no rule says to keep quiet" };
}
