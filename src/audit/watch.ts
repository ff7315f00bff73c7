import { type Judgement, type Proving, proveTurn } from "../corrector.ts";
import { describeError, hasCode } from "../text/errors.ts";
import type { Host } from "../hosts/host.ts";
import { openTranscript } from "../hosts/open-transcript.ts";
import { type TranscriptPosition, readTranscript } from "../hosts/transcript.ts";
import { type MarkedFold, startMarkedFold, type MarkBook, readTail } from "../session/marks.ts";
import type { Delta } from "../thread/delta.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { requestIdOf } from "../thread/turns.ts";
import type { Found, FoundFile } from "./find-transcripts.ts";

export interface WatchedTurn {
  readonly path: string;
  readonly host: Host;
  readonly thread: Thread;
  readonly turn: Turn;
  readonly judgement: Judgement;
  readonly marks: Pick<MarkBook, "lineOf">;
  /** Names this end of the turn: the same for every watcher, and another one when the turn goes on. */
  readonly moment: string;
}

export interface WatchParts {
  readonly judging: Proving;
  /** Searches for all files. It is expensive, so not every look calls it. */
  readonly find: () => Found;
  readonly restat: (file: FoundFile) => FoundFile | undefined;
  /** Tells our own corrections in a host's deltas apart from the person's words. */
  readonly recognise?: (host: Host, deltas: readonly Delta[]) => readonly Delta[];
  readonly onTurn: (watched: WatchedTurn) => void;
  /** Reports a file that cannot be read; it is tried again when it changes. */
  readonly onTrouble: (path: string, reason: string) => void;
  readonly now?: () => number;
}

/** A session that was written to since the watch began. */
export interface WatchedSession {
  readonly path: string;
  readonly host: Host;
  readonly thread: Thread;
  readonly changedMs: number;
}

interface Followed {
  readonly host: Host;
  readonly fold: MarkedFold;
  /** The size of the file when the watch began. */
  readonly past: number;
  position: TranscriptPosition | undefined;
  /** The bytes before the position, for files of lines; other files are rewritten each time. */
  tail: Buffer | undefined;
  /** For each turn number, the end at which it was judged: a turn that goes on is judged again. */
  readonly judged: Map<number, string | undefined>;
}

/** Every so many looks, new files are searched for. */
const SEARCH_EVERY = 5;
/** Sessions without a write for this long are only looked at in a search. */
const RECENT_MS = 86_400_000;

/** Follows sessions as they are written. Turns that ended before the watch are not judged; an audit does that. */
export function startWatch(parts: WatchParts) {
  const now = parts.now ?? Date.now;
  const first = new Map(parts.find().files.map((file) => [file.path, file]));
  const files = new Map(first);
  const followed = new Map<string, Followed>();
  let looks = 0;

  /** Reads what is new, and judges files that have not changed since the last look. */
  function look(): void {
    looks += 1;
    for (const file of looks % SEARCH_EVERY === 0 ? parts.find().files : recent()) {
      const before = files.get(file.path);
      files.set(file.path, file);
      try {
        if (!before || stateOf(before) !== stateOf(file)) read(file);
        else judge(file.path);
      } catch (error) {
        letGo(file.path);
        parts.onTrouble(file.path, reasonOf(error));
      }
    }
  }

  function recent(): FoundFile[] {
    const from = now() - RECENT_MS;
    return [...files.values()].filter((file) => file.mtimeMs >= from).flatMap((file) => parts.restat(file) ?? []);
  }

  function read(file: FoundFile): void {
    // A file that was created but not written yet.
    if (file.size === 0) return;
    if (isAnother(file.path)) letGo(file.path);
    const known = followed.get(file.path);
    const session = known ?? begin(file);
    const { fold, past, judged } = session;
    const { thread } = fold;
    let byLine = session.tail !== undefined;
    session.position = readTranscript(file.path, session.host, {
      from: session.position,
      onDeltas(deltas, line, { offset }) {
        fold.add(parts.recognise?.(session.host, deltas) ?? deltas, line);
        byLine ||= offset !== undefined;
        if (offset !== undefined && offset <= past) leaveOut(judged, thread, thread.turns.slice(-1));
      },
    });
    session.tail = byLine ? readTail(file.path, session.position.offset) : undefined;
    // A file that is new here, or not read line by line, may be old: only its newest turn can have ended just now.
    if (!known && judged.size === 0) leaveOut(judged, thread, thread.turns.slice(0, -1));
  }

  /** True when the file was truncated or rewritten: what is known belongs to its old content. */
  function isAnother(path: string): boolean {
    const { position, tail } = followed.get(path) ?? {};
    return position !== undefined && tail !== undefined && !readTail(path, position.offset).equals(tail);
  }

  function letGo(path: string): void {
    followed.delete(path);
    first.delete(path);
  }

  function begin({ path, identity }: FoundFile): Followed {
    const { host } = openTranscript(path);
    const before = first.get(path);
    const past = before?.identity === identity ? before.size : 0;
    const session: Followed = {
      host,
      fold: startMarkedFold(),
      past,
      position: undefined,
      tail: undefined,
      judged: new Map(),
    };
    followed.set(path, session);
    return session;
  }

  /** Judges only a file that did not change between two looks: hosts write one message in several lines. */
  function judge(path: string): void {
    const session = followed.get(path);
    if (!session || session.fold.thread.mode === "subagent") return;
    for (const turn of session.fold.thread.turns) {
      const end = endOf(session.fold.thread, turn);
      if (end === undefined || session.judged.get(turn.number) === end) continue;
      session.judged.set(turn.number, end);
      tell(path, session, turn, end);
    }
  }

  function tell(path: string, { host, fold: { thread, marks } }: Followed, turn: Turn, moment: string): void {
    // A copy: the turn may go on, and what is remembered for this moment must not be used for its later end.
    const ended = { ...turn, steps: [...turn.steps] };
    const judgement = proveTurn(parts.judging, thread, ended);
    parts.onTurn({ path, host, thread, turn: ended, judgement, marks, moment });
  }

  function sessions(): readonly WatchedSession[] {
    return [...followed]
      .filter(([, { fold }]) => fold.thread.mode !== "subagent" && fold.thread.turns.length > 0)
      .map(([path, { host, fold }]) => ({ path, host, thread: fold.thread, changedMs: files.get(path)?.mtimeMs ?? 0 }));
  }

  return { look, sessions };
}

/** Marks turns that ended before the watch as judged. */
function leaveOut(judged: Followed["judged"], thread: Thread, turns: readonly Turn[]): void {
  for (const turn of turns) judged.set(turn.number, endOf(thread, turn));
}

/** An id for the end of a turn; undefined when the turn has not ended. */
function endOf(thread: Thread, turn: Turn): string | undefined {
  // Includes the request's id: after going back, another turn has the same number.
  return turn.outcome === "ended"
    ? `${requestIdOf(thread, turn)} ${turn.number} ${turn.end} ${turn.toolCalls}`
    : undefined;
}

/** The reason without the hint for a person who named a file: nobody named this one. */
function reasonOf(error: unknown): string {
  return hasCode(error, "transcript.format") ? error.message : describeError(error);
}

function stateOf({ identity, size, mtimeMs }: FoundFile): string {
  return `${identity} ${size} ${mtimeMs}`;
}
