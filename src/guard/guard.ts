import { fieldsOf, listAt, numberAt, textAt } from "../store/fields.ts";
import type { JsonValue } from "../store/records.ts";
import { describeError } from "../text/errors.ts";
import type { Store } from "../store/store.ts";
import { fingerprint } from "../text/strings.ts";
import type { Finding, Verdict } from "../verdict.ts";
import { isRaised, saidFindings, sameObjection } from "./same-objection.ts";

/** How often an agent may be corrected. */
export interface GuardLimits {
  /** For one request of the person. */
  readonly maxCorrections: number;
  /** How many of them may come from a model; the rest must be proven. */
  readonly maxByModel: number;
  /** For all threads together. */
  readonly dailyLimit: number;
  /** True for answers that are sent back: the same may be said until it is there, and their day is counted by itself. */
  readonly forAnswers?: boolean;
}

/** The defaults of the configuration; a test compares both. */
export const GUARD_DEFAULTS: GuardLimits = { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 };

/** The limits for a verifier, which may send an answer back until its attempts are used up. */
export function limitsForAttempts(maxAttempts: number, dailyLimit: number): GuardLimits {
  return { maxCorrections: maxAttempts - 1, maxByModel: maxAttempts - 1, dailyLimit, forAnswers: true };
}

export interface Objection {
  readonly host: string;
  /** The id of the person's message: it stays the same when a session is resumed, forked or compacted. */
  readonly requestId: string;
  readonly verdict: Verdict;
  /** The verdict without findings already said; undefined when nothing remains or they cannot be separated. */
  readonly leavingOut?: (isSaid: (finding: Finding) => boolean) => Verdict | undefined;
  /** True when the turn still runs. The person is not told yet, because the problem can still be solved. */
  readonly running?: boolean;
  /** Everything that the agent did and claimed so far, as text: an equal text means that nothing changed. */
  readonly state: string;
}

export type Permission =
  /** `verdict`: the part that may be said. */
  { readonly granted: true; readonly verdict: Verdict } | Refusal;

interface Refusal {
  readonly granted: false;
  readonly reason: string;
  /** True when the person should hear what stays open: once per request, once a day, and when state is unreadable. */
  readonly tell: boolean;
}

/** Undefined while an objection on this request would be permitted. It reserves nothing. */
export async function whyClosed(
  store: Pick<Store, "readGuard">,
  limits: GuardLimits,
  request: Pick<Objection, "host" | "requestId">,
  now: Date,
): Promise<string | undefined> {
  try {
    const state = readRequestState(await store.readGuard(requestKey(request)));
    const used = usedUp(state, limits, "model");
    if (used !== undefined) return used;
    const { count } = readDayState(await store.readGuard(dayKey(now, limits)));
    return count < limits.dailyLimit ? undefined : dayIsOver(limits);
  } catch {
    // If the state still cannot be read later, permission is refused then, and the person is told what stays open.
    return undefined;
  }
}

/** Reserves the permission in one transaction. If the state cannot be used, no: a lost correction beats a loop. */
export async function requestPermission(
  store: Pick<Store, "updateGuard">,
  limits: GuardLimits,
  objection: Objection,
  now: Date,
): Promise<Permission> {
  try {
    const onRequest = await claimForRequest(store, limits, objection);
    if (!onRequest.granted) return onRequest;
    const refused = await refusedForDay(store, limits, objection, now);
    if (!refused) return onRequest;
    await giveBack(store, objection);
    return refused;
  } catch (error) {
    return { granted: false, reason: `the loop guard could not be read (${describeError(error)})`, tell: true };
  }
}

function dayKey(now: Date, { forAnswers = false }: Pick<GuardLimits, "forAnswers"> = {}): string {
  return `${forAnswers ? "answers:" : ""}day:${now.toISOString().slice(0, 10)}`;
}

async function claimForRequest(
  store: Pick<Store, "updateGuard">,
  limits: GuardLimits,
  objection: Objection,
): Promise<Permission> {
  let permission: Permission = { granted: true, verdict: objection.verdict };
  await store.updateGuard(requestKey(objection), (current) => {
    const state = readRequestState(current);
    const narrowed = { ...objection, verdict: limits.forAnswers ? objection.verdict : unsaid(state, objection) };
    const refusal = refusalFor(state, limits, narrowed);
    const tell = !objection.running && !state.told;
    permission = refusal ? { granted: false, reason: refusal, tell } : { granted: true, verdict: narrowed.verdict };
    if (refusal) return { ...state, told: state.told || tell };
    return { ...state, raised: [...state.raised, raisedBy(narrowed)] };
  });
  return permission;
}

/** The verdict without findings that were already said, if something else remains: that can still be said. */
function unsaid({ raised }: RequestState, { verdict, leavingOut }: Objection): Verdict {
  const isSaid = (finding: Finding) => raised.some((earlier) => isRaised(earlier, finding));
  return (saidFindings(verdict).some(isSaid) && leavingOut?.(isSaid)) || verdict;
}

function refusalFor(state: RequestState, limits: GuardLimits, objection: Objection): string | undefined {
  const { verdict } = objection;
  const used = usedUp(state, limits, verdict.judge);
  if (used !== undefined) return used;
  const last = state.raised.at(-1);
  if (last?.fingerprint === fingerprintOf(objection.state)) return "nothing changed since the last correction";
  if (!limits.forAnswers && state.raised.some((raised) => sameObjection(raised, verdict)))
    return "the same objection was raised before";
  return undefined;
}

/** Why the counts alone refuse, whatever is to be said. */
function usedUp({ raised }: RequestState, limits: GuardLimits, judge: Verdict["judge"]): string | undefined {
  if (raised.length >= limits.maxCorrections) {
    if (raised.length === 0) return "no correction is allowed for a request";
    return `this request was corrected ${raised.length === 1 ? "once" : `${raised.length} times`} already`;
  }
  const byModel = raised.filter((earlier) => earlier.judge === "model").length;
  if (judge !== "model" || byModel < limits.maxByModel) return undefined;
  return byModel === 0 ? "no model may correct" : "a model has spoken on this request already";
}

/** Returns the reservation for the request when the daily limit refused: the objection was never said. */
async function giveBack(store: Pick<Store, "updateGuard">, objection: Objection): Promise<void> {
  const taken = fingerprintOf(objection.state);
  await store.updateGuard(requestKey(objection), (current) => {
    const state = readRequestState(current);
    const place = state.raised.findLastIndex((raised) => raised.fingerprint === taken);
    return { ...state, raised: state.raised.filter((_, index) => index !== place) };
  });
}

/** What was permitted and never said counts neither for the request nor for the day. */
export async function takeBack(
  store: Pick<Store, "updateGuard">,
  said: Pick<Objection, "host" | "requestId"> & Pick<GuardLimits, "forAnswers"> & { readonly message: string },
  now: Date,
): Promise<void> {
  let found = false;
  await store.updateGuard(requestKey(said), (current) => {
    const state = readRequestState(current);
    const place = state.raised.findLastIndex(({ message }) => message === said.message);
    found = place !== -1;
    return { ...state, raised: state.raised.filter((_, index) => index !== place) };
  });
  if (!found) return;
  await store.updateGuard(dayKey(now, said), (current) => {
    const day = readDayState(current);
    return { ...day, count: Math.max(0, day.count - 1) };
  });
}

function dayIsOver({ dailyLimit, forAnswers }: GuardLimits): string {
  return `the daily limit of ${dailyLimit} ${forAnswers ? "answers sent back" : "corrections"} is reached`;
}

async function refusedForDay(
  store: Pick<Store, "updateGuard">,
  limits: GuardLimits,
  { running = false }: Objection,
  now: Date,
): Promise<Refusal | undefined> {
  let refused: Refusal | undefined;
  await store.updateGuard(dayKey(now, limits), (current): DayState => {
    const { count, told } = readDayState(current);
    refused = undefined;
    if (count < limits.dailyLimit) return { count: count + 1, told: false };
    // Once a day, except for verified answers: a failed answer must not be taken for a good one.
    const tell = !running && (!told || limits.forAnswers === true);
    refused = { granted: false, reason: dayIsOver(limits), tell };
    return { count, told: told || tell };
  });
  return refused;
}

function raisedBy({ verdict, state }: Objection): RaisedObjection {
  return {
    judge: verdict.judge,
    ...(verdict.category === null ? {} : { category: verdict.category }),
    message: verdict.message ?? "",
    findings: saidFindings(verdict).map(({ id, subject }) => ({ id, subject })),
    fingerprint: fingerprintOf(state),
  };
}

/** Without `node:crypto`: loading it takes a tenth of the hook's time. */
function fingerprintOf(state: string): string {
  return fingerprint(state).toString(36);
}

/** One correction that was made, with what later ones need to know of it. */
export type RaisedObjection = {
  readonly judge: string;
  readonly category?: string;
  readonly message: string;
  readonly findings: readonly { readonly id: string; readonly subject: string }[];
  readonly fingerprint: string;
};

/** The state of one request of the person. `told`: the person was told once what stays open. */
export type RequestState = {
  readonly raised: readonly RaisedObjection[];
  readonly told: boolean;
};

export function requestKey({ host, requestId }: { readonly host: string; readonly requestId: string }): string {
  return `request:${host}:${requestId}`;
}

/** Throws for a state that cannot be read: it must never count as "nothing happened yet". */
export function readRequestState(stored: JsonValue | undefined): RequestState {
  if (stored === undefined) return { raised: [], told: false };
  const state = fieldsOf(stored, "The guard's state of a request");
  if (typeof state["told"] !== "boolean") throw new TypeError('"told" must be true or false.');
  return { raised: listAt(state, "raised").map(readRaised), told: state["told"] };
}

function readRaised(stored: unknown): RaisedObjection {
  const raised = fieldsOf(stored, "An objection");
  const { category } = raised;
  return {
    judge: textAt(raised, "judge"),
    ...(typeof category === "string" ? { category } : {}),
    message: textAt(raised, "message"),
    findings: listAt(raised, "findings").map((stored) => {
      const finding = fieldsOf(stored, "A finding");
      return { id: textAt(finding, "id"), subject: textAt(finding, "subject") };
    }),
    fingerprint: textAt(raised, "fingerprint"),
  };
}

/** The state of one day. `told`: the person was told that the daily limit is reached. */
export type DayState = { readonly count: number; readonly told: boolean };

export function readDayState(stored: JsonValue | undefined): DayState {
  if (stored === undefined) return { count: 0, told: false };
  const state = fieldsOf(stored, "The guard's day");
  return { count: numberAt(state, "count"), told: state["told"] === true };
}
