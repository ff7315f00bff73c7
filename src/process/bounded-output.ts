import { StringDecoder } from "node:string_decoder";
import { stripVTControlCharacters } from "node:util";

/** The end gets more room, because results and errors stand there. */
const HEAD_SHARE = 1 / 3;

/** Keeps the beginning and the end of a command's output, however long it is. */
export function createBoundedOutput(limit: number) {
  const headLimit = Math.floor(limit * HEAD_SHARE);
  const tailLimit = limit - headLimit;
  const head: Buffer[] = [];
  let tail: Buffer[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let cutBytes = 0;

  function shrinkTail(): void {
    const all = Buffer.concat(tail);
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - tailLimit)));
    cutBytes += all.length - kept.length;
    tail = [kept];
    tailBytes = kept.length;
  }

  return {
    push(chunk: Buffer): void {
      const forHead = chunk.subarray(0, headLimit - headBytes);
      if (forHead.length > 0) {
        head.push(Buffer.from(forHead));
        headBytes += forHead.length;
      }
      const rest = chunk.subarray(forHead.length);
      if (rest.length === 0) return;
      tail.push(Buffer.from(rest));
      tailBytes += rest.length;
      if (tailBytes > 2 * tailLimit) shrinkTail();
    },
    text(): string {
      if (tailBytes > tailLimit) shrinkTail();
      const start = Buffer.concat(head);
      const end = Buffer.concat(tail);
      if (cutBytes === 0) return plainText(Buffer.concat([start, end]));
      const shownStart = start.subarray(0, start.lastIndexOf(10) + 1 || start.length);
      const shownEnd = end.subarray(end.indexOf(10) + 1 || 0);
      const cut = cutBytes + (start.length - shownStart.length) + (end.length - shownEnd.length);
      return `${plainText(shownStart).trimEnd()}\n[… ${cut} bytes cut here …]\n${plainText(shownEnd)}`;
    },
  };
}

/** The text without colours, NULs, and overwritten states of a progress bar. */
function plainText(bytes: Buffer): string {
  const text = stripVTControlCharacters(bytes.toString("utf8")).replaceAll("\0", "\ufffd");
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => line.replace(/(?<!\r)\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

const INTERVAL_MS = 100;
const MAX_CHARACTERS = 4_000;

/** Reports a command's output to a person, in an amount that can be read. */
export function createProgress(report: (text: string) => void) {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (pending !== "") report(pending);
    pending = "";
  }

  return {
    push(chunk: Buffer): void {
      pending = (pending + decoder.write(chunk)).slice(-MAX_CHARACTERS);
      timer ??= setTimeout(flush, INTERVAL_MS);
    },
    end(): void {
      clearTimeout(timer);
      flush();
    },
  };
}
