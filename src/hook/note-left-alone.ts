import type { VerdictRecord } from "../store/records.ts";
import { hexFingerprint } from "../text/strings.ts";
import type { HookRun } from "./hook-run.ts";

type LeftAlone = Pick<VerdictRecord, "verdict" | "gateReasons"> & Partial<Pick<VerdictRecord, "threadId" | "turn">>;

/** Records why nobody looked at a stop. Most stops are such, so a session keeps one record: that of the last one. */
export async function noteLeftAlone(
  { event, hook, cwd, store }: HookRun,
  left: LeftAlone,
  id = hexFingerprint(JSON.stringify([hook.name, event.session, "left alone"])),
): Promise<void> {
  const { session } = event;
  const unread = { threadId: session, turn: 0 };
  await store.write({ verdicts: [{ id, ...unread, ...left, host: hook.name, session, cwd, injected: false }] });
}
