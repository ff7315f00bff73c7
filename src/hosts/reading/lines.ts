import { readSync } from "node:fs";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface LineScan {
  readonly offset: number;
  /** How many lines come before that byte. */
  readonly line: number;
  /** True when the line before `offset` was read without its newline: the rest of that line is skipped. */
  readonly midLine: boolean;
  readonly chunkBytes: number;
  readonly maxLineBytes: number;
  /** Called before each chunk is read, whatever its lines are. When it throws, the reading ends. */
  readonly onChunk?: (() => void) | undefined;
  /** `line` is undefined when longer than the limit, and valid only during the call. `end`: the offset after it. */
  readonly onLine: (line: Buffer | undefined, number: number, end: number) => void;
}

export interface LineScanEnd {
  readonly offset: number;
  readonly line: number;
  readonly rest: Buffer | undefined;
  /** The offset at which the file ended. */
  readonly end: number;
}

/** Reads a file's lines in chunks, in one reused buffer: memory depends on the longest line, not on the file. */
export function scanLines(file: number, scan: LineScan): LineScanEnd {
  const scratch = borrowScratch(scan.chunkBytes);
  let buffer = scratch.subarray(0, scan.chunkBytes);
  let filled = 0;
  let position = scan.offset;
  let lineOffset = scan.offset;
  let number = scan.line;
  let passing = scan.midLine;
  let oversized = false;

  for (;;) {
    if (filled === buffer.length) {
      if (filled > scan.maxLineBytes) {
        oversized = true;
        filled = 0;
      } else {
        buffer = grown(buffer, Math.min(buffer.length * 2, scan.maxLineBytes + 1));
      }
    }
    scan.onChunk?.();
    const bytes = readSync(file, buffer, filled, buffer.length - filled, position);
    if (bytes === 0) break;
    position += bytes;
    const view = buffer.subarray(0, filled + bytes);
    let start = 0;
    let newline = view.indexOf(NEWLINE, filled);
    while (newline !== -1) {
      if (passing) passing = false;
      else {
        number += 1;
        const tooLong = oversized || newline - start > scan.maxLineBytes;
        const end = position - view.length + newline + 1;
        scan.onLine(tooLong ? undefined : lineOf(view, start, newline), number, end);
      }
      oversized = false;
      start = newline + 1;
      newline = view.indexOf(NEWLINE, start);
    }
    filled = view.length - start;
    if (start > 0) {
      lineOffset = position - filled;
      buffer.copyWithin(0, start, view.length);
    }
  }
  spare = scratch;
  const rest = oversized || passing || filled > scan.maxLineBytes ? undefined : lineOf(buffer, 0, filled);
  return { offset: lineOffset, line: number, rest, end: position };
}

/** Kept from one file to the next: with many small files, allocating a new buffer would cost more than reading. */
let spare: Buffer | undefined;

function borrowScratch(bytes: number): Buffer {
  const scratch = spare;
  spare = undefined;
  return scratch && scratch.length >= bytes ? scratch : Buffer.allocUnsafe(bytes);
}

function lineOf(view: Buffer, start: number, newline: number): Buffer {
  const end = newline > start && view[newline - 1] === CARRIAGE_RETURN ? newline - 1 : newline;
  return view.subarray(start, end);
}

function grown(buffer: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  buffer.copy(larger);
  return larger;
}
