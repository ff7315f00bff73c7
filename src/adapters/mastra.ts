import { randomUUID } from "node:crypto";
import { OWN_MARK } from "../messages/thread-of-messages.ts";
import { asCount, asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { type AdapterOptions, beside, callbackIn, createWatch, type Watch, wordsOf, wrapped } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

interface MastraMessage {
  id: string;
  role: "user";
  createdAt: Date;
  content: { format: 2; parts: { type: "text"; text: string }[]; metadata: { coxswain: { correction: true } } };
}

/** An `Agent` of Mastra that is watched; it is used as before. A correction is one step more: `maxSteps` has to leave room. */
export function withCoxswain<Agent extends object>(agent: Agent, options: AdapterOptions = {}): Agent {
  const watch = createWatch(options);
  return wrapped(agent, ["generate", "stream"], (run) => (messages, given) => {
    return run(messages, watchedCall(asRecord(given) ?? {}, watch, options.threadId));
  });
}

/** At the end of a turn the first decides, and the second puts in what is to be said: Mastra leaves out last `feedback`. */
function watchedCall(call: Loose, watch: Watch, threadId: string | undefined): Loose {
  const signal = call["abortSignal"] instanceof AbortSignal ? call["abortSignal"] : undefined;
  let said: string | undefined;
  let meanwhile = new AbortController();

  async function look({ messages, threadId: stored }: Loose, trigger: "end-turn" | "parallel"): Promise<void> {
    const signals = [signal, trigger === "parallel" ? meanwhile.signal : undefined].filter(
      (each) => each !== undefined,
    );
    const named = { threadId: threadId ?? asText(stored), trigger, signal: AbortSignal.any(signals) };
    said ??= wordsOf(await watch.atMessages(asList(messages).map(shownMessage), named));
  }

  async function onIterationComplete(given: unknown): Promise<unknown> {
    const iteration = asRecord(given) ?? {};
    const { isFinal, iteration: number, maxIterations } = iteration;
    // What was found while the agent went on is old by now.
    meanwhile.abort();
    meanwhile = new AbortController();
    if (asCount(maxIterations) > 0 && asCount(number) >= asCount(maxIterations)) return undefined;
    if (isFinal === true && said === undefined) await look(iteration, "end-turn");
    else if (isFinal !== true && watch.isParallel) void look(iteration, "parallel");
    return isFinal === true && said !== undefined ? { continue: true } : undefined;
  }

  function prepareStep(given: unknown): void {
    const { messageList: list, rotateResponseMessageId: rotate } = asRecord(given) ?? {};
    if (said === undefined || !isMessageList(list)) return;
    // Else the next steps join the agent's last message, and ours stays behind them.
    if (typeof rotate === "function") rotate();
    list.add(correction(said), "input");
    said = undefined;
  }

  return {
    ...call,
    onIterationComplete: beside(onIterationComplete, callbackIn(call, "onIterationComplete")),
    prepareStep: beside(prepareStep, callbackIn(call, "prepareStep")),
  };
}

interface MessageList {
  add(message: MastraMessage, source: "input"): unknown;
}

function isMessageList(value: unknown): value is MessageList {
  return typeof asRecord(value)?.["add"] === "function";
}

/**
 * A scorer: 0 where there is an objection that was not made before, else 1, with the reason. It counts with the same
 * limits, so that as `isTaskComplete` it cannot hold an agent for ever.
 */
export function scorer(options: AdapterOptions = {}) {
  const watch = createWatch(options);
  return {
    id: "coxswain",
    name: "Coxswain",
    description: "Whether what the agent says at the end is so, by the record of what it did.",
    run: async (given: { readonly input?: unknown; readonly output?: unknown }) => {
      const input = asRecord(given.input);
      const messages = asList(input?.["messages"] ?? [...asList(input?.["inputMessages"]), ...asList(given.output)]);
      const threadId = asText(input?.["threadId"]);
      const decision = await watch.atMessages(messages.map(shownMessage), threadId === undefined ? {} : { threadId });
      const verdict = decision?.verdict;
      const objects = verdict?.verdict === "correct" && (decision?.inject === true || watch.isShadow);
      const reason = (objects ? verdict?.message : (decision?.tell ?? verdict?.reason)) ?? "nobody looked in time";
      return { score: objects ? 0 : 1, reason };
    },
  };
}

function correction(text: string): MastraMessage {
  const content = { format: 2 as const, parts: [{ type: "text" as const, text }], metadata: OWN_MARK };
  return { id: randomUUID(), role: "user", createdAt: new Date(), content };
}

/** A message of Mastra's memory as one of the AI SDK for an interface, which differs in how calls are written. */
function shownMessage(message: unknown): unknown {
  const record = asRecord(message);
  const content = asRecord(record?.["content"]);
  if (!record || !content) return message;
  const parts = asList(content["parts"]).map((part) => shownPart(asRecord(part) ?? {}));
  return { id: record["id"], role: record["role"], metadata: content["metadata"], parts };
}

function shownPart(part: Loose): Loose {
  const call = asRecord(part["toolInvocation"]);
  if (!call) return part;
  const { state, toolName, toolCallId, args, result, errorText } = call;
  const failed = state === "output-error" || call["isError"] === true;
  const shown = { type: `tool-${String(toolName)}`, toolCallId, input: args, approval: call["approval"] };
  if (failed) return { ...shown, state: "output-error", errorText: errorText ?? JSON.stringify(result) };
  if (state === "result") return { ...shown, state: "output-available", output: result };
  return { ...shown, state: state === "call" || state === "partial-call" ? "input-available" : state };
}
