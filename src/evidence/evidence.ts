import type { Thread, Turn, Step } from "../thread/thread.ts";
import { isFromPerson } from "../thread/message.ts";
import { type Asked, askedIn } from "./asked/asked.ts";
import { type Ban, stillBanned } from "./asked/bans.ts";
import { type Closing, closingOf, readClosing } from "./closing/closing.ts";
import { type ChecksSoFar, checksAfterTurn, NO_CHECKS } from "./record/check-runs.ts";
import { changesOf, type FileChange } from "./record/changes.ts";
import { type Record, recordOf } from "./record/record.ts";
import { closingText } from "../thread/turns.ts";

export interface Evidence {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly record: Record;
  readonly closing: Closing;
  readonly asked: Asked;
  /** Files that earlier turns changed, as many as are kept. */
  readonly changedBefore: readonly string[];
}

/** What earlier turns leave behind: small and bounded, so that a turn costs the same however long its thread is. */
export interface Carried {
  readonly checks: ChecksSoFar;
  /** What the person forbade and did not take back. */
  readonly bans: readonly Ban[];
  /** Files that were changed, at most so many. */
  readonly changed: readonly string[];
}

export const NOTHING_CARRIED: Carried = { checks: NO_CHECKS, bans: [], changed: [] };

const MOST_BANS = 20;
const MOST_CHANGED = 100;

const known = new WeakMap<Turn, Carried>();

/** The turn that was read last: at one stop, several look at the same. */
let last: { readonly evidence: Evidence; readonly before: Carried; readonly read: readonly unknown[] } | undefined;

/** Reads a turn, and keeps what it leaves behind. */
export function evidenceOf(thread: Thread, turn: Turn): Evidence {
  const before = carriedBefore(thread, turn);
  const read = whatIsRead(thread, turn);
  const isSame = last?.evidence.thread === thread && last.evidence.turn === turn && last.before === before;
  if (last && isSame && last.read.length === read.length && last.read.every((part, index) => part === read[index]))
    return last.evidence;
  const evidence = readTurn(thread, turn, before);
  last = { evidence, before, read };
  return evidence;
}

/** A thread that grows is the same object afterwards, and so is its last turn; what they hold is not. */
function whatIsRead({ cwd, messages }: Thread, { start, steps, witnessed, outcome }: Turn): readonly unknown[] {
  return [cwd, outcome, ...steps, ...witnessed, ...messages.slice(start)];
}

function readTurn(thread: Thread, turn: Turn, before: Carried): Evidence {
  const { record, checks } = recordOf(thread, turn, before.checks);
  const asked = askedIn(thread, turn, stillBanned(before.bans, requestOf(thread, turn)));
  known.set(turn, leftBehind(asked, checks, changedAfter(before, record.changes)));
  return { thread, turn, record, closing: closingOf(thread, turn), asked, changedBefore: before.changed };
}

function requestOf(thread: Thread, turn: Turn): string {
  return thread.messages
    .slice(turn.start, turn.end)
    .filter(isFromPerson)
    .flatMap(({ content }) => content.flatMap((block) => (block.type === "text" ? [block.text] : [])))
    .join("\n");
}

function leftBehind({ bans }: Asked, checks: ChecksSoFar, changed: readonly string[]): Carried {
  return { checks, bans: bans.slice(-MOST_BANS), changed };
}

function changedAfter({ changed }: Carried, changes: readonly FileChange[]): readonly string[] {
  const paths = changes.flatMap(({ path, role }) => (role === "scratch" ? [] : [path]));
  return paths.length === 0 ? changed : [...new Set([...changed, ...paths])].slice(-MOST_CHANGED);
}

export function carriedBefore(thread: Thread, turn: Turn): Carried {
  const until = thread.turns.findIndex(({ number }) => number === turn.number);
  const earlier = until === -1 ? thread.turns : thread.turns.slice(0, until);
  const from = earlier.findLastIndex((each) => known.has(each));
  const start = earlier[from];
  let carried = (start && known.get(start)) ?? NOTHING_CARRIED;
  for (const each of earlier.slice(from + 1)) {
    carried = afterTurn(thread, each, carried);
    known.set(each, carried);
  }
  return carried;
}

function afterTurn(thread: Thread, turn: Turn, before: Carried): Carried {
  const checks = checksAfterTurn(before.checks, turn, thread.cwd);
  const asked = askedIn(thread, turn, stillBanned(before.bans, requestOf(thread, turn)));
  return leftBehind(asked, checks, changedAfter(before, changesOf(turn.steps, thread.cwd)));
}

/** What a turn leaves behind, for a store that keeps no turns. */
export function carriedAfter(thread: Thread, turn: Turn): Carried {
  const found = known.get(turn);
  if (found) return found;
  const carried = afterTurn(thread, turn, carriedBefore(thread, turn));
  known.set(turn, carried);
  return carried;
}

/** Says what the turns before the kept ones left behind: a thread that is resumed holds only its last turns. */
export function carryOver(turn: Turn, carried: Carried): void {
  known.set(turn, carried);
}

export function carriedToJson({ checks, bans, changed }: Carried): unknown {
  return { checks: { ...checks, scripts: [...checks.scripts] }, bans, changed };
}

/** Reads back what `carriedToJson` made. A record of another version may not fit: the caller then starts afresh. */
export function carriedFromJson(record: unknown): Carried {
  const { checks, bans, changed } = record as {
    checks: Omit<ChecksSoFar, "scripts"> & { scripts: readonly (readonly [string, string])[] };
    bans: readonly Ban[];
    changed: readonly string[];
  };
  return { checks: { ...checks, scripts: new Map(checks.scripts) }, bans, changed };
}

/**
 * Everything in a turn that an objection could rest on, as text: what was changed and run and how it ended, and what is
 * claimed. Looking around and other words for the same claims change nothing. Two equal texts mean: nothing happened.
 */
export function agentState(thread: Thread, turn: Turn): string {
  const actions = turn.steps.filter(hasEffect).map(describe);
  const { checks, statements } = readClosing(closingText(thread, turn));
  const claims = new Set([
    ...checks.map(({ kind }) => kind),
    ...statements.flatMap(({ signs }) => (signs.has("claims-done") ? ["done"] : [])),
  ]);
  return [...actions, ...claims].join("\n");
}

function hasEffect({ action }: Step): boolean {
  return action.changes.length > 0 || action.kind === "execute" || action.kind === "subagent";
}

function describe({ action, result }: Step): string {
  const changes = action.changes.map((change) => [change.type, change.path, change.oldText, change.newText]);
  return JSON.stringify([action.kind, action.command, changes, result?.status, result?.exitCode]);
}
