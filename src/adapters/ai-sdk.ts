import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { OWN_MARK } from "../messages/thread-of-messages.ts";
import { type AdapterOptions, beside, callbackIn, createWatch, type Watch, wordsOf, wrapped } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/** What `experimental_createSteering()` of the AI SDK gives: the way to go on after an answer. */
interface Steering {
  steer(message: SteeredMessage): PromiseLike<unknown>;
}

interface SteeredMessage {
  role: "user";
  content: string;
  providerOptions: { coxswain: { correction: true } };
}

export interface AiSdkOptions extends AdapterOptions {
  /** `experimental_createSteering` of the package `ai`. */
  readonly createSteering: () => Steering;
}

/**
 * A `ToolLoopAgent`, `generateText` or `streamText` that is watched; it is used as before. A correction is one step more:
 * `stopWhen` has to leave room for it, which that of `generateText` and `streamText` does not do by default.
 */
export function withCoxswain<Agent extends object>(agent: Agent, options: AiSdkOptions): Agent {
  const watch = createWatch(options);
  return wrapped(agent, ["generate", "stream"], (run) => (call) => {
    return run(watchedCall(asRecord(call) ?? {}, watch, options.createSteering));
  });
}

function watchedCall(call: Loose, watch: Watch, createSteering: () => Steering): Loose {
  const steering = steeringOf(call) ?? createSteering();
  const run = watchRun(watch, steering, call["abortSignal"] instanceof AbortSignal ? call["abortSignal"] : undefined);
  return {
    ...call,
    experimental_steering: steering,
    onStepStart: beside(run.onStepStart, callbackIn(call, "onStepStart", "experimental_onStepStart")),
    onStepEnd: beside(run.onStepEnd, callbackIn(call, "onStepEnd", "onStepFinish")),
  };
}

/** One call: the messages of its steps, and the looks at them. */
function watchRun(watch: Watch, steering: Steering, signal: AbortSignal | undefined) {
  let given: readonly unknown[] = [];
  let meanwhile = new AbortController();
  let isSteered = false;

  async function look(messages: readonly unknown[], limits: AbortSignal[], trigger: "parallel" | "end-turn") {
    const both = AbortSignal.any(signal ? [signal, ...limits] : limits);
    const text = wordsOf(await watch.atMessages(messages, { trigger, signal: both }));
    if (text === undefined) return;
    isSteered = true;
    // It ends when the message is delivered: waited for here, nothing would go on.
    void Promise.resolve(steering.steer({ role: "user", content: text, providerOptions: OWN_MARK })).catch(
      () => undefined,
    );
  }

  return {
    onStepStart: (event: unknown): void => {
      given = asList(asRecord(event)?.["messages"]);
      isSteered = false;
    },
    onStepEnd: async (event: unknown): Promise<void> => {
      const step = asRecord(event);
      const messages = [...given, ...asList(asRecord(step?.["response"])?.["messages"])];
      // What was found while the agent went on is old by now.
      meanwhile.abort();
      meanwhile = new AbortController();
      const isEnd = asText(step?.["finishReason"]) === "stop";
      if (isEnd && !isSteered) await look(messages, [], "end-turn");
      else if (!isEnd && watch.isParallel) void look(messages, [meanwhile.signal], "parallel");
    },
  };
}

function steeringOf(call: Loose): Steering | undefined {
  const steering = asRecord(call["experimental_steering"]);
  return steering && isSteering(steering) ? steering : undefined;
}

function isSteering(value: Loose): value is Loose & Steering {
  return typeof value["steer"] === "function";
}
