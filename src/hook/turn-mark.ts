import type { TranscriptPosition } from "../hosts/transcript.ts";
import type { JsonValue } from "../store/records.ts";
import type { Delta } from "../thread/delta.ts";
import { EMPTY_THREAD, type Thread, type Turn } from "../thread/thread.ts";

/**
 * A place to read a session on from, with what came before kept only as far as later turns need it: so a look costs as
 * much as the turn it is about, however long the session is. It stands behind a turn that is over and settled, or, where
 * the turn may go on, behind the line that opened it.
 */
export interface TurnMark {
  readonly position: TranscriptPosition;
  /** What the line told that opened the turn: told again when reading goes on. Empty behind a turn that is over. */
  readonly opening: readonly Delta[];
  /** The thread up to there, without messages and turns. */
  readonly base: ThreadBase;
  /** How many turns came before, and how the last of them stood. */
  readonly turns: number;
  readonly past: PastTurn | undefined;
}

type ThreadBase = Omit<Thread, "messages" | "turns" | "pending" | "dropped">;
type PastTurn = Omit<Turn, "steps" | "start" | "end">;

/** Everything of a thread that a mark keeps; to be taken before the line is told. */
export function baseOf(thread: Thread): { readonly base: ThreadBase; readonly turns: number } {
  const { messages: _messages, turns, pending: _pending, dropped: _dropped, ...base } = thread;
  return { base, turns: turns.length };
}

/** The mark behind everything that was read. */
export function markBehind(thread: Thread, position: TranscriptPosition): TurnMark {
  const last = thread.turns.at(-1);
  return { position, opening: [], ...baseOf(thread), past: last && pastTurnOf(last) };
}

export function pastTurnOf(turn: Turn): PastTurn {
  const { steps: _steps, start: _start, end: _end, ...past } = turn;
  return past;
}

/** The thread as it stood at a mark. Its turns are there by number only; the last says how it ended. */
export function threadAt({ base, turns, past }: TurnMark): Thread {
  if (!past) return { ...EMPTY_THREAD, ...base };
  const turn: Turn = { ...past, steps: [], start: 0, end: 0 };
  return { ...EMPTY_THREAD, ...base, turns: Array.from({ length: turns }, () => turn) };
}

/** Counts up when what is kept changes its form: a mark of another form is not understood and not used. */
const FORM = 4;

/** A mark with what the turns before it left behind. */
export interface KeptMark {
  readonly mark: TurnMark;
  /** As `carriedRecord` gives it. */
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

/** Written by nobody but `encodeMark`; the form says so. */
interface StoredMark extends Omit<KeptMark, "mark"> {
  readonly form: number;
  readonly line: number;
  readonly reader: unknown;
  readonly opening: readonly Delta[];
  readonly base: ThreadBase;
  readonly turns: number;
  readonly past: PastTurn | undefined;
}
