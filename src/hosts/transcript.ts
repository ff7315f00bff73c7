import { CoxError } from "../text/errors.ts";
import { fromJson } from "../text/json.ts";
import type { Delta } from "../thread/delta.ts";
import { byteOrderMarkLength, isBlank, MEGABYTE, readBytes, sessionIn, withFile } from "./reading/file.ts";
import type { Host } from "./host.ts";
import { watchingRoom } from "./reading/room.ts";
import { scanLines } from "./reading/lines.ts";
import { type MalformedLine, Tally } from "./reading/tally.ts";
import { decompressedLines, formOf, documentIn } from "./reading/whole-file.ts";

const CHUNK_BYTES = 256 * 1024;
export const MAX_LINE_BYTES = 64 * MEGABYTE;

/** Where reading stopped, and the reader's state there. Plain JSON, to be stored and passed back. */
export interface TranscriptPosition {
  readonly offset: number;
  readonly line: number;
  readonly state: unknown;
}

/** The result of a reading, and where it stopped. */
export interface TranscriptReading extends TranscriptPosition {
  /** The lines and bytes of this reading, not of the whole file. */
  readonly lines: number;
  readonly bytes: number;
  /** How many events the host's reader did not know. */
  readonly skipped: number;
  readonly malformedCount: number;
  /** The first malformed lines, with their numbers. */
  readonly malformed: readonly MalformedLine[];
  /** True when the file ends in an incomplete line, which is read when it is complete. */
  readonly unfinished: boolean;
}

/** Where to begin, and the callbacks. */
export interface ReadOptions {
  readonly from?: TranscriptPosition | undefined;
  readonly onDeltas: (deltas: readonly Delta[], line: number, here: LineEnd) => void;
  /** Called before each chunk of a file of lines, also when no line gives a delta. When it throws, the reading ends. */
  readonly onChunk?: () => void;
  readonly chunkBytes?: number;
  readonly maxLineBytes?: number;
}

/** The place right after a line that gave deltas. Only files that are read line by line have such places. */
export interface LineEnd {
  readonly offset: number | undefined;
  /** A position to read on from later. Costs a copy of the reader's state. */
  readonly position: () => TranscriptPosition | undefined;
}

interface OpenFile {
  readonly path: string;
  readonly file: number;
  readonly size: number;
  readonly from: TranscriptPosition;
  readonly tally: Tally;
  readonly place: { offset: number | undefined };
}

/** Reads a transcript from the beginning or from an earlier position; both give the same deltas. */
export function readTranscript(path: string, host: Host, options: ReadOptions): TranscriptReading {
  const from = options.from ?? { offset: 0, line: 0, state: undefined };
  const { file: filePath, session } = sessionIn(path);
  return withFile(filePath, (file, size) => {
    const place: OpenFile["place"] = { offset: undefined };
    const tally: Tally = new Tally(host.createReader(from.state), (deltas, line) => {
      const { offset } = place;
      const position = () => (offset === undefined ? undefined : { offset, line, state: tally.reader.state() });
      options.onDeltas(deltas, line, { offset, position });
    });
    const open = { path, file, size, from, tally, place };
    switch (formOf(file)) {
      case "database":
        return readRecords(storeRecords(filePath, session, host), open);
      case "compressed":
        return readingOf(open, { offset: size, line: readCompressed(open), unfinished: false });
      case "text": {
        const mayBeDocument = host.readDocument && (!host.onlyLists || beginsList(file));
        const document = mayBeDocument ? documentIn(path, file, size) : undefined;
        if (document === "unfinished") return readingOf(open, { ...from, unfinished: true });
        const records = document && host.readDocument?.(document.value);
        return records ? readRecords(records, open) : readLines(open, options);
      }
    }
  });
}

/** Gives the lines from where the last reading stopped, and how many there are. */
function readCompressed({ path, file, size, from, tally }: OpenFile): number {
  const needRoom = watchingRoom(path, 0);
  let last = from.line;
  for (const { line, number, end } of decompressedLines(path, file, size)) {
    if (number <= from.line) continue;
    last = number;
    needRoom(end);
    const tooLong = line.length > MAX_LINE_BYTES;
    tally.take(tooLong ? undefined : line, number);
  }
  return last;
}

function storeRecords(path: string, session: string | undefined, host: Host): readonly unknown[] {
  const records = host.readStore?.(path, session);
  if (records) return records;
  throw new CoxError("transcript.format", `${path} is a database, and ${host.title} keeps its transcripts in files.`);
}

/** Gives all records of a document to its reader each time: the reader knows what it has told. */
function readRecords(records: readonly unknown[], open: OpenFile): TranscriptReading {
  for (const [index, record] of records.entries()) open.tally.takeRecord(record, index);
  return readingOf(open, { offset: open.size, line: records.length, unfinished: false });
}

function readLines(open: OpenFile, options: ReadOptions): TranscriptReading {
  const { path, file, size, from, tally, place } = open;
  if (from.offset > size) {
    throw new CoxError("transcript.unreadable", `${path} has become shorter since it was read last.`, {
      hint: "It has to be read from the beginning.",
    });
  }
  const needRoom = watchingRoom(path, from.offset);
  const scan = scanLines(file, {
    offset: from.offset === 0 ? byteOrderMark(file) : from.offset,
    line: from.line,
    midLine: from.offset > 0 && !followsNewline(file, from.offset),
    chunkBytes: Math.min(options.chunkBytes ?? CHUNK_BYTES, size - from.offset + 1),
    maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
    onChunk: options.onChunk,
    onLine: (line, number, end) => {
      place.offset = end;
      needRoom(end);
      tally.take(line, number);
    },
  });
  const whole = scan.rest !== undefined && isWhole(scan.rest);
  place.offset = scan.end;
  if (whole) tally.take(scan.rest, scan.line + 1);
  return readingOf(open, {
    offset: whole ? scan.end : scan.offset,
    line: whole ? scan.line + 1 : scan.line,
    unfinished: !whole && scan.end > scan.offset && (scan.rest === undefined || !scan.rest.every(isBlank)),
  });
}

function readingOf(
  { tally, from }: OpenFile,
  end: Pick<TranscriptReading, "offset" | "line" | "unfinished">,
): TranscriptReading {
  const { lines, skipped, malformedCount, malformed } = tally;
  const { offset, line, unfinished } = end;
  const bytes = Math.max(offset - from.offset, 0);
  return { offset, line, state: tally.reader.state(), lines, bytes, skipped, malformedCount, malformed, unfinished };
}

/** True when the last line is complete and only lacks its newline. Half an object never parses. */
function isWhole(rest: Buffer): boolean {
  return rest.length > 0 && fromJson(rest.toString("utf8")) !== undefined;
}

function followsNewline(file: number, offset: number): boolean {
  return readBytes(file, offset - 1, 1)[0] === 0x0a;
}

function byteOrderMark(file: number): number {
  return byteOrderMarkLength(readBytes(file, 0, 3));
}

function beginsList(file: number): boolean {
  return readBytes(file, byteOrderMark(file), 1)[0] === 0x5b;
}
