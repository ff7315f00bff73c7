import type { Config, Variables } from "../config.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Host } from "../hosts/host.ts";
import type { HookStore } from "../store/sqlite-records.ts";

/** One run of the hook: what happened, in whose session, under which settings, with how much time left. */
export interface HookRun {
  readonly event: HookEvent;
  readonly hook: HookHost;
  /** Whose transcripts are read. */
  readonly host: Host;
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
  readonly store: HookStore;
  readonly now: () => Date;
  /** Milliseconds until everything must be over. */
  readonly remainingMs: () => number;
}
