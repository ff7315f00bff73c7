import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fromJson } from "../../text/json.ts";
import { whyUnanswered } from "../../text/answer.ts";
import { MOST_REPORTS } from "../report.ts";
import { recordAt, writePrivately } from "./membership.ts";
import type { SpoolPlace } from "./place.ts";
import { dropDrafts, dropSpooled, keepSenderBusy, readSpooled, type Spooled, spooled, trimSpool } from "./spool.ts";

/** Who is told of what waits in one place. */
export interface Destination {
  readonly place: SpoolPlace;
  /** Before the first of it is sent, and every few minutes from then on. */
  readonly greet?: () => Promise<void>;
  /** Whether anybody is to be told at all. */
  readonly isThere: () => boolean;
  readonly post: (batch: readonly unknown[]) => Promise<Outcome>;
  readonly now?: () => number;
}

/** How the last attempt went, for `cox team status` and `cox doctor`. */
export interface SenderStatus {
  readonly at: string;
  readonly ok: boolean;
  readonly why?: string;
  /** Since the first: what was taken, what was not understood, and what had to go for want of room. */
  readonly sent: number;
  readonly refused: number;
  readonly dropped: number;
  /** In a row, up to now. */
  readonly failures: number;
}

export type Outcome =
  | { readonly type: "sent"; readonly accepted: number; readonly refused: number }
  | { readonly type: "failed"; readonly why: string; readonly restMs: number };

/** Sends what waits, and stays a little for what comes; then a hook has to start it again. */
export async function runSender(destination: Destination, lingerMs = LINGER_MS): Promise<void> {
  const { place, greet, now = Date.now } = destination;
  dropDrafts(place, now());
  for (let idleSince = now(), greetedAt = Number.NaN; ;) {
    keepSenderBusy(place, now(), BUSY_MS);
    if (!(Math.abs(now() - greetedAt) < GREET_MS)) {
      greetedAt = now();
      await greet?.();
    }
    keepSenderBusy(place, now(), BUSY_MS);
    const outcome = await sendOnce(destination);
    if (outcome?.type === "failed") return keepSenderBusy(place, now(), restOf(outcome.restMs, readStatus(place)));
    if (!destination.isThere()) break;
    if (outcome) idleSince = now();
    // Also where the clock was put back.
    else if (Math.abs(now() - idleSince) >= lingerMs) break;
    if (!outcome) await wait(POLL_MS);
  }
  // From here on a hook starts another one. What was left before it could know that is still here.
  keepSenderBusy(place, now(), 0);
  await sendOnce(destination);
}

/** Twice as long each time: starting a sender costs a stop more than all else of a report. */
function restOf(restMs: number, status: SenderStatus | undefined): number {
  const failures = Math.min(status?.failures ?? 1, 10);
  return Math.max(restMs, Math.min(restMs * 2 ** Math.max(0, failures - 1), LONG_REST_MS));
}

const LINGER_MS = 30_000;
const POLL_MS = 1000;
const GREET_MS = 5 * 60_000;
/** Longer than one attempt takes. */
const BUSY_MS = 20_000;
export const ATTEMPT_MS = 10_000;
const REST_MS = 60_000;
export const LONG_REST_MS = 10 * 60_000;
/** Half of what proxies take of a body by default. */
const MOST_BYTES = 512 * 1024;

/** Undefined where nothing waits. */
export async function sendOnce(destination: Destination): Promise<Outcome | undefined> {
  const { place } = destination;
  const dropped = trimSpool(place);
  const batch = nextBatch(spooled(place));
  if (batch.length === 0 || !destination.isThere()) return undefined;
  const outcome = await destination.post(batch.map(readSpooled));
  if (outcome.type === "sent") dropSpooled(batch);
  noteStatus(destination, outcome, dropped);
  return outcome;
}

function nextBatch(files: readonly Spooled[]): readonly Spooled[] {
  let bytes = 0;
  const end = files.findIndex((file) => (bytes += file.bytes) > MOST_BYTES);
  return files.slice(0, Math.min(MOST_REPORTS, end === -1 ? files.length : Math.max(1, end)));
}

export function failedBy(error: unknown): Outcome {
  return { type: "failed", why: whyUnanswered(error), restMs: REST_MS };
}

export function restAfter(response: Response): number {
  if (response.status === 401 || response.status === 403) return LONG_REST_MS;
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1000, LONG_REST_MS) : REST_MS;
}

export function readStatus(place: SpoolPlace): SenderStatus | undefined {
  const { at, ok, why, ...counts } = recordAt(place.status) ?? {};
  if (typeof at !== "string") return undefined;
  const count = (name: string) => Number(counts[name]) || 0;
  return {
    at,
    ok: ok === true,
    ...(typeof why === "string" ? { why } : {}),
    sent: count("sent"),
    refused: count("refused"),
    dropped: count("dropped"),
    failures: count("failures"),
  };
}

function noteStatus({ place, now = Date.now }: Destination, outcome: Outcome, dropped: number): void {
  const before = readStatus(place) ?? { sent: 0, refused: 0, dropped: 0, failures: 0 };
  const [sent, refused] = outcome.type === "sent" ? [outcome.accepted, outcome.refused] : [0, 0];
  const status: SenderStatus = {
    at: new Date(now()).toISOString(),
    ok: outcome.type === "sent",
    ...(outcome.type === "failed" ? { why: outcome.why } : {}),
    sent: before.sent + sent,
    refused: before.refused + refused,
    dropped: before.dropped + dropped,
    failures: outcome.type === "sent" ? 0 : before.failures + 1,
  };
  try {
    writePrivately(place.status, status);
  } catch {
    // On a full disk it is more important that what waits there goes.
  }
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
