import type { Decision } from "../corrector.ts";
import { hasCode } from "../text/errors.ts";
import type { ModelFailure } from "../models/failure.ts";
import type { Model, ModelSettings, ToolDefinition } from "../models/model.ts";
import { type PriceTable, UNCOUNTED, withCost } from "../models/prices.ts";
import type { Store } from "../store/store.ts";
import { type Delta, usageOf } from "../thread/delta.ts";
import type { AssistantMessage } from "../thread/message.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "../thread/thread.ts";

export interface ThreadLog {
  readonly thread: Thread;
  append(deltas: readonly Delta[]): Promise<void>;
}

/** Of two writers the later gets `store.conflict`. `beginning` is written with the first event, or never. */
export async function openThreadLog(
  store: Pick<Store, "write" | "read">,
  threadId: string,
  beginning?: Delta,
): Promise<ThreadLog> {
  const stored = await store.read(threadId);
  let unwritten = beginning && stored.length === 0 ? [beginning] : [];
  let thread = fold([...stored.map((entry) => entry.delta), ...unwritten], EMPTY_THREAD);
  let lastSeq = stored.at(-1)?.seq ?? 0;
  let tail: Promise<void> = Promise.resolve();

  async function write(deltas: readonly Delta[]): Promise<void> {
    const appends = [{ threadId, deltas: [...unwritten, ...deltas], expectedSeq: lastSeq }];
    const usage = deltas.flatMap((delta) => usageOf(delta).map((used) => ({ threadId, at: delta.at, usage: used })));
    let written: readonly number[];
    try {
      written = await store.write({ appends, usage });
    } catch (error) {
      if (!hasCode(error, "store.conflict") || !(await takeInNotes())) throw error;
      return write(deltas);
    }
    lastSeq = written[0] ?? lastSeq;
    unwritten = [];
    thread = fold(deltas, thread);
  }

  /** Takes in notes from elsewhere. False when anything else was written: then another writer works on this thread. */
  async function takeInNotes(): Promise<boolean> {
    const missed = await store.read(threadId, { sinceSeq: lastSeq });
    if (missed.length === 0 || missed.some((entry) => !FROM_THE_SIDE.has(entry.delta.type))) return false;
    lastSeq = missed.at(-1)?.seq ?? lastSeq;
    thread = fold(
      missed.map((entry) => entry.delta),
      thread,
    );
    return true;
  }

  return {
    get thread() {
      return thread;
    },
    append(deltas) {
      if (deltas.length === 0) return tail;
      // A failed append must not stop the next one, but its caller has to learn of it.
      const written = tail.then(() => write(deltas));
      tail = written.catch(() => undefined);
      return written;
    },
  };
}

/** Deltas that may come from elsewhere: a handoff out of the thread, and checks that somebody ran beside it. */
const FROM_THE_SIDE: ReadonlySet<Delta["type"]> = new Set(["handoff", "witnessed"]);

export interface InferenceParts {
  readonly model: Model;
  readonly system: (thread: Thread) => string;
  readonly tools: readonly ToolDefinition[];
  readonly settings: ModelSettings;
  readonly prices: PriceTable;
  readonly emit: Emit;
}

/** One streamed request to the agent's model. Returns the deltas that record the result; never throws. */
export async function infer(parts: InferenceParts, thread: Thread, signal: AbortSignal): Promise<Delta[]> {
  if (!parts.model.infer) return [failure("model.cannot-infer", `${parts.model.name} cannot carry on a conversation.`)];
  const request = {
    system: parts.system(thread),
    messages: thread.messages,
    tools: parts.tools,
    settings: parts.settings,
    signal,
  };
  for await (const event of parts.model.infer(request)) {
    switch (event.type) {
      case "text":
      case "thinking":
        parts.emit(event);
        break;
      case "retrying":
        parts.emit({ ...event, type: "inference:retrying" });
        break;
      case "tool-call":
        break;
      case "completed":
        return [completed(parts, counted(parts, event.message))];
      case "failed": {
        const partial =
          event.partial && event.partial.content.length > 0
            ? [completed(parts, { ...event.partial, stopReason: "aborted" })]
            : [];
        if (event.failure.code === "aborted")
          return [...partial, { v: 1, type: "cancelled", reason: "cancelled while the model answered" }];
        return [...partial, failure(event.failure.code, event.failure.message)];
      }
    }
  }
  return [failure("model.no-answer", `${parts.model.name} ended its answer without saying so.`)];
}

/** The message with usage. A call without reported tokens was made all the same, so it is counted. */
function counted({ model }: InferenceParts, message: AssistantMessage): AssistantMessage {
  return message.usage
    ? message
    : { ...message, usage: { operationType: "inference", model: model.name, ...UNCOUNTED } };
}

function completed(parts: InferenceParts, message: AssistantMessage): Delta {
  const usage = message.usage && withCost(message.usage, parts.prices);
  return { v: 1, type: "inference:completed", message: usage ? { ...message, usage } : message };
}

function failure(code: string, message: string): Delta {
  return { v: 1, type: "error", code, message };
}

export interface WitnessLog {
  readonly thread: ThreadLog["thread"];
  /** Records what happened. If the store fails, it is written with the next deltas: a later claim may rest on it. */
  append(deltas: readonly Delta[]): Promise<void>;
  /** Records what we say about it. If it cannot be written, it is not in effect. */
  remark(deltas: readonly Delta[]): Promise<void>;
}

const MOST_TRIES = 5;

/** We need not be its only writer: the same session may be open in two editors. */
export function createWitnessLog(store: Pick<Store, "write" | "read">, threadId: string, beginning: Delta): WitnessLog {
  let log: ThreadLog | undefined;
  /** Batches that are not written yet, in order. */
  let unwritten: readonly (readonly Delta[])[] = [];
  let tail: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = tail.then(work);
    tail = done.catch(() => undefined);
    return done;
  }

  async function write(deltas: readonly Delta[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        log ??= await openThreadLog(store, threadId, beginning);
        return await log.append(deltas);
      } catch (error) {
        log = undefined;
        if (!hasCode(error, "store.conflict") || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Skips batches that can never be written, since the rest happened all the same. */
  async function writeOneByOne(): Promise<void> {
    for (let [first, ...rest] = unwritten; first; [first, ...rest] = unwritten) {
      try {
        await write(first);
      } catch (error) {
        if (!hasCode(error, "delta.invalid")) throw error;
      }
      unwritten = rest;
    }
  }

  return {
    get thread() {
      return log?.thread ?? EMPTY_THREAD;
    },
    append: (deltas) =>
      inTurn(async () => {
        unwritten = [...unwritten, deltas];
        try {
          await write(unwritten.flat());
          unwritten = [];
        } catch (error) {
          if (hasCode(error, "delta.invalid")) await writeOneByOne();
          throw error;
        }
      }),
    remark: (deltas) => inTurn(() => write(deltas)),
  };
}

/** What a user interface can show while the agent works. What lasts is a delta; all else is shown once. */
export type AgentEvent =
  | { readonly type: "delta"; readonly delta: Delta }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "tool:progress"; readonly toolUseId: string; readonly text: string }
  | {
      readonly type: "inference:retrying";
      readonly failure: ModelFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** `attempt` counts from 1 since the person spoke: a verifier's attempts, or the looks after corrections. */
  | { readonly type: "assessment:started"; readonly attempt: number }
  | { readonly type: "assessment:finished"; readonly decision: Decision; readonly applied: boolean }
  | { readonly type: "rested" };

export type Emit = (event: AgentEvent) => void;

export const OWN_HOST = "coxswain";
