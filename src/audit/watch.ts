import { proveTurn, type Judgement, type Proving } from "../corrector.ts";
import { describeError, hasCode } from "../errors.ts";
import type { Host } from "../hosts/host.ts";
import { openTranscript } from "../hosts/open-transcript.ts";
import { readTranscript, type TranscriptPosition } from "../hosts/transcript.ts";
import type { Delta } from "../thread/delta.ts";
import { type GrowingThread, startFold } from "../thread/reducer.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { requestIdOf } from "../thread/turns.ts";
import type { Found, FoundFile } from "./find-transcripts.ts";
import { readTail } from "./tail.ts";

/** A turn that ended while somebody watched. */
export interface WatchedTurn {
  readonly path: string;
  readonly host: Host;
  readonly thread: Thread;
  readonly turn: Turn;
  readonly judgement: Judgement;
  /** Names this end of the turn: the same for whoever else watches, another where the turn goes on. */
  readonly moment: string;
}

export interface WatchParts {
  readonly judging: Proving;
  /** Everything there is. Costs most, so it is not asked for at every look. */
  readonly find: () => Found;
  /** One file as it is now; undefined when it is gone. */
  readonly restat: (file: FoundFile) => FoundFile | undefined;
  /** What a host wrote down, with what we said to its agent told from the person's words. */
  readonly recognise?: (host: Host, deltas: readonly Delta[]) => readonly Delta[];
  readonly onTurn: (watched: WatchedTurn) => void;
  /** A file that cannot be read; it is tried again when it changes. */
  readonly onTrouble: (path: string, reason: string) => void;
  readonly now?: () => number;
}

export interface Watch {
  /** Reads what is new, and judges what has come to rest since the look before. */
  look(): void;
}

interface Followed {
  readonly host: Host;
  readonly growing: GrowingThread;
  /** So much of the file was there when the watch began. */
  readonly past: number;
  position: TranscriptPosition | undefined;
  /** What stood before the position, in a file that is read line by line: others are written anew each time. */
  tail: Buffer | undefined;
  /** The ends that turns were judged at, by their numbers: one that goes on is judged again. */
  readonly judged: Map<number, string | undefined>;
}

/** So many looks go by between two that search for new files. */
const SEARCH_EVERY = 5;
/** Sessions that nobody has written to for this long are left to the search. */
const RECENT_MS = 86_400_000;

/** Follows sessions as they are written. What ended before it began is not judged: an audit does that. */
export function startWatch(parts: WatchParts): Watch {
  const now = parts.now ?? Date.now;
  const first = new Map(parts.find().files.map((file) => [file.path, file]));
  const files = new Map(first);
  const followed = new Map<string, Followed>();
  let looks = 0;

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
    // A file that somebody has made but not written yet.
    if (file.size === 0) return;
    if (isAnother(file.path)) letGo(file.path);
    const known = followed.get(file.path);
    const session = known ?? begin(file);
    const { growing, past, judged } = session;
    let byLine = session.tail !== undefined;
    session.position = readTranscript(file.path, session.host, {
      from: session.position,
      onDeltas(deltas, _line, { offset }) {
        growing.add(parts.recognise?.(session.host, deltas) ?? deltas);
        byLine ||= offset !== undefined;
        if (offset !== undefined && offset <= past) leaveOut(judged, growing.thread, growing.thread.turns.slice(-1));
      },
    });
    session.tail = byLine ? readTail(file.path, session.position.offset) : undefined;
    // What was not read line by line, or turned up, may be old: only its newest turn can have ended just now.
    if (!known && judged.size === 0) leaveOut(judged, growing.thread, growing.thread.turns.slice(0, -1));
  }

  /** It was cut, or written anew: what is known of it is of another file. */
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
      growing: startFold(),
      past,
      position: undefined,
      tail: undefined,
      judged: new Map(),
    };
    followed.set(path, session);
    return session;
  }

  /** Only what has not changed between two looks: hosts write one message in several lines. */
  function judge(path: string): void {
    const session = followed.get(path);
    if (!session || session.growing.thread.mode === "subagent") return;
    for (const turn of session.growing.thread.turns) {
      const end = endOf(session.growing.thread, turn);
      if (end === undefined || session.judged.get(turn.number) === end) continue;
      session.judged.set(turn.number, end);
      tell(path, session, turn, end);
    }
  }

  function tell(path: string, { host, growing: { thread } }: Followed, turn: Turn, moment: string): void {
    // A copy: the turn may go on, and what was concluded about this moment must not be taken for its end.
    const ended = { ...turn, steps: [...turn.steps] };
    const judgement = proveTurn(parts.judging, thread, ended);
    parts.onTurn({ path, host, thread, turn: ended, judgement, moment });
  }

  return { look };
}

/** These ended before anybody watched. */
function leaveOut(judged: Followed["judged"], thread: Thread, turns: readonly Turn[]): void {
  for (const turn of turns) judged.set(turn.number, endOf(thread, turn));
}

/** Names the end that a turn has come to; undefined where it has not. */
function endOf(thread: Thread, turn: Turn): string | undefined {
  // With what it answers: who goes back has another turn with the same number.
  return turn.outcome === "ended"
    ? `${requestIdOf(thread, turn)} ${turn.number} ${turn.end} ${turn.toolCalls}`
    : undefined;
}

/** Without the advice for who names a file: nobody named this one. */
function reasonOf(error: unknown): string {
  return hasCode(error, "transcript.format") ? error.message : describeError(error);
}

function stateOf({ identity, size, mtimeMs }: FoundFile): string {
  return `${identity} ${size} ${mtimeMs}`;
}
