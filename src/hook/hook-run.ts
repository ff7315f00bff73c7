import type { Listener } from "../compose/team-place.ts";
import type { Config, Variables } from "../config.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import type { Cursor, JsonValue } from "../store/records.ts";
import type { Thread } from "../thread/thread.ts";
import type { HookStore } from "../store/hook-store.ts";
import type { Store } from "../store/store.ts";

export interface HookRequest {
  readonly named: string;
  /** The text of standard input; undefined when it could not be read to its end. */
  readonly input: string | undefined;
  readonly env: Variables;
  /** The directory in which the hook runs; if the host names another one, that one is used. */
  readonly cwd: string;
  /** How long the host lets the hook run, if the command line says so. */
  readonly withinMs?: number | undefined;
  readonly startedAt: number;
  readonly startBeside?: (input: string) => Promise<void>;
  readonly beside?: boolean;
  /** Starts the process that sends what others are told; nothing is sent without it. */
  readonly startSender?: (listeners: readonly Listener[]) => void;
  readonly clock?: () => number;
  /** True when the process ends right after this run: then the store is not closed, which is faster. */
  readonly endsProcess?: boolean;
}

export interface HookRun {
  readonly event: HookEvent;
  readonly hook: HookHost;
  readonly config: Config;
  readonly verify: boolean;
  readonly env: Variables;
  readonly cwd: string;
  readonly store: HookStore;
  readonly startedAt: Date;
  readonly now: () => Date;
  readonly remainingMs: () => number;
  /** Starts a second run that may outlast this one, to ask a model; resolves when that run ends. */
  readonly startBeside: () => Promise<void>;
  /** True when this is that second run: it asks the model and leaves what it found for the next hook. */
  readonly beside: boolean;
  readonly startSender: (listeners: readonly Listener[]) => void;
}

export interface ReadingRun extends HookRun {
  readonly host: Host;
  readonly cursor: Cursor | undefined;
  readonly asking: Asking;
  /** The words of ours that the agent has got, and whose answer this stop is. */
  readonly answering?: Handed | undefined;
}

/** A model that is being asked: on record before it answers, because a host may kill us meanwhile. */
export interface Asking {
  /** Puts on record that these models are asked, once for a stop. */
  begin(thread: Thread, models: readonly string[]): Promise<void>;
  /** The id of that record, which the decision replaces. */
  readonly id: string | undefined;
  /** True when another stop of the session has come since. */
  isOvertaken(): Promise<boolean>;
  end(): Promise<void>;
}

/** What was given to the host last. Whether it reached the agent, the transcript shows later, or a plugin of ours tells. */
export interface Handed {
  readonly id: string;
  readonly text: string;
  readonly requestId: string;
  /** How much of the turn and of the thread there was: what comes behind, came after it. */
  readonly messages: number;
  readonly stepCount: number;
}

/** Keeps a value and gives the one before it: of several hooks at the same time, each sees what another has kept. */
export async function exchange(
  store: Pick<Store, "updateGuard">,
  key: string,
  value: JsonValue | undefined,
): Promise<JsonValue | undefined> {
  let before: JsonValue | undefined;
  await store.updateGuard(key, (current) => {
    before = current;
    return value;
  });
  return before;
}

/** Waits for the work, but no longer than the limit; gives "late" when the limit passes first. */
export async function inTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
