import type { Corrector, Decision, Judgement } from "../corrector.ts";
import { feedbackMessage, objectionIn } from "../verifier/feedback.ts";
import { rememberOwnWords } from "../guard/own-words.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { withGuard } from "../observer/gate.ts";
import { neutralise } from "../neutralise.ts";
import { fingerprint } from "../thread/fingerprint.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn, requestIdOf } from "../thread/turns.ts";
import { exchange } from "./exchange.ts";
import type { ReadingRun } from "./hook-run.ts";
import { placeOf } from "./keep-place.ts";
import type { Look } from "./look.ts";
import { noteHanded } from "./handed.ts";
import { whyOvertaken } from "./overtaken.ts";
import { recordDecision } from "./record-decision.ts";

/** Asks the guard for permission, stores the decision, and only then gives what is to be said. */
export async function speak(
  run: ReadingRun,
  look: Look,
  corrector: Corrector,
  judgement: Judgement,
): Promise<HookAnswer | undefined> {
  const { thread } = look;
  if (judgement.verdict.verdict === "correct") {
    const overtaken = run.config.mode === "shadow" ? undefined : await whyOvertaken(run, look);
    if (overtaken !== undefined) return leaveUnsaid(run, look, judgement, overtaken);
    if (!(await claimStop(run, thread))) return undefined;
  }
  const decision = await corrector.permit(thread, judgement);
  const message = decision.inject ? toSay(run, decision) : null;
  const words = message === null ? undefined : { text: message, requestId: requestIdOf(thread) };
  if (words) await rememberOwnWords(run.store, run.host.name, run.event.session, words);
  const cursor = placeOf(run, look, { settled: message === null && run.event.kind !== "post-tool" });
  const unmet = run.answering && (await (await import("./note-unmet.ts")).unmetAt(run, thread, judgement));
  const id = await recordDecision(run, thread, decision, { cursor, unmet });
  if (words) await noteHanded(run, { id, ...words, ...extentOf(thread) });
  if (message !== null)
    return { type: "continue", message, ...(run.verify ? { objection: objectionIn(message) } : {}) };
  const told = decision.tell ?? (await notMet(run, unmet)) ?? (await couldNotCheck(run, decision));
  return told === undefined ? undefined : { type: "tell", message: told };
}

/** An answer that was to go out goes back with its category, and is to be given whole. */
function toSay({ verify }: ReadingRun, { verdict }: Decision): string | null {
  return verify ? feedbackMessage(verdict) : verdict.message;
}

function extentOf(thread: Thread): { readonly messages: number; readonly stepCount: number } {
  const turn = lastTurn(thread);
  return { messages: turn ? turn.end - turn.start : 0, stepCount: thread.stepCount };
}

/** The decision stays on record, with the reason why nobody was told: neither the agent nor the person. */
async function leaveUnsaid(run: ReadingRun, look: Look, judgement: Judgement, why: string): Promise<undefined> {
  const decision = { ...judgement, gate: withGuard(judgement.gate, why), inject: false };
  await recordDecision(run, look.thread, decision, { cursor: placeOf(run, look, { settled: false }) });
}

async function notMet(run: ReadingRun, unmet: string | undefined): Promise<string | undefined> {
  return unmet === undefined ? undefined : (await import("./note-unmet.ts")).tellUnmet(run, unmet);
}

const LONGEST_REASON = 400;

/**
 * A note for the person, once per session and judge: otherwise an expired key or a spent budget would stay unnoticed.
 * None in shadow mode, where we say nothing.
 */
async function couldNotCheck(
  { config, event, host, store }: ReadingRun,
  { verdict }: Decision,
): Promise<string | undefined> {
  if (verdict.verdict !== "unchecked" || config.mode === "shadow") return undefined;
  const told = await exchange(store, `unchecked:${verdict.judge}:${host.name}:${event.session}`, true);
  if (told !== undefined) return undefined;
  // The reason may contain a server's answer, so it is cleaned and cut.
  const { cut } = await import("../observer/render/untrusted.ts");
  return `Coxswain could not check: ${cut(squeezed(neutralise(verdict.reason)), LONGEST_REASON, "head")}`;
}

/** True when this hook may speak at this stop. Hosts run each other's hook files: only one of several hooks speaks. */
async function claimStop({ event, host, store }: ReadingRun, thread: Thread): Promise<boolean> {
  const turn = lastTurn(thread);
  const closing = turn ? closingText(thread, turn) : "";
  const messages = turn ? turn.end - turn.start : 0;
  const facts = [requestIdOf(thread), messages, closing];
  // A fingerprint, not the words: nobody would look for an agent's secrets among counters.
  const state = fingerprint(JSON.stringify(facts)).toString(36);
  return (await exchange(store, `stop:${host.name}:${event.session}`, state)) !== state;
}
