import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { fromJson, isRecord } from "../../text/json.ts";
import { hexFingerprint, type Redactor, redactTogether } from "../../text/strings.ts";
import type { Delta } from "../../thread/delta.ts";
import { startFold } from "../../thread/reducer.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { shortText, whyUnanswered } from "../../text/answer.ts";

export interface ToSend {
  /** All of the thread's. */
  readonly deltas: readonly Delta[];
  readonly thread: Thread;
  readonly turns: readonly Turn[];
  readonly redact: Redactor;
  readonly repository: string | null;
  /** Drawn when the machine joined; absent where it is in no team. */
  readonly machine?: string | undefined;
  readonly now: Date;
}

/** Each turn with what came before it, without what no judge is shown, and redacted. */
export function turnsToSend({ deltas, thread, turns, redact, repository, machine, now }: ToSend): readonly object[] {
  const session = hexFingerprint(`${thread.host} ${thread.id}`);
  const named = deltas.map((delta) => (delta.type === "thread:started" ? { ...delta, threadId: session } : delta));
  const clean = redactTogether(redact, (together) => named.map((delta) => redacted(delta, together)));
  return turns.map(({ number, steps }) => {
    const end = endOf(deltas, number);
    return {
      v: 1,
      session,
      turn: number,
      range: [steps[0]?.number ?? 0, steps.at(-1)?.number ?? 0],
      ...(machine === undefined ? {} : { machine }),
      at: timeOf(deltas.slice(0, end), now),
      repository,
      agent: thread.host,
      deltas: clean.slice(0, end),
    };
  });
}

/** What came after the turn is no part of it. */
function endOf(deltas: readonly Delta[], number: number): number {
  const growing = startFold();
  let turns = 0;
  let end = deltas.length;
  for (const [index, delta] of deltas.entries()) {
    growing.add([delta]);
    const { length } = growing.thread.turns;
    if (turns <= number && length > number) end = index;
    turns = length;
  }
  return turns > number ? end : deltas.length;
}

function timeOf(deltas: readonly Delta[], now: Date): string {
  const time = Date.parse(deltas.findLast(({ at }) => at !== undefined)?.at ?? "");
  return (Number.isNaN(time) ? now : new Date(time)).toISOString();
}

/** Names and ids of ours: a random one would be taken for a secret, and parts would not find each other. */
const OURS: ReadonlySet<string> = new Set(
  "v type at id toolUseId role name status stopReason model host mode to threadId relation operationType mediaType verdict category kind ended outcome before comparedWith".split(
    " ",
  ),
);
/** No judge is shown these: what a model thought, what it wants back, and pictures. */
const LEFT_OUT: ReadonlySet<string> = new Set(["providerData", "data"]);

function redacted(value: unknown, redact: Redactor): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) {
    return value
      .filter((each) => !(isRecord(each) && each["type"] === "thinking"))
      .map((each) => redacted(each, redact));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(
    entries.map(([name, each]) => {
      if (OURS.has(name) && !isRecord(each)) return [name, each];
      return [name, name === "input" ? redactedInput(each, redact) : redacted(each, redact)];
    }),
  );
}

/** As JSON: `"password": "…"` is known by its name. */
function redactedInput(input: unknown, redact: Redactor): unknown {
  const text = redact(JSON.stringify(input) ?? "null");
  return fromJson(text) ?? { redacted: text };
}

const Taken = z.object({ ids: z.array(z.string()) });
type Sent =
  | { readonly type: "sent"; readonly ids: readonly string[] }
  /** `passing`: tried again it might have gone well. */
  | { readonly type: "failed"; readonly why: string; readonly passing: boolean };

const LARGEST_BYTES = 2 * 1024 * 1024;
const ATTEMPT_MS = 10_000;
/** Before each try but the first: a job of CI has no spool, and nobody waits long for it. */
const PAUSES_MS = [1000, 3000];

/** Hands a turn to a service, which judges it when it has time. */
export async function sendTurn(
  turn: object,
  service: { readonly url: string; readonly token: string },
  pauses: readonly number[] = PAUSES_MS,
): Promise<Sent> {
  const body = JSON.stringify({ turns: [turn] });
  const size = Buffer.byteLength(body);
  if (size > LARGEST_BYTES)
    return { type: "failed", why: `it is too large (${(size / 1024 / 1024).toFixed(1)} of 2 MB)`, passing: false };
  const outcome = await attempt(body, service);
  const [pause, ...later] = pauses;
  if (outcome.type === "sent" || !outcome.passing || pause === undefined) return outcome;
  await wait(pause);
  return sendTurn(turn, service, later);
}

async function attempt(body: string, { url, token }: { readonly url: string; readonly token: string }): Promise<Sent> {
  try {
    const response = await fetch(new URL("/v1/turns", url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body,
      // The token and the words are for this address and no other.
      redirect: "error",
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    const answer = fromJson(await shortText(response));
    const taken = Taken.safeParse(answer);
    if (response.status === 202 && taken.success) return { type: "sent", ids: taken.data.ids };
    const said = isRecord(answer) && typeof answer["error"] === "string" ? `: ${answer["error"].slice(0, 200)}` : "";
    const passing = response.status === 429 || response.status >= 500;
    return { type: "failed", why: `the service answered ${response.status}${said}`, passing };
  } catch (error) {
    return { type: "failed", why: whyUnanswered(error), passing: true };
  }
}
