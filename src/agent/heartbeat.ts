import { describeError } from "../text/errors.ts";
import type { Lease } from "../guard/lease.ts";
import type { Clock } from "../models/clock.ts";

export interface HeartbeatParts<Result> {
  readonly everyMs: number;
  readonly once?: boolean;
  /** Must end early when the signal fires. When it throws, this is reported, and the next beat comes anyway. */
  beat(signal: AbortSignal): Promise<Result>;
  /** Allows only one heartbeat process for a workspace: two would do the same work twice. */
  readonly lease: Lease;
  /** How often the lease is renewed; much shorter than it lasts. */
  readonly renewMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: HeartbeatEvent<Result>) => void;
}

export type HeartbeatEvent<Result> =
  | { readonly type: "beat:started"; readonly number: number }
  | { readonly type: "beat:finished"; readonly number: number; readonly result: Result }
  | { readonly type: "beat:failed"; readonly number: number; readonly reason: string }
  /** A beat took so long that later ones fell into it: they are skipped, not made up for. */
  | { readonly type: "beats:missed"; readonly count: number }
  | { readonly type: "beat:waiting"; readonly milliseconds: number };

/** `stopped`: from outside. `held`: another process beats here or has taken over. `done`: the single beat is over. */
export type HeartbeatEnd = "stopped" | "held" | "done";

/** Beats until it is stopped: first at once, then at fixed intervals, one beat at a time. */
export async function runHeartbeats<Result>(parts: HeartbeatParts<Result>): Promise<HeartbeatEnd> {
  const { clock, lease, everyMs, emit } = parts;
  if (!(await lease.take())) return "held";
  const over = new AbortController();
  const lost = new AbortController();
  const renewing = renew();
  const signal = AbortSignal.any([parts.signal, lost.signal]);
  let due = clock.now();
  try {
    for (let number = 1; !signal.aborted; number += 1) {
      await beatOnce(number);
      if (parts.once) return "done";
      const late = clock.now() - due;
      const missed = Math.floor(late / everyMs);
      if (missed > 0) emit({ type: "beats:missed", count: missed });
      due += (missed + 1) * everyMs;
      if (signal.aborted) break;
      emit({ type: "beat:waiting", milliseconds: due - clock.now() });
      await clock.sleep(due - clock.now(), signal);
    }
    return lost.signal.aborted ? "held" : "stopped";
  } finally {
    over.abort();
    await renewing;
    await lease.release().catch(() => undefined);
  }

  async function beatOnce(number: number): Promise<void> {
    emit({ type: "beat:started", number });
    try {
      emit({ type: "beat:finished", number, result: await parts.beat(signal) });
    } catch (error) {
      emit({ type: "beat:failed", number, reason: describeError(error) });
    }
  }

  /** Only another process's lease ends the heartbeat; a store that cannot be reached for a moment does not. */
  async function renew(): Promise<void> {
    for (;;) {
      await clock.sleep(parts.renewMs, over.signal);
      if (over.signal.aborted) return;
      if (!(await lease.take().catch(() => true))) lost.abort();
    }
  }
}

export const HEARTBEAT_FILE = "HEARTBEAT.md";

const HEARTBEAT_OK = "HEARTBEAT_OK";

/** True when the file contains more than headings, comments and ticked items: then there may be work. */
export function holdsWork(content: string): boolean {
  return withoutComments(content)
    .split("\n")
    .map((line) => line.trim())
    .some((line) => line !== "" && !/^(?:#|[-*_]{3,}$|[-*+]\s*\[[xX]\]|[-*+]\s*$)/.test(line));
}

/** Searched only up to the last comment end: after it, every opening would cost a search to the end. */
function withoutComments(content: string): string {
  const behind = content.lastIndexOf("-->") + 3;
  return content.slice(0, behind).replaceAll(/<!--[\s\S]*?-->/g, "") + content.slice(behind);
}

const MAX_CHARACTERS = 16_000;

export function heartbeatPrompt(content: string, at: Date): string {
  const text = content.trim();
  const shown =
    text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n[the rest is cut]`;
  return [
    `This is a heartbeat: nobody is waiting, and it is ${at.toISOString().slice(0, 16).replace("T", " ")} UTC. ${HEARTBEAT_FILE} holds your standing work:`,
    shown,
    `Do now what is due, with your tools, and end with a short account of what you did. If nothing is due, answer ${HEARTBEAT_OK} and nothing else.`,
  ].join("\n\n");
}

export function isHeartbeatOk(answer: string): boolean {
  return answer.replaceAll(/[\s*_`.!"'#>-]/g, "").toUpperCase() === HEARTBEAT_OK.replace("_", "");
}
