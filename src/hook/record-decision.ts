import { type Decision, gateLines } from "../corrector.ts";
import { hasNotEnded } from "../decisions/asked-account.ts";
import { verdictRecord } from "../decisions/keep-verdicts.ts";
import type { Cursor } from "../store/records.ts";
import { usageOf } from "../store/usage-row.ts";
import type { Thread } from "../thread/thread.ts";
import type { Verdict } from "../verdict.ts";
import { decisionId } from "../decisions/decision-id.ts";
import type { ReadingRun } from "./hook-run.ts";
import { noteLeftAlone } from "./note-left-alone.ts";

/** Stores the decision and how far the session was read, in one write: both or neither. Gives the decision's id. */
export async function recordDecision(
  run: ReadingRun,
  thread: Thread,
  decision: Decision,
  { cursor, unmet }: { readonly cursor?: Cursor | undefined; readonly unmet?: string | undefined } = {},
): Promise<string> {
  const { event, host, config, store, cwd } = run;
  const place = { threadId: thread.id, host: host.name, session: event.session, cwd, shadow: config.mode === "shadow" };
  const record = verdictRecord(decision, decision.inject, place);
  const asked = await idAsked(run);
  const id = asked ?? decisionId(host.name, thread, record?.injected ?? false);
  await store.write({
    verdicts: record ? [{ id, ...record, ...(unmet === undefined ? {} : { unmet }) }] : [],
    cursors: cursor ? [cursor] : [],
  });
  if (record || event.kind === "post-tool") return id;
  const { verdict, gate, turn } = decision;
  await noteLeftAlone(run, { verdict, gateReasons: gateLines(gate), threadId: thread.id, turn }, asked);
  return id;
}

/** Records what asking cost as soon as it is known: it was paid, whatever happens to the answer. */
export async function recordCost({ store }: ReadingRun, thread: Thread, { usage }: Verdict): Promise<void> {
  if (usage.length > 0) await store.write({ usage: usageOf(thread.id, usage) });
}

/** The id under which it is on record that a model is asked, unless another hook at the same stop has decided since. */
async function idAsked({ asking, store }: ReadingRun): Promise<string | undefined> {
  const record = asking.id === undefined ? undefined : await store.getVerdict(asking.id);
  return record && hasNotEnded(record) ? record.id : undefined;
}
