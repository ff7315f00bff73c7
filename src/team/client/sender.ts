import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { describeError } from "../../text/errors.ts";
import { fromJson, isRecord } from "../../text/json.ts";
import { MOST_REPORTS } from "../report.ts";
import { type Membership, readMembership, recordAt, writePrivately } from "./membership.ts";
import type { TeamPlace } from "./place.ts";
import { dropSpooled, keepSenderBusy, readSpooled, type Spooled, spooled, trimSpool } from "./spool.ts";

/** What may be replaced in a test. */
export interface SenderOptions {
  readonly place: TeamPlace;
  readonly engine: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** How the last attempt went, for `cox team status`. */
export interface SenderStatus {
  readonly at: string;
  readonly ok: boolean;
  readonly why?: string;
  /** Since it joined: what the service took, what it did not understand, and what had to go for want of room. */
  readonly sent: number;
  readonly refused: number;
  readonly dropped: number;
}

type Outcome =
  | { readonly type: "sent"; readonly accepted: number; readonly refused: number }
  | { readonly type: "failed"; readonly why: string; readonly restMs: number };

/** Sends what waits, and stays a little for what comes; then a hook has to start it again. */
export async function runSender(options: SenderOptions, lingerMs = LINGER_MS): Promise<void> {
  const { place, now = Date.now } = options;
  keepSenderBusy(place, now() + BUSY_MS);
  await fetchPolicy(options);
  for (let idleSince = now(); ;) {
    keepSenderBusy(place, now() + BUSY_MS);
    const outcome = await sendOnce(options);
    if (outcome?.type === "failed") return keepSenderBusy(place, now() + outcome.restMs);
    if (outcome) idleSince = now();
    // Also where the clock was put back.
    else if (Math.abs(now() - idleSince) >= lingerMs) break;
    if (!outcome) await wait(POLL_MS);
  }
  // From here on a hook starts another one. What was left before it could know that is still here.
  keepSenderBusy(place, 0);
  await sendOnce(options);
}

const LINGER_MS = 30_000;
const POLL_MS = 1000;
/** Longer than one attempt takes. */
const BUSY_MS = 20_000;
const ATTEMPT_MS = 10_000;
const REST_MS = 60_000;
const LONG_REST_MS = 10 * 60_000;
const MOST_BYTES = 1024 * 1024;

/** Undefined where nothing waits. */
export async function sendOnce(options: SenderOptions): Promise<Outcome | undefined> {
  const { place } = options;
  const membership = readMembership(place);
  const dropped = trimSpool(place);
  const batch = nextBatch(spooled(place));
  if (!membership || batch.length === 0) return undefined;
  const outcome = await post(batch, membership, options);
  if (outcome.type === "sent") dropSpooled(batch);
  noteStatus(options, outcome, dropped);
  return outcome;
}

function nextBatch(files: readonly Spooled[]): readonly Spooled[] {
  let bytes = 0;
  const end = files.findIndex((file) => (bytes += file.bytes) > MOST_BYTES);
  return files.slice(0, Math.min(MOST_REPORTS, end === -1 ? files.length : Math.max(1, end)));
}

const Answer = z.object({ accepted: z.number(), refused: z.array(z.unknown()) });

async function post(batch: readonly Spooled[], membership: Membership, options: SenderOptions): Promise<Outcome> {
  const { engine, fetch: ask = fetch } = options;
  // What cannot be read any more is sent as null, refused, and so goes.
  const reports = batch
    .map(readSpooled)
    .map((each) => (isRecord(each) && !("mark" in each) ? { ...each, engine } : each));
  try {
    const response = await ask(new URL("/v1/reports", membership.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${membership.token}` },
      body: JSON.stringify({ reports: reports.map((each) => each ?? null) }),
      // The token is for this address and no other.
      redirect: "error",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    if (!response.ok)
      return { type: "failed", why: `the service answered ${response.status}`, restMs: restAfter(response) };
    const answer = Answer.safeParse(fromJson(await shortText(response)));
    const [accepted, refused] = answer.success ? [answer.data.accepted, answer.data.refused.length] : [-1, 0];
    // Nothing is given up on the word of somebody who did not count it.
    if (accepted + refused !== batch.length)
      return { type: "failed", why: "what answered is no Coxswain service", restMs: LONG_REST_MS };
    return { type: "sent", accepted, refused };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { type: "failed", why: describeError(cause).slice(0, 200), restMs: REST_MS };
  }
}

/** What the team asks of its machines; where that cannot be had, the last that was known holds. */
async function fetchPolicy({ place, fetch: ask = fetch }: SenderOptions): Promise<void> {
  const membership = readMembership(place);
  if (!membership) return;
  const { etag } = recordAt(place.policy) ?? {};
  const known = typeof etag === "string" ? { "If-None-Match": etag } : {};
  try {
    const response = await ask(new URL("/v1/policy", membership.url), {
      headers: { Authorization: `Bearer ${membership.token}`, ...known },
      redirect: "error",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    const policy = response.status === 200 ? fromJson(await shortText(response)) : undefined;
    const content = isRecord(policy) ? policy["content"] : undefined;
    // Nothing else of it is taken over.
    if (typeof content === "boolean") writePrivately(place.policy, { content, etag: response.headers.get("ETag") });
  } catch {
    // What is not there cannot allow anything either.
  }
}

const LONGEST_ANSWER = 100_000;

async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > LONGEST_ANSWER) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

function restAfter(response: Response): number {
  if (response.status === 401 || response.status === 403) return LONG_REST_MS;
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1000, LONG_REST_MS) : REST_MS;
}

export function readStatus(place: TeamPlace): SenderStatus | undefined {
  const { at, ok, why, ...counts } = recordAt(place.status) ?? {};
  if (typeof at !== "string") return undefined;
  const count = (name: string) => Number(counts[name]) || 0;
  const [sent, refused, dropped] = [count("sent"), count("refused"), count("dropped")];
  return { at, ok: ok === true, ...(typeof why === "string" ? { why } : {}), sent, refused, dropped };
}

function noteStatus({ place, now = Date.now }: SenderOptions, outcome: Outcome, dropped: number): void {
  const before = readStatus(place) ?? { sent: 0, refused: 0, dropped: 0 };
  const [sent, refused] = outcome.type === "sent" ? [outcome.accepted, outcome.refused] : [0, 0];
  const status: SenderStatus = {
    at: new Date(now()).toISOString(),
    ok: outcome.type === "sent",
    ...(outcome.type === "failed" ? { why: outcome.why } : {}),
    sent: before.sent + sent,
    refused: before.refused + refused,
    dropped: before.dropped + dropped,
  };
  writePrivately(place.status, status);
}

/** The version in the manifest above a program. */
export function engineAbove(program: string | undefined): string {
  try {
    for (let directory = dirname(realpathSync(program ?? "")); ; directory = dirname(directory)) {
      const manifest = join(directory, "package.json");
      const { name, version } = existsSync(manifest) ? Object(fromJson(readFileSync(manifest, "utf8"))) : {};
      if (name === "coxswain" && typeof version === "string") return version;
      if (dirname(directory) === directory) return "unknown";
    }
  } catch {
    return "unknown";
  }
}
