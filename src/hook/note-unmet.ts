import { evidenceOf } from "../evidence/evidence.ts";
import { unmetOf } from "../evidence/unmet.ts";
import type { Judgement } from "../corrector.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import { type ReadingRun, exchange } from "./hook-run.ts";

/** What is still so after the objection that the agent answers with this stop; the guard tells where we object again. */
export async function unmetAt(run: ReadingRun, thread: Thread, judgement: Judgement): Promise<string | undefined> {
  const { answering, event, store } = run;
  if (!answering || event.kind !== "stop" || judgement.verdict.verdict === "correct") return undefined;
  const objected = await store.getVerdict(answering.id);
  const seen = judgement.witnessed ? fold([judgement.witnessed], thread) : thread;
  const turn = lastTurn(seen);
  return objected && turn && unmetOf(evidenceOf(seen, turn), objected.verdict, answering.stepCount);
}

/** A note for the person, once per request. */
export async function tellUnmet(
  { answering, hook, event, store }: ReadingRun,
  unmet: string,
): Promise<string | undefined> {
  const request = answering?.requestId ?? "";
  const told = await exchange(store, `unmet:${hook.name}:${event.session}`, request);
  return told === request ? undefined : `the objection was not met: ${unmet} · cox why last`;
}
