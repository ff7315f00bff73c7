const NEWLINE = 10;

/** No real message is this long. Without a limit, an endless line would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

export interface LineReader {
  readonly line: (line: Buffer) => void;
  /** A piece of a line that is too long to be looked at. */
  readonly piece: (piece: Buffer, isLast: boolean) => void;
}

/** Cuts a stream into lines, byte for byte. `flush` hands on what came after the last line end. */
export function createLineCutter(
  reader: LineReader,
  longest: number = LONGEST_LINE,
): { push(chunk: Buffer): void; flush(): void } {
  let held: Buffer[] = [];
  let length = 0;

  function take(part: Buffer, isLast: boolean): void {
    length += part.length;
    held.push(part);
    if (length > longest) reader.piece(joined(), isLast);
    else if (isLast) reader.line(joined());
    if (isLast) length = 0;
  }

  function joined(): Buffer {
    const [first] = held;
    const all = first && held.length === 1 ? first : Buffer.concat(held);
    held = [];
    return all;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, end + 1), true);
        start = end + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start), false);
    },
    flush() {
      if (length > 0) take(Buffer.alloc(0), true);
    },
  };
}

/** Writes lines to one side. While a line that is too long passes in pieces, our own lines wait until it is through. */
export function createLineWriter(write: (bytes: Buffer) => void): LineReader {
  let waiting: Buffer[] | undefined;
  return {
    line(line) {
      if (waiting) waiting.push(line);
      else write(line);
    },
    piece(piece, isLast) {
      write(piece);
      waiting ??= [];
      if (!isLast) return;
      const lines = waiting;
      waiting = undefined;
      for (const line of lines) write(line);
    },
  };
}
