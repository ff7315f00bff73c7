import { CoxError } from "../../errors.ts";
import { byteOrderMarkLength, MEGABYTE, readBytes } from "./file.ts";

/** The largest file that is held in memory as a whole. */
export const MAX_WHOLE_BYTES = 256 * MEGABYTE;

export type FileForm = "database" | "compressed" | "text";

const DATABASE = Buffer.from("SQLite format 3\0");
const COMPRESSED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The form of a file, by its first bytes. */
export function formOf(file: number): FileForm {
  const head = readBytes(file, 0, DATABASE.length);
  if (head.equals(DATABASE)) return "database";
  return head.subarray(0, COMPRESSED.length).equals(COMPRESSED) ? "compressed" : "text";
}

/** A file's text as one JSON value; undefined when it is not (yet) one. */
export function parseWhole(path: string, file: number, size: number): { readonly value: unknown } | undefined {
  const bytes = readWhole(path, file, size);
  try {
    return { value: JSON.parse(bytes.toString("utf8", byteOrderMarkLength(bytes))) };
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

/** The lines of an old session, which Codex keeps compressed. */
export function decompressedLines(
  path: string,
  file: number,
  size: number,
  decompress: Decompress | null = zstd(),
): Buffer[] {
  if (!decompress) {
    throw new CoxError("transcript.unreadable", `${path} is compressed with zstd, which this Node cannot read.`, {
      hint: "Use Node 22.15 or newer, or decompress it first (zstd -d).",
    });
  }
  const bytes = decompressed(path, readWhole(path, file, size), decompress);
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
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
