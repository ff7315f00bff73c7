import { read } from "node:fs";
import { outlineFromJson } from "../text/json.ts";

/** How long to wait for input whose end never comes. Hosts write their input at once. */
const PATIENCE_MS = 5000;
/** After this much silence, what has arrived counts as everything, if it is complete JSON. */
const QUIET_MS = 100;
/** The input contains tool results, so it may be large. More than this is not read. */
const MAX_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

export interface HookInput {
  /** Undefined when the input is too large, unreadable or incomplete. */
  readonly text: string | undefined;
  /** True when a read is still under way because the host has not closed its end. */
  readonly open: boolean;
}

/** With plain reads: the streams of `process.stdin` take longer to load than all else at a closed gate. */
export function readInput(descriptor = 0): Promise<HookInput> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let quiet: NodeJS.Timeout | undefined;
    let over = false;
    const patience = setTimeout(() => finish(whole(), true), PATIENCE_MS);
    next();

    function next(): void {
      if (over) return;
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      read(descriptor, chunk, 0, CHUNK_BYTES, null, (error, count) => {
        // Nothing has arrived yet: a non-blocking pipe reports that instead of waiting.
        if (error?.code === "EAGAIN") return void setTimeout(next, 1);
        clearTimeout(quiet);
        if (error) return finish(whole(), false);
        if (count === 0) return finish(text(), false);
        bytes += count;
        if (bytes > MAX_BYTES) return finish(undefined, false);
        chunks.push(chunk.subarray(0, count));
        quiet = setTimeout(() => {
          const complete = whole();
          if (complete !== undefined) finish(complete, true);
        }, QUIET_MS);
        next();
      });
    }

    function finish(input: string | undefined, open: boolean): void {
      over = true;
      clearTimeout(patience);
      clearTimeout(quiet);
      resolve({ text: input, open });
    }

    function text(): string {
      return Buffer.concat(chunks).toString("utf8");
    }

    function whole(): string | undefined {
      const input = text();
      try {
        parseInput(input);
        return input;
      } catch {
        return undefined;
      }
    }
  });
}

/** Cursor on Windows puts a byte order mark before its JSON. */
export function parseInput(text: string): unknown {
  const value = outlineFromJson(text.startsWith("\uFEFF") ? text.slice(1) : text);
  if (value === undefined) throw new SyntaxError("The input is not JSON.");
  return value;
}
