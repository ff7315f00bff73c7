import { CoxError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { fingerprint } from "../thread/fingerprint.ts";
import type { Verdict } from "../verdict.ts";
import { type RaisedObjection, readDayState, readRequestState, requestKey, type RequestState } from "./guard-state.ts";
import { sameObjection } from "./same-objection.ts";

/** How often a person may be interrupted for one request, and in one day. */
export interface GuardLimits {
  readonly maxCorrections: number;
  /** Of these, how many may come from a model; the rest must be proven. */
  readonly maxByModel: number;
  readonly dailyLimit: number;
  /** The same objection may be raised again while it holds: a verifier says what is missing until it is there. */
  readonly mayRepeat?: boolean;
}

/** The limits of a loop in which an answer may be sent back until its attempts are used up. */
export function limitsForAttempts(maxAttempts: number, dailyLimit: number): GuardLimits {
  return { maxCorrections: maxAttempts - 1, maxByModel: maxAttempts - 1, dailyLimit, mayRepeat: true };
}

/** What the guard is asked about: a verdict on one request of one person. */
export interface Objection {
  readonly host: string;
  /** Stays the same when a session is resumed, forked or compacted: the id of the person's message. */
  readonly requestId: string;
  readonly verdict: Verdict;
  /** Everything the agent did and claimed so far, as text: the same text means nothing changed. */
  readonly state: string;
}

export type Permission =
  | { readonly granted: true }
  /** `tell` is true once per request, and where the state cannot be read: the person should hear what stays open. */
  | { readonly granted: false; readonly reason: string; readonly tell: boolean };

/**
 * Asks for leave to correct, and takes it in the same transaction: two processes at once cannot both get the last one.
 * A state that cannot be read or written means no: a lost correction costs less than a loop.
 */
export async function requestPermission(
  store: Pick<Store, "updateGuard">,
  limits: GuardLimits,
  objection: Objection,
  now: Date,
): Promise<Permission> {
  try {
    const onRequest = await claimForRequest(store, limits, objection);
    return onRequest.granted ? await claimForDay(store, limits, now) : onRequest;
  } catch (error) {
    const cause = error instanceof CoxError ? error.message : String(error);
    return { granted: false, reason: `the loop guard could not be read (${cause})`, tell: true };
  }
}

async function claimForRequest(
  store: Pick<Store, "updateGuard">,
  limits: GuardLimits,
  objection: Objection,
): Promise<Permission> {
  let permission: Permission = { granted: true };
  await store.updateGuard(requestKey(objection.host, objection.requestId), (current) => {
    const state = readRequestState(current);
    const refusal = refusalFor(state, limits, objection);
    permission = refusal ? { granted: false, reason: refusal, tell: !state.told } : { granted: true };
    return refusal ? { ...state, told: true } : { ...state, raised: [...state.raised, raisedBy(objection)] };
  });
  return permission;
}

function refusalFor(state: RequestState, limits: GuardLimits, objection: Objection): string | undefined {
  const { verdict } = objection;
  const last = state.raised.at(-1);
  if (state.raised.length >= limits.maxCorrections) {
    return `this request was corrected ${state.raised.length} times already`;
  }
  const byModel = state.raised.filter((raised) => raised.judge === "model").length;
  if (verdict.judge === "model" && byModel >= limits.maxByModel) return "a model has spoken on this request already";
  if (last?.fingerprint === fingerprintOf(objection.state)) return "nothing changed since the last correction";
  if (!limits.mayRepeat && state.raised.some((raised) => sameObjection(raised, verdict)))
    return "the same objection was raised before";
  return undefined;
}

async function claimForDay(store: Pick<Store, "updateGuard">, limits: GuardLimits, now: Date): Promise<Permission> {
  let permission: Permission = { granted: true };
  await store.updateGuard(`day:${now.toISOString().slice(0, 10)}`, (current) => {
    const { count } = readDayState(current);
    if (count < limits.dailyLimit) return { count: count + 1 };
    permission = {
      granted: false,
      reason: `the daily limit of ${limits.dailyLimit} corrections is reached`,
      tell: count === limits.dailyLimit,
    };
    return { count: count + 1 };
  });
  return permission;
}

function raisedBy({ verdict, state }: Objection): RaisedObjection {
  return {
    judge: verdict.judge,
    message: verdict.message ?? "",
    findings: verdict.findings.map(({ id, subject }) => ({ id, subject })),
    fingerprint: fingerprintOf(state),
  };
}

/** Without `node:crypto`: loading that takes the hook a tenth of its time. */
function fingerprintOf(state: string): string {
  return fingerprint(state).toString(36);
}
