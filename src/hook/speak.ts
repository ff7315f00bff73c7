import type { Corrector, Decision, Judgement } from "../corrector.ts";
import { rememberOwnWords } from "../guard/own-words.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { neutralise } from "../neutralise.ts";
import { fingerprint } from "../thread/fingerprint.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn, requestIdOf } from "../thread/turns.ts";
import type { ReadingRun } from "./hook-run.ts";
import { placeOf } from "./keep-place.ts";
import type { Look } from "./look.ts";
import { recordDecision } from "./record-decision.ts";

/** Asks the guard for leave, keeps what was decided, and only then gives what is to be said. */
export async function speak(
  run: ReadingRun,
  look: Look,
  corrector: Corrector,
  judgement: Judgement,
): Promise<HookAnswer | undefined> {
  const { thread } = look;
  if (judgement.verdict.verdict === "correct" && !(await claimStop(run, thread))) return undefined;
  const decision = await corrector.permit(thread, judgement);
  const message = decision.inject ? decision.verdict.message : null;
  if (message !== null) {
    const words = { text: message, requestId: requestIdOf(thread) };
    await rememberOwnWords(run.store, run.host.name, run.event.session, words);
  }
  const cursor = placeOf(run, look, { settled: message === null && run.event.kind !== "post-tool" });
  await recordDecision(run, thread, decision, cursor);
  if (message !== null) return { type: "continue", message };
  const told = decision.tell ?? (await couldNotCheck(run, decision));
  return told === undefined ? undefined : { type: "tell", message: told };
}

const LONGEST_REASON = 400;

/**
 * For the person, once in a session: a key that has run out, or a budget, would stay unnoticed otherwise. Nothing in
 * shadow, where nobody hears of us.
 */
async function couldNotCheck(
  { config, event, host, store }: ReadingRun,
  { verdict }: Decision,
): Promise<string | undefined> {
  if (verdict.verdict !== "unchecked" || config.mode === "shadow") return undefined;
  let first = false;
  await store.updateGuard(`unchecked:${verdict.judge}:${host.name}:${event.session}`, (current) => {
    first = current === undefined;
    return true;
  });
  if (!first) return undefined;
  // A reason may hold what a server answered.
  const { cut } = await import("../observer/render/untrusted.ts");
  return `Coxswain could not check: ${cut(squeezed(neutralise(verdict.reason)), LONGEST_REASON, "head")}`;
}

/** Hosts run each other's hook files: of several hooks at one stop, one speaks and the others say nothing at all. */
async function claimStop({ event, host, store }: ReadingRun, thread: Thread): Promise<boolean> {
  const turn = lastTurn(thread);
  const closing = turn ? closingText(thread, turn) : "";
  const messages = turn ? turn.end - turn.start : 0;
  const facts = [requestIdOf(thread), messages, closing];
  // Not the words themselves: nobody would look for an agent's secrets among counters.
  const state = fingerprint(JSON.stringify(facts)).toString(36);
  let claimed = false;
  await store.updateGuard(`stop:${host.name}:${event.session}`, (current) => {
    claimed = current !== state;
    return state;
  });
  return claimed;
}
