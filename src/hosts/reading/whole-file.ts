import { CoxError } from "../../text/errors.ts";
import { inRoom } from "../../text/json-room.ts";
import { fromJson } from "../../text/json.ts";
import { byteOrderMarkLength, MEGABYTE, readBytes, isBlank } from "./file.ts";

const MAX_WHOLE_BYTES = 256 * MEGABYTE;

/** A compressed file of some kilobytes can hold more of them than anybody could wait for. */
const MAX_COMPRESSED_LINES = 4_000_000;

type FileForm = "database" | "compressed" | "text";

const DATABASE = Buffer.from("SQLite format 3\0");
const COMPRESSED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export function formOf(file: number): FileForm {
  const head = readBytes(file, 0, DATABASE.length);
  if (head.equals(DATABASE)) return "database";
  return head.subarray(0, COMPRESSED.length).equals(COMPRESSED) ? "compressed" : "text";
}

/** A file's text as one JSON value; undefined when it is not (yet) one. */
function parseWhole(path: string, file: number, size: number): { readonly value: unknown } | undefined {
  const bytes = readWhole(path, file, size);
  const text = inRoom(bytes.toString("utf8", byteOrderMarkLength(bytes)));
  if (text === undefined) throw new CoxError("transcript.unreadable", `${path} holds too many JSON lists and objects.`);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Node has it since 22.15. It is loaded only when needed: most readings never need it, and some are in a hurry. */
function zstd(): Decompress | null {
  const zlib: { zstdDecompressSync?: Decompress } = process.getBuiltinModule("node:zlib");
  return zlib.zstdDecompressSync ?? null;
}

interface StoredLine {
  readonly line: Buffer;
  readonly number: number;
  /** The offset after it, in what was decompressed. */
  readonly end: number;
}

/** The lines of an old session, which Codex keeps compressed. Blank ones are left out. */
export function decompressedLines(
  path: string,
  file: number,
  size: number,
  decompress: Decompress | null = zstd(),
): Iterable<StoredLine> {
  if (!decompress) {
    throw new CoxError("transcript.unreadable", `${path} is compressed with zstd, which this Node cannot read.`, {
      hint: "Use Node 22.15 or newer, or decompress it first (zstd -d).",
    });
  }
  return linesOf(path, decompressed(path, readWhole(path, file, size), decompress));
}

/** One after the other: a list of them would take far more memory than the bytes. */
function* linesOf(path: string, bytes: Buffer): Generator<StoredLine> {
  let number = 0;
  let told = 0;
  for (let start = 0; start < bytes.length;) {
    number += 1;
    if (bytes[start] === NEWLINE) {
      start += 1;
      continue;
    }
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    told += 1;
    if (told > MAX_COMPRESSED_LINES) throw tooManyLines(path);
    yield { line: bytes.subarray(start, end), number, end };
    start = end + 1;
  }
}

const NEWLINE = 0x0a;

function tooManyLines(path: string): CoxError {
  return new CoxError(
    "transcript.unreadable",
    `${path} holds more than ${MAX_COMPRESSED_LINES / 1_000_000} million lines.`,
  );
}

function decompressed(path: string, bytes: Buffer, decompress: Decompress): Buffer {
  try {
    const whole = decompress(bytes, { maxOutputLength: MAX_WHOLE_BYTES });
    // For a truncated file, Node 22 gives what it could decompress, which may be nothing, instead of an error.
    if (whole.length === 0) throw new Error("Nothing came out of it.");
    return whole;
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(path, cause);
    throw new CoxError("transcript.unreadable", `${path} is damaged: it cannot be decompressed.`, { cause });
  }
}

function readWhole(path: string, file: number, size: number): Buffer {
  if (size > MAX_WHOLE_BYTES) throw tooLarge(path);
  return readBytes(file, 0, size);
}

function tooLarge(path: string, cause?: unknown): CoxError {
  return new CoxError(
    "transcript.unreadable",
    `${path} is larger than ${MAX_WHOLE_BYTES / MEGABYTE} MB, and it can only be read as a whole.`,
    { cause },
  );
}

const SAMPLE_BYTES = 16 * 1024;

/** The beginning of a file, long enough to hold a whole line. */
export interface Sample {
  readonly bytes: Buffer;
  readonly lines: readonly string[];
  /** True when the file begins as a JSON document may. */
  readonly opens: boolean;
}

export function sampleOf(file: number, size: number, maxLineBytes: number): Sample {
  const bytes = firstBytes(file, size, maxLineBytes);
  const lines = bytes.subarray(byteOrderMarkLength(bytes)).toString("utf8").split("\n");
  const opens = /^\s*[[{]/.test(lines.find((line) => line.trim() !== "") ?? "");
  if (bytes.length < size) lines.pop();
  return { bytes, lines, opens };
}

function firstBytes(file: number, size: number, maxLineBytes: number): Buffer {
  for (let length = SAMPLE_BYTES; ; length *= 8) {
    const bytes = readBytes(file, 0, Math.min(length, size));
    if (length >= size || length >= maxLineBytes || bytes.includes("\n")) return bytes;
  }
}

export function documentIn(
  path: string,
  file: number,
  size: number,
): { readonly value: unknown } | "unfinished" | undefined {
  const { bytes, lines, opens } = sampleOf(file, size, MAX_WHOLE_BYTES);
  if (!opens) return undefined;
  const [first = "", second = ""] = lines.filter((line) => line.trim() !== "");
  const alone = bytes.length === size && bytes.subarray(Math.max(bytes.indexOf("\n"), 0)).every(isBlank);
  if (isObject(first) && !alone && bytes.includes("\n")) return undefined;
  const document = parseWhole(path, file, size);
  if (document) return document;
  return !first.trimStart().startsWith("[") && isObject(second) ? undefined : "unfinished";
}

function isObject(line: string): boolean {
  return line.trimStart().startsWith("{") && fromJson(line) !== undefined;
}
