import type { AuditProgress } from "../../audit/audit.ts";
import { milliseconds } from "../../show/milliseconds.ts";
import { fit } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import { duration, megabytes } from "./amounts.ts";

const BAR = 20;
const EVERY_MS = 100;

export interface ProgressBar {
  show(progress: AuditProgress): void;
  /** Takes the bar off the screen. */
  clear(): void;
}

/** One line that says how far it is; nothing at all where nobody looks. */
export function progressBar(io: Io, now: () => number = milliseconds): ProgressBar {
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (!io.errScreen.isTerminal || now() - drawn < EVERY_MS) return;
      drawn = now();
      io.err(`\r${fit(lineOf(progress, drawn - started), io.errScreen.columns - 1)}\u001b[K`);
    },
    clear() {
      if (drawn !== Number.NEGATIVE_INFINITY) io.err("\r\u001b[K");
    },
  };
}

function lineOf({ files, filesDone, bytes, bytesDone, turns }: AuditProgress, elapsedMs: number): string {
  const share = bytes === 0 ? 1 : bytesDone / bytes;
  const full = Math.round(share * BAR);
  const left = share > 0 && share < 1 ? ` · ${duration((elapsedMs / share) * (1 - share))} left` : "";
  return `${"█".repeat(full)}${"░".repeat(BAR - full)} ${filesDone} of ${files} sessions · ${megabytes(bytesDone)} of ${megabytes(bytes)} · ${turns} turns${left}`;
}
