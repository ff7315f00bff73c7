import { describeError } from "../errors.ts";
import type { Lease } from "../guard/lease.ts";
import type { Clock } from "../models/clock.ts";

export interface HeartbeatParts<Result> {
  readonly everyMs: number;
  /** True for a single beat. */
  readonly once?: boolean;
  /** Must end early when the signal fires. When it throws, this is reported, and the next beat comes anyway. */
  beat(signal: AbortSignal): Promise<Result>;
  /** Allows only one heartbeat process for a workspace: two would do the same work twice. */
  readonly lease: Lease;
  /** How often the lease is renewed; much shorter than it lasts. */
  readonly renewMs: number;
  readonly clock: Clock;
  /** Ends the heartbeat, after the running beat has been wound down. */
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
