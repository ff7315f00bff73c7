import { reportRedactor } from "../compose/observer-settings.ts";
import { describeError } from "../errors.ts";
import { hexFingerprint } from "../thread/fingerprint.ts";
import { gateVerdict } from "../verdict.ts";
import type { HookRun } from "./hook-run.ts";

/** Why a turn could not be checked. The agent stops as it would without us; a person can see the reason later. */
export async function noteFailure({ event, hook, cwd, store, config, env }: HookRun, error: unknown): Promise<void> {
  const reason = reportRedactor(config, env)(`it failed: ${describeError(error)}`);
  await noteUnchecked(store, { host: hook.name, session: event.session, cwd, reason });
}

interface Unchecked {
  readonly host: string;
  readonly session: string;
  readonly cwd: string;
  readonly reason: string;
}

/** The same failure in one session keeps one record, with the time of the last one. */
export async function noteUnchecked(store: HookRun["store"], unchecked: Unchecked): Promise<void> {
  const { host, session, cwd, reason } = unchecked;
  const id = hexFingerprint(JSON.stringify([host, session, reason]));
  await store.write({
    verdicts: [
      {
        id,
        threadId: session,
        host,
        session,
        turn: 0,
        cwd,
        verdict: gateVerdict("unchecked", reason),
        gateReasons: [],
        injected: false,
      },
    ],
  });
}
