import { countOf, grouped } from "../../text/amounts.ts";
import type { AuditProgress } from "../../audit/audit.ts";
import { milliseconds } from "../../show/usage-line.ts";
import { fit } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import { duration, megabytes } from "./finding-words.ts";

const LONGEST_BAR = 20;
const SHORTEST_BAR = 5;
const EVERY_MS = 100;
/** Below this share, the time so far is mostly start-up, and the estimate would be far too long. */
const TELLING_SHARE = 0.01;

/** One line of progress; nothing when there is no terminal. */
export function progressBar(io: Pick<Io, "err" | "errScreen">, now: () => number = milliseconds) {
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(progress: AuditProgress): void {
      if (!io.errScreen.isTerminal || now() - drawn < EVERY_MS) return;
      drawn = now();
      io.err(`\r${lineOf(progress, drawn - started, io.errScreen.columns - 1)}\u001b[K`);
    },
    clear(): void {
      if (drawn !== Number.NEGATIVE_INFINITY) io.err("\r\u001b[K");
    },
  };
}

function lineOf(progress: AuditProgress, elapsedMs: number, columns: number): string {
  const { files, filesDone, bytes, bytesDone, turns } = progress;
  const share = bytes === 0 ? 1 : bytesDone / bytes;
  const words = [
    `${grouped(filesDone)} of ${countOf(files, "session")}`,
    ...(share >= TELLING_SHARE && share < 1 ? [`${duration((elapsedMs / share) * (1 - share))} left`] : []),
    `${megabytes(bytesDone)} of ${megabytes(bytes)}`,
    countOf(turns, "turn"),
  ].join(" · ");
  const length = Math.min(LONGEST_BAR, columns - words.length - 1);
  if (length < SHORTEST_BAR) return fit(words, columns);
  const full = Math.round(share * length);
  return `${"█".repeat(full)}${"░".repeat(length - full)} ${words}`;
}
