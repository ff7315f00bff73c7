import type { TranscriptPosition } from "../hosts/transcript.ts";
import type { JsonValue } from "../store/records.ts";
import type { Delta } from "../thread/delta.ts";
import { EMPTY_THREAD, type Thread, type Turn } from "../thread/thread.ts";

/** What came before is kept only as far as later turns need it, so that a look costs as much as its own turn. */
export interface TurnMark {
  readonly position: TranscriptPosition;
  readonly opening: readonly Delta[];
  readonly base: ThreadBase;
  /** How many turns came before. `past` is the last of them, without its steps. */
  readonly turns: number;
  readonly past: PastTurn | undefined;
}

type ThreadBase = Omit<Thread, "messages" | "turns" | "pending" | "dropped">;
type PastTurn = Omit<Turn, "steps" | "start" | "end">;

/** Everything in a thread that a mark keeps. Call it before the deltas of the opening line are applied. */
export function baseOf(thread: Thread): { readonly base: ThreadBase; readonly turns: number } {
  const { messages: _messages, turns, pending: _pending, dropped: _dropped, ...base } = thread;
  return { base, turns: turns.length };
}

export function markBehind(thread: Thread, position: TranscriptPosition): TurnMark {
  const last = thread.turns.at(-1);
  return { position, opening: [], ...baseOf(thread), past: last && pastTurnOf(last) };
}

export function pastTurnOf(turn: Turn): PastTurn {
  const { steps: _steps, start: _start, end: _end, ...past } = turn;
  return past;
}

/** The thread as it stood at a mark: earlier turns are only counted, the last one says how it ended. */
export function threadAt({ base, turns, past }: TurnMark): Thread {
  if (!past) return { ...EMPTY_THREAD, ...base };
  const turn: Turn = { ...past, steps: [], start: 0, end: 0 };
  return { ...EMPTY_THREAD, ...base, turns: Array.from({ length: turns }, () => turn) };
}

/** Increased when the stored form changes: a mark in another form is ignored. */
const FORM = 7;

export interface KeptMark {
  readonly mark: TurnMark;
  readonly carried: unknown;
}

export function encodeMark({ mark, carried }: KeptMark): JsonValue {
  const { position, opening, base, turns, past } = mark;
  const { line, state } = position;
  return { form: FORM, line, reader: state, opening, base, turns, past, carried } as unknown as JsonValue;
}

export function decodeMark(stored: JsonValue, offset: number): KeptMark | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { form, line, reader, opening, base, turns, past, carried } = stored as unknown as StoredMark;
  if (form !== FORM) return undefined;
  return { mark: { position: { offset, line, state: reader }, opening, base, turns, past }, carried };
}

interface StoredMark extends Omit<KeptMark, "mark">, Omit<TurnMark, "position"> {
  readonly form: number;
  readonly line: number;
  readonly reader: unknown;
}
