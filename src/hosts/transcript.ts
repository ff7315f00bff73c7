import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { CoxError } from "../errors.ts";
import type { Delta } from "../thread/delta.ts";
import type { Host, LineReading, TranscriptReader } from "./host.ts";
import { detectHost, HOSTS } from "./hosts.ts";
import { scanLines } from "./lines.ts";

const MEGABYTE = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 64 * MEGABYTE;
const SAMPLE_BYTES = 16 * 1024;
/** So many of the first lines are looked at to recognise a host; most need only the first. */
const SAMPLE_LINES = [1, 8, 64];
/** Broken lines that are reported one by one; the count goes on. */
const MAX_REPORTED = 100;

/** Where reading stopped and what the reader knew there. Plain JSON, to be kept and handed back. */
export interface TranscriptPosition {
  readonly offset: number;
  readonly line: number;
  readonly state: unknown;
}

interface MalformedLine {
  readonly line: number;
  readonly reason: string;
}

export interface TranscriptReading extends TranscriptPosition {
  /** Lines and bytes of this reading, not of the whole file. */
  readonly lines: number;
  readonly bytes: number;
  /** Events that this host's reader does not know. */
  readonly skipped: number;
  readonly malformedCount: number;
  /** The first of them, with their line numbers. */
  readonly malformed: readonly MalformedLine[];
  /** The file ends inside a line that is not whole yet; it will be read when it is. */
  readonly unfinished: boolean;
}

export interface ReadOptions {
  readonly from?: TranscriptPosition | undefined;
  readonly onDeltas: (deltas: readonly Delta[], line: number) => void;
  readonly chunkBytes?: number;
  readonly maxLineBytes?: number;
}

export interface OpenedTranscript {
  readonly path: string;
  readonly host: Host;
}

/** Finds out whose transcript a file is, from its content; a host that is named is believed. */
export function openTranscript(path: string, named?: Host): OpenedTranscript {
  return withFile(path, (file, size) => {
    const sample = readSample(file, size);
    if (sample.every(isBlank)) throw new CoxError("transcript.format", `${path} is empty.`);
    if (sample.includes(0)) throw new CoxError("transcript.format", `${path} is a binary file, not a transcript.`);
    const host = named ?? recognise(sample, sample.length === size);
    if (!host) {
      throw new CoxError("transcript.format", `${path} is not in a format that is known here.`, {
        hint: `Known are the transcripts of ${HOSTS.map((known) => known.name).join(", ")}; --host names one.`,
      });
    }
    return { path, host };
  });
}

/** Reads a transcript from the beginning or from where an earlier reading stopped; both ways give the same deltas. */
export function readTranscript(path: string, host: Host, options: ReadOptions): TranscriptReading {
  return withFile(path, (file, size) => {
    const from = options.from ?? { offset: 0, line: 0, state: undefined };
    if (from.offset > size) {
      throw new CoxError("transcript.unreadable", `${path} has become shorter since it was read last.`, {
        hint: "It has to be read from the beginning.",
      });
    }
    const tally = new Tally(host.createReader(from.state), options.onDeltas);
    const scan = scanLines(file, {
      offset: from.offset === 0 ? byteOrderMark(file) : from.offset,
      line: from.line,
      midLine: from.offset > 0 && !followsNewline(file, from.offset),
      chunkBytes: Math.min(options.chunkBytes ?? CHUNK_BYTES, size - from.offset + 1),
      maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
      onLine: (line, number) => tally.take(line, number),
    });
    const whole = scan.rest !== undefined && isWhole(scan.rest);
    if (whole) tally.take(scan.rest, scan.line + 1);
    const offset = whole ? scan.end : scan.offset;
    return {
      offset,
      line: whole ? scan.line + 1 : scan.line,
      state: tally.reader.state(),
      lines: tally.lines,
      bytes: offset - from.offset,
      skipped: tally.skipped,
      malformedCount: tally.malformedCount,
      malformed: tally.malformed,
      unfinished: !whole && scan.end > scan.offset && (scan.rest === undefined || !scan.rest.every(isBlank)),
    };
  });
}

class Tally {
  readonly reader: TranscriptReader;
  readonly onDeltas: ReadOptions["onDeltas"];
  readonly malformed: MalformedLine[] = [];
  malformedCount = 0;
  skipped = 0;
  lines = 0;

  constructor(reader: TranscriptReader, onDeltas: ReadOptions["onDeltas"]) {
    this.reader = reader;
    this.onDeltas = onDeltas;
  }

  take(line: Buffer | undefined, number: number): void {
    this.lines += 1;
    if (line?.length === 0) return;
    const reading: LineReading = line ? this.reader.read(line) : { type: "malformed", reason: "the line is too long" };
    switch (reading.type) {
      case "deltas":
        if (reading.deltas.length > 0) this.onDeltas(reading.deltas, number);
        return;
      case "ignored":
        return;
      case "unknown":
        this.skipped += 1;
        return;
      case "malformed":
        this.malformedCount += 1;
        if (this.malformed.length < MAX_REPORTED) this.malformed.push({ line: number, reason: reading.reason });
        return;
    }
  }
}

/** Opening a pipe would wait for its writer. Windows has neither the flag nor the trouble. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

function withFile<Result>(path: string, use: (file: number, size: number) => Result): Result {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | NON_BLOCKING);
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new CoxError("transcript.unreadable", `${path} is a directory, not a transcript.`);
    if (!stats.isFile()) throw new CoxError("transcript.unreadable", `${path} is not a regular file.`);
    return use(file, stats.size);
  } catch (error) {
    throw error instanceof CoxError ? error : fileError(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function fileError(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !("code" in cause)) return cause;
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") {
    return new CoxError("transcript.missing", `${path} does not exist.`, { cause });
  }
  const why = cause.code === "EACCES" || cause.code === "EPERM" ? "permission denied" : cause.message;
  return new CoxError("transcript.unreadable", `${path} cannot be read: ${why}.`, { cause });
}

/** The beginning of a file, long enough to hold a whole line. */
function readSample(file: number, size: number): Buffer {
  for (let bytes = SAMPLE_BYTES; ; bytes *= 8) {
    const sample = readBytes(file, 0, Math.min(bytes, size));
    if (bytes >= size || bytes >= MAX_LINE_BYTES || sample.includes("\n")) return sample;
  }
}

function recognise(sample: Buffer, whole: boolean): Host | undefined {
  const lines = sample.subarray(byteOrderMarkLength(sample)).toString("utf8").split("\n");
  if (!whole) lines.pop();
  for (const count of SAMPLE_LINES) {
    const host = detectHost(lines.slice(0, count).flatMap(parsed));
    if (host) return host;
  }
  return undefined;
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** True for a last line that only lacks its newline. Half an object never parses. */
function isWhole(rest: Buffer): boolean {
  if (rest.length === 0) return false;
  try {
    JSON.parse(rest.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

function followsNewline(file: number, offset: number): boolean {
  return readBytes(file, offset - 1, 1)[0] === 0x0a;
}

function byteOrderMark(file: number): number {
  return byteOrderMarkLength(readBytes(file, 0, 3));
}

function byteOrderMarkLength(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
