import { existsSync } from "node:fs";
import { type Corrector, type Decision, type Judgement, gateLines } from "../corrector.ts";
import { feedbackMessage, objectionIn } from "../verifier/feedback.ts";
import { rememberOwnWords } from "../guard/own-words.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { withGuard } from "../observer/gate.ts";
import { neutralise, squeezed, fingerprint } from "../text/strings.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn, requestIdOf, messagesOf } from "../thread/turns.ts";
import { type ReadingRun, exchange } from "./hook-run.ts";
import { placeOf } from "./keep-place.ts";
import { type Look, lookAt, versionOf } from "./look.ts";
import { noteHanded } from "./handed.ts";
import { isFromPerson, textOf } from "../thread/message.ts";
import { hasNotEnded } from "../decisions/asked-account.ts";
import { verdictRecord, decisionId } from "../decisions/keep-verdicts.ts";
import type { Cursor } from "../store/records.ts";
import { usageOf } from "../store/usage-row.ts";
import type { Verdict } from "../verdict.ts";
import { noteLeftAlone } from "./note-left-alone.ts";
import { teamPlaceOf } from "../compose/team-place.ts";
import type { Told } from "./tell-team.ts";

const WRITTEN = "the person has written meanwhile";
const CANCELLED = "the turn was cancelled meanwhile";

/** Judging takes time, and a person who pressed Esc or wrote meanwhile goes first. Asked at the last moment. */
export async function whyOvertaken(run: ReadingRun, look: Look): Promise<string | undefined> {
  if (await run.asking.isOvertaken()) return "another stop of the session came meanwhile, so this turn was left";
  const isInThread = (text: string) => hasPersonSaid(look.thread, text);
  if (run.hook.hasTyped?.(run.event, run.startedAt, isInThread)) return WRITTEN;
  const { messages, transcript } = run.event;
  if (messages !== undefined || versionOf(transcript) === look.version) return undefined;
  const now = await lookAt(run).catch(() => undefined);
  return now && whatCame(look.thread, now.thread);
}

function whatCame(before: Thread, now: Thread): string | undefined {
  if (lastTurn(now)?.outcome === "aborted") return CANCELLED;
  const isNew = requestIdOf(now) !== requestIdOf(before) || now.queue.length > 0;
  return isNew || timesSpoken(now) > timesSpoken(before) ? WRITTEN : undefined;
}

function timesSpoken(thread: Thread): number {
  const turn = lastTurn(thread);
  return turn ? messagesOf(thread, turn).filter(isFromPerson).length : 0;
}

function hasPersonSaid(thread: Thread, text: string): boolean {
  const words = squeezed(text);
  return thread.messages.some((message) => isFromPerson(message) && squeezed(textOf(message)).includes(words));
}

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

/** For the person, once per session and judge: an expired key or a spent budget would stay unnoticed. Not in shadow. */
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

async function claimStop({ event, host, store }: ReadingRun, thread: Thread): Promise<boolean> {
  const turn = lastTurn(thread);
  const closing = turn ? closingText(thread, turn) : "";
  const messages = turn ? turn.end - turn.start : 0;
  const facts = [requestIdOf(thread), messages, closing];
  // A fingerprint, not the words: nobody would look for an agent's secrets among counters.
  const state = fingerprint(JSON.stringify(facts)).toString(36);
  return (await exchange(store, `stop:${host.name}:${event.session}`, state)) !== state;
}

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
  if (record && event.kind !== "post-tool") await report(run, thread, decision, { record: { id, ...record }, unmet });
  if (record || event.kind === "post-tool") return id;
  const { verdict, gate, turn } = decision;
  await noteLeftAlone(run, { verdict, gateReasons: gateLines(gate), threadId: thread.id, turn }, asked);
  return id;
}

/** Where no team and no collector hears of stops, nothing is loaded. */
async function report(run: ReadingRun, thread: Thread, decision: Decision, told: Told): Promise<void> {
  const place = teamPlaceOf(run.env);
  if (place && (run.config.telemetry.otlp !== null || existsSync(place.membership)))
    (await import("./tell-team.ts")).tellTeam(run, thread, decision, told, place);
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
