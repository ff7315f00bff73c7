import { Readable } from "node:stream";
import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { type AdapterOptions, createWatch, type Watch, wordsOf, wrapped } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/**
 * `run` of the OpenAI Agents SDK, or a `Runner`, that is watched; it is used as before. A correction is one run more,
 * with the history, session or conversation of the one before; a stream goes on with its events.
 */
export function runWithCoxswain<Run extends object>(run: Run, options: AdapterOptions = {}): Run {
  const watch = createWatch(options);
  return wrapped(run, ["run"], (start) => async (agent: unknown, input: unknown, given: unknown) => {
    const followed = follow(watch, start, { agent, options: asRecord(given) ?? {} });
    const first = await start(agent, input, given);
    return asRecord(given)?.["stream"] === true ? streamOf(first, followed) : lastOf(first, followed);
  });
}

type Start = (...given: unknown[]) => unknown;
/** The run that follows on one, if there is something to say about it; asked twice, it is the same. */
type Follow = (result: unknown) => Promise<unknown>;

function follow(watch: Watch, start: Start, { agent, options }: { agent: unknown; options: Loose }): Follow {
  const signal = options["signal"] instanceof AbortSignal ? options["signal"] : undefined;
  const known = new Map<unknown, Promise<unknown>>();
  /** What earlier runs hold that this one does not: the rest of it is at the provider. */
  let before: readonly unknown[] = [];

  async function next(result: unknown): Promise<unknown> {
    const { interruptions, cancelled, history, lastAgent, lastResponseId, runContext } = fieldsOf(result);
    if (asList(interruptions).length > 0 || cancelled === true) return undefined;
    const stored = await itemsOf(options["session"]);
    const own = asList(history);
    const text = wordsOf(await watch.atMessages(stored ?? [...before, ...own], signal ? { signal } : {}));
    if (text === undefined || signal?.aborted) return undefined;
    const message = { type: "message", role: "user", content: text };
    const isChained = options["previousResponseId"] !== undefined;
    const isKept = stored !== undefined || isChained || options["conversationId"] !== undefined;
    if (isKept) before = [...before, ...own];
    return start(lastAgent ?? agent, isKept ? [message] : [...own, message], {
      ...options,
      // With its own account of tokens, to which the next run adds.
      context: runContext ?? options["context"],
      ...(isChained ? { previousResponseId: lastResponseId } : {}),
    });
  }

  return async (result) => {
    const found = known.get(result) ?? next(result);
    known.set(result, found);
    return found;
  };
}

/** What follows may fail: then what was there without us is the result. */
async function lastOf(first: unknown, follow: Follow): Promise<unknown> {
  let last = first;
  try {
    for (let next = await follow(last); next !== undefined; next = await follow(last)) last = next;
  } catch {
    return last;
  }
  return last;
}

/** One result for all runs: events follow on events, and everything else is as in the newest. */
function streamOf(first: unknown, follow: Follow): unknown {
  let newest = first;
  let completed: Promise<void> | undefined;

  async function* inTurn(use: (result: unknown) => AsyncGenerator): AsyncGenerator {
    for (let result = first; result !== undefined; result = await follow(result).catch(() => undefined)) {
      try {
        yield* use(result);
      } catch (error) {
        if (result === first) throw error;
        return;
      }
      newest = result;
    }
  }

  async function complete(): Promise<void> {
    const runs = inTurn(async function* (result) {
      yield await fieldsOf(result)["completed"];
    });
    while (!(await runs.next()).done);
  }

  const replaced: Record<PropertyKey, unknown> = {
    [Symbol.asyncIterator]: () => inTurn(eventsOf),
    toStream: () => ReadableStream.from(inTurn(eventsOf)),
    toTextStream(given?: unknown) {
      const texts = textsIn(inTurn(eventsOf));
      return asRecord(given)?.["compatibleWithNodeStreams"] === true
        ? Readable.from(texts)
        : ReadableStream.from(texts);
    },
  };
  return new Proxy(fieldsOf(first), {
    get(_, key) {
      if (key === "completed") return (completed ??= complete());
      if (Object.hasOwn(replaced, key)) return replaced[key];
      const value: unknown = Reflect.get(fieldsOf(newest), key, newest);
      return typeof value === "function" ? value.bind(newest) : value;
    },
  });
}

async function* eventsOf(result: unknown): AsyncGenerator {
  if (isAsyncIterable(result)) yield* result;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* textsIn(events: AsyncGenerator): AsyncGenerator<string> {
  for await (const event of events) {
    const data = asRecord(asRecord(event)?.["data"]);
    const delta = data?.["type"] === "output_text_delta" ? asText(data["delta"]) : undefined;
    if (delta !== undefined) yield delta;
  }
}

/** Of a session its own items are what the conversation is. */
async function itemsOf(session: unknown): Promise<readonly unknown[] | undefined> {
  const getItems = asRecord(session)?.["getItems"];
  return typeof getItems === "function" ? asList(await Reflect.apply(getItems, session, [])) : undefined;
}

/** A result has getters on its class: it is read as it is. */
function fieldsOf(result: unknown): Loose {
  return asRecord(result) ?? {};
}
