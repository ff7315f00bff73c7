import { verdictRecord } from "../decisions/keep-verdicts.ts";
import { gateLines, type Decision } from "../corrector.ts";
import type { Cursor, VerdictRecord } from "../store/records.ts";
import { usageOf } from "../store/usage-row.ts";
import { hexFingerprint } from "../thread/fingerprint.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";
import type { Verdict } from "../verdict.ts";
import type { ReadingRun } from "./hook-run.ts";
import { noteLeftAlone } from "./note-left-alone.ts";

/** Stores the decision and how far the session was read, in one write: both or neither. */
export async function recordDecision(
  run: ReadingRun,
  thread: Thread,
  decision: Decision,
  cursor?: Cursor,
): Promise<void> {
  const { event, host, config, store, cwd } = run;
  const place = { threadId: thread.id, host: host.name, session: event.session, cwd, shadow: config.mode === "shadow" };
  const record = verdictRecord(decision, decision.inject, place);
  await store.write({
    verdicts: record ? [{ id: idOf(record, thread), ...record }] : [],
    cursors: cursor ? [cursor] : [],
  });
  if (record || event.kind === "post-tool") return;
  const { verdict, gate, turn } = decision;
  await noteLeftAlone(run, { verdict, gateReasons: gateLines(gate), threadId: thread.id, turn });
}

/** Records what asking cost as soon as it is known: it was paid, whatever happens to the answer. */
export async function recordCost({ store }: ReadingRun, thread: Thread, { usage }: Verdict): Promise<void> {
  if (usage.length > 0) await store.write({ usage: usageOf(thread.id, usage) });
}

/** The same stop gets the same id, however many hooks look at it. */
function idOf({ host, injected }: Pick<VerdictRecord, "host" | "injected">, thread: Thread): string {
  const turn = lastTurn(thread);
  const messages = turn ? turn.end - turn.start : 0;
  const state = [host, thread.id, requestIdOf(thread), thread.stepCount, messages, injected];
  const text = JSON.stringify(state);
  return `${hexFingerprint(text)}${hexFingerprint(`again ${text}`)}`.slice(0, 20);
}
