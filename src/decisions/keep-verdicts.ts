import type { Emit } from "../agent/thread-log.ts";
import { gateLines, type Judgement } from "../corrector.ts";
import type { KeptCheck, NewVerdict, VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { CheckRun } from "../thread/witnessed.ts";
import { wasLeftAlone } from "../verdict.ts";
import { hexFingerprint } from "../text/strings.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";
import { hash } from "node:crypto";
import type { WatchedTurn } from "../audit/watch.ts";
import { WATCHED_ID_PREFIX } from "./last-word.ts";
import { noteTranscript } from "./session-thread.ts";

export interface VerdictPlace {
  readonly threadId: string;
  readonly host: string;
  readonly session: string;
  readonly cwd: string | undefined;
  readonly at?: string;
  readonly shadow: boolean;
}

/** Undefined when the turn was left alone. Several sources that decide the same use one id: it is stored once. */
export function verdictRecord(
  { turn, gate, verdict, witnessed }: Judgement,
  injected: boolean,
  place: VerdictPlace,
): Omit<NewVerdict, "id"> | undefined {
  if (wasLeftAlone(verdict)) return undefined;
  const { shadow, cwd, ...where } = place;
  return {
    ...where,
    ...(cwd === undefined ? {} : { cwd }),
    turn,
    verdict,
    gateReasons: gateLines(gate),
    ...(witnessed ? { checks: witnessed.checks.map(withoutOutput) } : {}),
    injected: shadow && verdict.verdict === "correct" ? "shadow" : injected,
  };
}

function withoutOutput(check: CheckRun): KeptCheck {
  const { tail: _, ...kept } = check;
  return kept;
}

/** Passes events on and stores the decisions among them. A failure to store must not disturb the work. */
export function keepingVerdicts(
  emit: Emit,
  store: Pick<Store, "write">,
  place: () => VerdictPlace & { readonly id: string },
): Emit {
  return (event) => {
    emit(event);
    if (event.type !== "assessment:finished") return;
    const { id, ...where } = place();
    const record = verdictRecord(event.decision, event.applied, where);
    // We put it into the conversation ourselves.
    const arrived = event.applied ? { arrived: true as const } : {};
    if (record) void store.write({ verdicts: [{ id, ...record, ...arrived }] }).catch(() => undefined);
  };
}

/** The same stop gets the same id, however many hooks look at it. `turn` is the newest of the thread. */
export function decisionId(
  host: string,
  thread: Thread,
  injected: VerdictRecord["injected"],
  turn: Turn | undefined = lastTurn(thread),
): string {
  const messages = turn ? turn.end - turn.start : 0;
  const state = [host, thread.id, requestIdOf(thread, turn), thread.stepCount, messages, injected];
  const text = JSON.stringify(state);
  return `${hexFingerprint(text)}${hexFingerprint(`again ${text}`)}`.slice(0, 20);
}

const ID_LENGTH = 18;

/** Stored like one of shadow mode, to be explained and marked. Gives its id, or undefined when left alone. */
export async function keepWatched(
  store: Pick<Store, "write" | "updateGuard">,
  { path, thread, host, judgement, moment }: WatchedTurn,
): Promise<string | undefined> {
  // A second watch on this machine gets the same id, so the decision counts once.
  const digest = hash("sha1", JSON.stringify([host.name, path, thread.id, moment])).slice(0, ID_LENGTH);
  const record = verdictRecord(judgement, false, {
    threadId: thread.id,
    host: host.name,
    session: thread.id,
    cwd: thread.cwd,
    shadow: true,
  });
  if (!record) return undefined;
  const id = `${WATCHED_ID_PREFIX}${digest}`;
  await store.write({ verdicts: [{ id, ...record }] });
  await noteTranscript(store, record, path);
  return id;
}
