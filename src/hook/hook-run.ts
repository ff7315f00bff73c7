import type { Config, Variables } from "../config.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import type { Cursor } from "../store/records.ts";
import type { HookStore } from "../store/sqlite-records.ts";

/** One run of the hook: what happened, in whose session, under which settings, with how much time left. */
export interface HookRun {
  readonly event: HookEvent;
  readonly hook: HookHost;
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
  readonly store: HookStore;
  readonly now: () => Date;
  /** Milliseconds until everything must be over. */
  readonly remainingMs: () => number;
  /** Starts a run of its own that may outlast this one, to ask a model; resolves when it ends. */
  readonly startBeside: () => Promise<void>;
  /** This is that run: it asks and leaves what it found for the next one. */
  readonly beside: boolean;
}

/** The same, with the reader of the host's transcripts, and where an earlier look at this one left off. */
export interface ReadingRun extends HookRun {
  readonly host: Host;
  readonly cursor: Cursor | undefined;
}
