import { placeOfWords } from "../audit/what-followed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";
import { handedLast, neverArrived, takeHanded } from "./handed.ts";
import type { Handed, HookRun } from "./hook-run.ts";

/** The words handed over last, where this stop is the answer to them: only now it is known that they arrived. */
export async function arrivedWords(run: HookRun, thread: Thread): Promise<Handed | undefined> {
  const handed = await handedLast(run);
  const turn = handed && thread.turns.findLast((each) => requestIdOf(thread, each) === handed.requestId);
  if (!turn) return undefined;
  const isLast = turn === lastTurn(thread);
  if (hasArrived(thread, turn, handed)) {
    await noteArrived(run, handed);
    if (isLast) return handed;
    await takeHanded(run);
  } else if (!isLast || turn.outcome === "aborted") {
    await takeHanded(run);
    await neverArrived(run, handed, "the agent never got it: the turn had ended before");
  }
  return undefined;
}

/** Not every host writes what a hook says; then the agent's going on shows it. */
function hasArrived(thread: Thread, turn: Turn, { text, messages }: Handed): boolean {
  const since = thread.messages.slice(turn.start + messages, turn.end);
  return placeOfWords(thread, turn.start, text) !== undefined || since.some(({ role }) => role === "assistant");
}

async function noteArrived({ store }: HookRun, { id }: Handed): Promise<void> {
  const record = await store.getVerdict(id);
  if (!record || record.arrived) return;
  const { feedback: _, ...kept } = record;
  await store.write({ verdicts: [{ ...kept, arrived: true }] });
}
