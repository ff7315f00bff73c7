import type { Config, Variables } from "../config.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import type { Cursor } from "../store/records.ts";
import type { HookStore } from "../store/sqlite-records.ts";

/** One run of the hook: the event, the host, the settings, and how much time is left. */
export interface HookRun {
  readonly event: HookEvent;
  readonly hook: HookHost;
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
  readonly store: HookStore;
  readonly now: () => Date;
  /** Milliseconds until the hook must be finished. */
  readonly remainingMs: () => number;
  /** Starts a second run that may outlast this one, to ask a model; resolves when that run ends. */
  readonly startBeside: () => Promise<void>;
  /** True when this is that second run: it asks the model and leaves what it found for the next hook. */
  readonly beside: boolean;
}

/** A `HookRun` with the reader for the host's transcripts, and the place where an earlier look stopped reading. */
export interface ReadingRun extends HookRun {
  readonly host: Host;
  readonly cursor: Cursor | undefined;
}
