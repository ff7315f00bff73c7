import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { CoxError, describeError, hasCode } from "../text/errors.ts";
import { hostNamed } from "../hosts/hosts.ts";
import { openTranscript } from "../hosts/open-transcript.ts";
import { RoomError } from "../hosts/reading/room.ts";
import { type TranscriptPosition, type TranscriptReading, readTranscript } from "../hosts/transcript.ts";
import { readTail } from "./marks.ts";
import type { Case, SessionRecord } from "./record.ts";
import { ForgottenError, type SessionAudit, type SessionJudging, type SessionMemory, startSession } from "./session.ts";

export interface TranscriptAccess {
  readonly open: typeof openTranscript;
  readonly read: typeof readTranscript;
  /** The bytes before an offset, to see whether the file is still the one that was read. */
  readonly tail: (path: string, end: number) => Buffer;
}

export const DISK: TranscriptAccess = { open: openTranscript, read: readTranscript, tail: readTail };

export interface FileTask {
  readonly path: string;
  /** The file's host, if known: from an earlier audit, or because the person named it. */
  readonly host?: string;
  readonly earlier?: EarlierAudit;
}

export interface EarlierAudit {
  readonly record: SessionRecord;
  readonly memory: Uint8Array;
}

export interface ReadFile {
  readonly type: "read";
  readonly path: string;
  readonly record: SessionRecord;
  /** The cases of the turns judged now; those of the first `keptTurns` turns still stand from earlier audits. */
  readonly cases: readonly Case[];
  readonly keptTurns: number;
  readonly bytes: number;
  /** What is needed to read on from here; empty when the file has to be read anew. */
  readonly memory: Uint8Array;
}

interface UnreadFile<Type extends string> {
  readonly type: Type;
  readonly path: string;
  readonly reason: string;
}

/** A file that is no transcript, or contains no messages. */
export type ForeignFile = UnreadFile<"foreign">;
/** A transcript that is being written and does not contain anything complete yet. */
type BegunFile = UnreadFile<"begun">;
interface FailedFile extends UnreadFile<"failed"> {
  /** Only memory was lacking. */
  readonly starved?: true;
}

export type FileResult = ReadFile | ForeignFile | BegunFile | FailedFile;

/** Reads a transcript, or what was added, and judges its turns. Never throws: unreadable is a result, too. */
export function auditFile(task: FileTask, judging: SessionJudging, access: TranscriptAccess = DISK): FileResult {
  try {
    return (task.earlier && goOn(task, task.earlier, judging, access)) ?? readAnew(task, judging, access);
  } catch (error) {
    const unread = { path: task.path, reason: describeError(error) };
    if (error instanceof RoomError) return { ...unread, type: "failed", starved: true };
    return { ...unread, type: faultOf(error) };
  }
}

function faultOf(error: unknown): Exclude<FileResult, ReadFile>["type"] {
  if (error instanceof BegunError) return "begun";
  return hasCode(error, "transcript.format") ? "foreign" : "failed";
}

class BegunError extends CoxError {}

interface FileMemory {
  readonly position: TranscriptPosition;
  readonly session: SessionMemory;
  readonly tail: Uint8Array;
}

/** Reads on from an earlier audit. Undefined when the file changed, or the memory cannot be decoded. */
function goOn(
  task: FileTask,
  { record, memory }: EarlierAudit,
  judging: SessionJudging,
  access: TranscriptAccess,
): ReadFile | undefined {
  const host = hostNamed(record.host);
  const known = unpacked(memory);
  if (!host || !known) return undefined;
  const { position, tail } = known;
  if (!access.tail(task.path, position.offset).equals(tail)) return undefined;
  const session = startSession({ judging, path: task.path }, known.session);
  try {
    const reading = access.read(task.path, host, {
      from: position,
      onDeltas: (deltas, line) => session.add(deltas, line),
    });
    return resultOf({ path: task.path, session, reading, access, earlier: record });
  } catch (error) {
    if (error instanceof ForgottenError) return undefined;
    throw error;
  }
}

function readAnew(task: FileTask, judging: SessionJudging, access: TranscriptAccess, limit?: number): ReadFile {
  const { path, host } = access.open(task.path, task.host === undefined ? undefined : hostNamed(task.host));
  const session = startSession({ judging, path, ...(limit === undefined ? {} : { limit }) });
  try {
    const reading = access.read(path, host, { onDeltas: stoppingAtSubagents(session) });
    if (session.thread.messages.length === 0) throw nothingIn(path, reading);
    return resultOf({ path, session, reading, access, earlier: { turns: [], malformed: 0 } });
  } catch (error) {
    if (error instanceof SubagentError) return subagentResult(path, session);
    if (error instanceof ForgottenError) return readAnew(task, judging, access, Number.POSITIVE_INFINITY);
    throw error;
  }
}

function nothingIn(path: string, { unfinished }: TranscriptReading): CoxError {
  if (unfinished) return new BegunError("transcript.format", `${path} holds no messages yet: its end is missing.`);
  return new CoxError("transcript.format", `${path} holds no messages.`);
}

interface FinishedFile {
  readonly path: string;
  readonly session: SessionAudit;
  readonly reading: TranscriptReading;
  readonly access: TranscriptAccess;
  readonly earlier: Pick<SessionRecord, "turns" | "malformed">;
}

function resultOf({ path, session, reading, access, earlier }: FinishedFile): ReadFile {
  const { turns, cases, keptTurns } = session.finish();
  const { thread } = session;
  const { offset, line, state } = reading;
  return {
    type: "read",
    path,
    record: {
      host: thread.host,
      threadId: thread.id,
      ...(thread.cwd === undefined ? {} : { cwd: thread.cwd }),
      turns: [...earlier.turns.slice(0, keptTurns), ...turns],
      malformed: earlier.malformed + reading.malformedCount,
      unfinished: reading.unfinished,
    },
    cases,
    keptTurns,
    bytes: reading.bytes,
    memory: packed({ position: { offset, line, state }, session: session.memory(), tail: access.tail(path, offset) }),
  };
}

class SubagentError extends Error {}

/** Stops reading at the beginning of a subagent's own file: the rest of it is not needed. */
function stoppingAtSubagents(session: SessionAudit): SessionAudit["add"] {
  return (deltas, line) => {
    session.add(deltas, line);
    if (session.thread.mode === "subagent") throw new SubagentError();
  };
}

function subagentResult(path: string, { thread }: SessionAudit): ReadFile {
  const record: SessionRecord = {
    host: thread.host,
    threadId: thread.id,
    ...(thread.cwd === undefined ? {} : { cwd: thread.cwd }),
    subagent: true,
    turns: [],
    malformed: 0,
    unfinished: false,
  };
  return { type: "read", path, record, cases: [], keptTurns: 0, bytes: 0, memory: new Uint8Array() };
}

/** For a smaller memory, compression costs more than it saves. */
const WORTH_PACKING = 24_000;
const PACKED_MARK = 0x28;

function packed(memory: FileMemory): Uint8Array {
  const bytes = serialized(memory);
  if (bytes.length < WORTH_PACKING) return bytes;
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** Nothing for values nested so deep that only a parser gets through them: such a file is read anew each time. */
function serialized(memory: FileMemory): Uint8Array {
  try {
    return serialize(memory);
  } catch (error) {
    if (error instanceof RangeError) return new Uint8Array();
    throw error;
  }
}

/** Decodes a memory that we wrote ourselves, perhaps with another version of Node; undefined when that fails. */
function unpacked(memory: Uint8Array): FileMemory | undefined {
  if (memory.length === 0) return undefined;
  try {
    return deserialize(memory[0] === PACKED_MARK ? zstdDecompressSync(memory) : memory) as FileMemory;
  } catch {
    return undefined;
  }
}
