import { type Proving, proveTurn } from "../corrector.ts";
import { type Carried, carriedAfter, carryOver } from "../evidence/evidence.ts";
import type { ReadingJudge } from "../evidence/judge.ts";
import type { Delta } from "../thread/delta.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { caseOf } from "./case.ts";
import { startMarkedFold, type Marks } from "./marks.ts";
import type { Case, TurnRecord } from "./record.ts";
import { turnRecord } from "./turn-record.ts";

/** What must be stored to read on when the transcript has grown. It can be cloned and serialised. */
export interface SessionMemory {
  readonly thread: Thread;
  /** What the turns before the newest one left behind. */
  readonly carried: Carried | undefined;
  readonly marks: Marks;
}

export interface SessionAudit {
  readonly thread: Thread;
  /** Takes the deltas of one line. Throws `ForgottenError` when the person went back to a forgotten turn. */
  add(deltas: readonly Delta[], line: number): void;
  /** Judges the remaining turns. The newest one may still grow; then a later audit judges it again. */
  finish(): FinishedSession;
  /** Must be called last: it drops everything that need not be remembered. */
  memory(): SessionMemory;
}

export interface FinishedSession {
  readonly turns: readonly TurnRecord[];
  readonly cases: readonly Case[];
  /** How many turns before these were judged by an earlier audit and still stand. */
  readonly keptTurns: number;
}

/** By proof alone; what was read for it also says how much a turn is worth a look. */
export interface SessionJudging extends Proving {
  readonly evidence: ReadingJudge;
}

export interface SessionParts {
  readonly judging: SessionJudging;
  readonly path: string;
  /** How many characters may be held before judged turns are forgotten. */
  readonly limit?: number;
}

/** Thrown when the person went back to a forgotten turn: then the file must be read again without forgetting. */
export class ForgottenError extends Error {}

/** Small enough that a turn's memory is freed while it is young, which costs least. */
const HELD_CHARACTERS = 500_000;
/** How many judged turns are kept: people seldom go back further. */
const HELD_TURNS = 2;
/** A result that comes this many turns later is not waited for. */
const LATE_TURNS = 3;

/** Judges every turn when it ends and keeps what a report needs: memory depends on the longest turn. */
export function startSession(parts: SessionParts, memory?: SessionMemory): SessionAudit {
  const fold = startMarkedFold(memory, goBack);
  const { thread, marks } = fold;
  const limit = parts.limit ?? HELD_CHARACTERS;
  let records: TurnRecord[] = [];
  let cases: Case[] = [];
  let next = Math.max(1, thread.turns.length);
  let forgotten = next - 1;
  let keptTurns = forgotten;
  let held = 0;
  const previous = thread.turns[next - 2];
  if (previous && memory?.carried) carryOver(previous, memory.carried);

  function add(deltas: readonly Delta[], line: number): void {
    fold.add(deltas, line);
    while (isFinished()) judgeNext();
    held += weightOf(deltas);
    if (held > limit) forget(next - 1 - HELD_TURNS);
  }

  /** What the person took back no longer counts, and the turn in which the cut lies is judged again. */
  function goBack(dropped: number): void {
    const left = thread.turns.length;
    const lost = forgotten > 0 && (thread.dropped > dropped || (left > 0 && left <= forgotten));
    if (lost) throw new ForgottenError();
    records = records.filter((record) => record.turn < left);
    cases = cases.filter((found) => found.turn < left);
    next = Math.max(1, Math.min(next, left));
    forgotten = Math.min(forgotten, left);
    keptTurns = Math.min(keptTurns, left);
  }

  /** True when a later turn has begun and no call of this one waits for its result. */
  function isFinished(): boolean {
    const later = thread.turns.length - next;
    if (later < 1) return false;
    if (later >= LATE_TURNS || thread.pending.size === 0) return true;
    for (const place of thread.pending.values()) if (place.turn < next) return false;
    return true;
  }

  function judgeNext(): void {
    const turn = thread.turns[next - 1];
    if (turn) judge(turn);
    next += 1;
  }

  function judge(turn: Turn): void {
    const judgement = proveTurn(parts.judging, thread, turn);
    const evidence = parts.judging.evidence.takeEvidence();
    const record = turnRecord(thread, turn, { judgement, evidence, mark: marks.of(turn.number) });
    records.push(record);
    if (judgement.verdict.verdict !== "correct") return;
    const { key, line, at, model } = record;
    cases.push(caseOf(thread, turn, judgement, { path: parts.path, key, line, at, model, lineOf: marks.lineOf }));
  }

  function forget(count: number): void {
    held = 0;
    if (count <= forgotten) return;
    const carried = thread.turns.slice(0, count).map((turn) => carriedAfter(thread, turn));
    for (const [, turn] of fold.forget(thread.turns.length - count)) {
      const known = carried[turn.number - 1];
      if (known) carryOver(turn, known);
    }
    forgotten = count;
    marks.release(count);
  }

  return {
    thread,
    add,
    finish() {
      while (next <= thread.turns.length) judgeNext();
      return { turns: records, cases, keptTurns };
    },
    memory() {
      const before = thread.turns.at(-2);
      const carried = before && carriedAfter(thread, before);
      forget(thread.turns.length - 1);
      return { thread: { ...thread }, carried, marks: marks.kept(thread.turns.length) };
    },
  };
}

const OVERHEAD = 400;

export function weightOf(deltas: readonly Delta[]): number {
  let weight = 0;
  for (const delta of deltas) weight += OVERHEAD + textWeight(delta);
  return weight;
}

function textWeight(delta: Delta): number {
  switch (delta.type) {
    case "tool:data":
      return delta.output.length;
    case "user:message":
      return delta.message.content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
    case "inference:completed":
      return delta.message.content.reduce(
        (sum, block) => sum + (block.type === "tool_use" ? inputWeight(block.input) : block.text.length),
        0,
      );
    default:
      return 0;
  }
}

function inputWeight(input: unknown): number {
  if (typeof input === "string") return input.length;
  if (typeof input !== "object" || input === null) return 0;
  let weight = 0;
  for (const value of Object.values(input)) if (typeof value === "string") weight += value.length;
  return weight;
}
