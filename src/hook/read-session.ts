import { fstatSync, statSync } from "node:fs";
import { CoxError } from "../text/errors.ts";
import { readBytes, withFile } from "../hosts/reading/file.ts";
import type { Host } from "../hosts/host.ts";
import { type LineEnd, readTranscript, type TranscriptPosition } from "../hosts/transcript.ts";
import type { Cursor, JsonValue } from "../store/records.ts";
import type { Delta } from "../thread/delta.ts";
import { type OwnWords, recognising } from "../thread/own-words.ts";
import { startFold } from "../thread/reducer.ts";
import { partedAtRewinds } from "../thread/rewind.ts";
import type { Thread } from "../thread/thread.ts";
import { baseOf, decodeMark, type KeptMark, pastTurnOf, threadAt, type TurnMark } from "./turn-mark.ts";

interface SessionRequest {
  readonly host: Host;
  readonly path: string;
  readonly cursor?: Cursor | undefined;
  readonly own: readonly OwnWords[];
  /** Asked again and again while reading: a file is read synchronously, so no timer could fire. */
  readonly isLate?: () => boolean;
}

export interface SessionReading {
  readonly thread: Thread;
  /** The last mark made at a line that opened a turn, usually the newest such line. */
  readonly mark: TurnMark | undefined;
  readonly bytes: number;
  /** The position at the end of what was read; undefined when the transcript has no positions. */
  readonly end: TranscriptPosition | undefined;
  readonly from?: KeptMark;
}

/** Reads what is new in a session, or all of it when the place of an earlier look no longer exists. */
export function readSession(request: SessionRequest): SessionReading {
  const { cursor } = request;
  const kept = cursor && stillThere(cursor, request.path) ? decodeMark(cursor.state, cursor.offset) : undefined;
  if (kept) {
    const reading = goOn(request, kept.mark);
    if (reading) return { ...reading, from: kept };
  }
  return readFrom(request, undefined);
}

/** Undefined when the turn before the mark goes on after all, or something from before it is taken back. */
function goOn(request: SessionRequest, mark: TurnMark): SessionReading | undefined {
  try {
    const reading = readFrom(request, mark);
    const first = reading.thread.turns[mark.turns];
    const complete =
      first !== undefined && (first.steps[0]?.number ?? mark.base.stepCount + 1) === mark.base.stepCount + 1;
    return complete ? reading : undefined;
  } catch (error) {
    if (error instanceof TakenBack) return undefined;
    throw error;
  }
}

class TakenBack extends Error {}

/** Each mark costs a copy of the reader's state, and only the last one counts. So far from the end they are rare. */
const MARK_EVERY = 64 * 1024;
const SHARE_OF_REST = 1 / 8;

function readFrom({ host, path, own, isLate }: SessionRequest, from: TurnMark | undefined): SessionReading {
  const growing = startFold(from && threadAt(from));
  const recognise = recognising(own);
  growing.add(from?.opening ?? []);
  let mark: TurnMark | undefined;
  let marked = from?.position.offset ?? 0;
  let hasPlaces = false;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const reading = readTranscript(path, host, {
    from: from?.position,
    onChunk: refuseBeingLate,
    onDeltas(deltas, _line, here) {
      refuseBeingLate();
      hasPlaces ||= here.offset !== undefined;
      const told = own.length === 0 ? deltas : deltas.map(recognise);
      if (from) refuseTakingBack(told, growing.thread);
      for (const part of partedAtRewinds(told)) add(part, here);
    },
  });
  const { bytes, offset, line, state } = reading;
  return { thread: growing.thread, mark, bytes, end: hasPlaces ? { offset, line, state } : undefined };

  function refuseBeingLate(): void {
    if (isLate?.()) throw new CoxError("transcript.unreadable", `${path} is too long to be read in the time there is.`);
  }

  function add(told: readonly Delta[], here: LineEnd): void {
    const before = isMarkDue(here.offset ?? 0) ? baseOf(growing.thread) : undefined;
    growing.add(told);
    if (!before || growing.thread.turns.length <= before.turns) return;
    const position = here.position();
    if (!position) return;
    const past = growing.thread.turns[before.turns - 1];
    mark = { position, opening: told, ...before, past: past && pastTurnOf(past) };
    marked = position.offset;
  }

  function isMarkDue(here: number): boolean {
    const rest = size - here;
    return rest <= MARK_EVERY || here - marked >= Math.max(MARK_EVERY, rest * SHARE_OF_REST);
  }
}

/** Throws when the transcript goes back to before the mark: those messages are not known here. */
function refuseTakingBack(deltas: readonly Delta[], thread: Thread): void {
  for (const delta of deltas) {
    if (delta.type !== "thread:rewound") continue;
    const { to } = delta;
    const known = thread.messages.some(
      (message) =>
        message.id === to || message.content.some((block) => block.type === "tool_result" && block.toolUseId === to),
    );
    if (!known) throw new TakenBack();
  }
}

/** How many bytes before a place identify it: if the file was rewritten, these differ. */
const WITNESS_BYTES = 48;

/** A text that stays equal as long as the path leads to the same file with the same bytes before the offset. */
function identityOf(path: string, offset: number): string {
  return withFile(path, (file, size) => {
    const { dev, ino } = fstatSync(file);
    if (offset > size) return `${dev}:${ino}:shorter`;
    const start = Math.max(0, offset - WITNESS_BYTES);
    return `${dev}:${ino}:${readBytes(file, start, offset - start).toString("base64")}`;
  });
}

function stillThere(cursor: Cursor, path: string): boolean {
  return cursor.path === path && cursor.identity === identityOf(path, cursor.offset);
}

export function cursorAt(
  mark: TurnMark,
  place: Pick<Cursor, "host" | "session" | "path" | "cwd">,
  state: JsonValue,
): Cursor {
  const { offset } = mark.position;
  return { ...place, identity: identityOf(place.path, offset), offset, state };
}

/** Reads a session that was handed over whole, by the plugin of a host that keeps no file. */
export function readMessages(host: Host, messages: unknown, own: readonly OwnWords[]): SessionReading | undefined {
  const records = host.readDocument?.(messages);
  if (!records) return undefined;
  const reader = host.createReader();
  const growing = startFold();
  const recognise = recognising(own);
  for (const [index, record] of records.entries()) {
    const reading = reader.readRecord?.(record, index);
    if (reading?.type === "deltas") growing.add(reading.deltas.map(recognise));
  }
  return { thread: growing.thread, mark: undefined, bytes: 0, end: undefined };
}
