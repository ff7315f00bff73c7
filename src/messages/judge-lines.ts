import type { AssessOptions, Decision } from "../corrector.ts";
import { CoxError, describeError, errorCode } from "../text/errors.ts";
import { asCount, asList, asRecord, asText, type Loose, recordFrom } from "../text/loose.ts";
import type { Thread } from "../thread/thread.ts";
import { parseDelta } from "../thread/delta-schema.ts";
import { fold } from "../thread/reducer.ts";
import type { OwnToolKind } from "../thread/action.ts";
import type { RememberingCorrector } from "./remembering-corrector.ts";
import { MESSAGES_HOST, type OwnTools } from "./thread-of-messages.ts";

/** How many lines are under way at once: a model takes its time, and the others need not wait for it. */
const MOST_AT_ONCE = 8;

export interface LineJudging {
  readonly corrector: RememberingCorrector;
  readonly signal: AbortSignal;
  /** Keeps a decision before its line is written, and names it; undefined where there is nothing to keep. */
  readonly keep: (decision: Decision, looked: Looked) => Promise<string | undefined>;
  readonly write: (answer: object) => void;
}

/** What a decision is about; `said` is all of the conversation, as text. */
interface Looked {
  readonly threadId: string;
  readonly cwd: string | undefined;
  readonly said: string;
}

/**
 * Answers each line with one, in their order; those of one thread are looked at one after the other. The promise of
 * `push` ends when there is room for more, so that a slow reader or a slow model holds the writer up, not the memory.
 */
export function createLineJudge({ corrector, signal, keep, write }: LineJudging) {
  const busy = new Map<string, Promise<object>>();
  const underWay: Promise<void>[] = [];
  let told = Promise.resolve();

  async function answer(line: string | undefined): Promise<object> {
    let sender: { id?: unknown; threadId?: string } = {};
    try {
      if (line === undefined) throw wrong("The line is too long.");
      const record = recordFrom(line);
      if (!record) throw wrong("The line is no JSON object.");
      const threadId = asText(record["threadId"]);
      sender = { ...(record["id"] === undefined ? {} : { id: record["id"] }), ...(threadId ? { threadId } : {}) };
      if (!threadId) throw wrong("No threadId says which conversation this is.");
      return { ...sender, ...(await inTurn(threadId, () => decide(record, threadId))) };
    } catch (error) {
      return { ...sender, error: { code: errorCode(error) ?? "failed", message: describeError(error) } };
    }
  }

  async function inTurn(threadId: string, look: () => Promise<object>): Promise<object> {
    const before = busy.get(threadId);
    const now = (async () => {
      await before?.catch(() => undefined);
      return look();
    })();
    busy.set(threadId, now);
    try {
      return await now;
    } finally {
      if (busy.get(threadId) === now) busy.delete(threadId);
    }
  }

  async function decide(record: Loose, threadId: string): Promise<object> {
    const circumstances = { ...circumstancesIn(record), signal };
    const { messages, deltas } = record;
    if (messages === undefined && deltas === undefined) throw wrong("There are neither messages nor deltas.");
    const [cwd, tools] = [asText(record["cwd"]), toolsIn(record)];
    const decision =
      messages === undefined
        ? await corrector.assess(threadIn(asList(deltas), threadId, cwd), circumstances)
        : await corrector.assessMessages(messages, { ...circumstances, threadId, cwd, tools });
    const kept = await keep(decision, { threadId, cwd, said: JSON.stringify(messages ?? deltas) });
    return { ...answerOf(decision), ...(kept === undefined ? {} : { decision: kept }) };
  }

  return {
    async push(line: string | undefined): Promise<void> {
      const answered = answer(line);
      told = told.then(async () => write(await answered));
      underWay.push(told);
      if (underWay.length >= MOST_AT_ONCE) await underWay.shift();
    },
    end: () => told,
  };
}

function wrong(problem: string): CoxError {
  return new CoxError("usage", problem, { hint: 'A line is {"threadId": "…", "messages": […]}.' });
}

function threadIn(deltas: readonly unknown[], threadId: string, cwd: string | undefined): Thread {
  const started = {
    v: 1,
    type: "thread:started",
    threadId,
    host: MESSAGES_HOST,
    ...(cwd === undefined ? {} : { cwd }),
  };
  // What the log itself says of its beginning goes before, but for the name, under which it is remembered.
  return { ...fold([started, ...deltas].map(parseDelta)), id: threadId };
}

/** Only what is known of the stop, each in its own type; anything else in a line is left alone. */
function circumstancesIn(record: Loose): AssessOptions {
  const flags = ["subagent", "heartbeat", "delivered", "pending"].filter((name) => record[name] === true);
  const { mode, trigger, durationMs, backgroundTasks } = record;
  return {
    ...Object.fromEntries(flags.map((name) => [name, true])),
    ...(typeof mode === "string" ? { mode } : {}),
    ...(trigger === "parallel" ? { trigger } : {}),
    ...(durationMs === undefined ? {} : { durationMs: asCount(durationMs) }),
    ...(backgroundTasks === undefined ? {} : { backgroundTasks: asCount(backgroundTasks) }),
  };
}

const KINDS: readonly OwnToolKind[] = [
  "read",
  "search",
  "edit",
  "create",
  "delete",
  "move",
  "execute",
  "fetch",
  "think",
];

function toolsIn(record: Loose): OwnTools {
  const given = Object.entries(asRecord(record["tools"]) ?? {});
  return Object.fromEntries(
    given.flatMap(([tool, named]) => {
      const kind = KINDS.find((each) => each === named);
      return kind ? [[tool, kind]] : [];
    }),
  );
}

/** `inject` says whether `message` may go to the agent; `tell` is for the person. */
function answerOf({ turn, inject, verdict, tell }: Decision): object {
  const { message, reason, category, confidence, judge, findings, steps, usage, durationMs } = verdict;
  return {
    turn,
    verdict: verdict.verdict,
    inject,
    message,
    ...(tell === undefined ? {} : { tell }),
    reason,
    judge,
    category,
    confidence,
    findings,
    steps,
    usage,
    durationMs,
  };
}
