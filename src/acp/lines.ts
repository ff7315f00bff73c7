const NEWLINE = 10;

/** Hands on whole lines with their line ends, byte for byte; `flush` gives what came after the last one. */
export function createLineCutter(onLine: (line: Buffer) => void): { push(chunk: Buffer): void; flush(): void } {
  let parts: Buffer[] = [];
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, end + 1);
        onLine(parts.length === 0 ? last : Buffer.concat([...parts, last]));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    },
    flush() {
      if (parts.length > 0) onLine(Buffer.concat(parts));
      parts = [];
    },
  };
}
