import { OWN_MARK } from "../messages/thread-of-messages.ts";
import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { createMeanwhile } from "./meanwhile.ts";
import { type AdapterOptions, createWatch, type LookOptions, wordsOf } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/** What `createMiddleware` of LangChain is given. */
interface MiddlewareConfig<Message> {
  name: string;
  beforeModel?: (state: State, runtime: unknown) => { messages: Message[] } | undefined;
  afterAgent: {
    hook: (state: State, runtime: unknown) => Promise<Jump<Message> | undefined>;
    canJumpTo: "model"[];
  };
}

interface State {
  messages?: unknown;
}

interface OwnMessage {
  content: string;
  additional_kwargs: { coxswain: { correction: true } };
}

interface Jump<Message> {
  jumpTo: "model";
  messages: Message[];
}

/**
 * For `createMiddleware`, with the `HumanMessage` of the same package: when the agent has ended it looks, and sends it back
 * to the model with what is to be said. The conversation has the name of the graph's thread where it has one.
 */
export function coxswainMiddleware<Message>(
  HumanMessage: new (fields: OwnMessage) => Message,
  options: AdapterOptions = {},
): MiddlewareConfig<Message> {
  const watch = createWatch(options);
  const meanwhile = createMeanwhile();

  function stopOf({ messages }: State, runtime: unknown): Stop {
    const { configurable, signal } = asRecord(runtime) ?? {};
    const threadId = options.threadId ?? asText(asRecord(configurable)?.["thread_id"]);
    const given = { ...(signal instanceof AbortSignal ? { signal } : {}), ...(threadId ? { threadId } : {}) };
    const list = asList(messages);
    // The graph itself names each message.
    return { list, given, run: threadId ?? asText(asRecord(list[0])?.["id"]) ?? "" };
  }

  async function wordsAt({ list, given }: Stop, trigger: "end-turn" | "parallel"): Promise<string | undefined> {
    return wordsOf(await watch.atMessages(list.map(chatMessage), { ...given, trigger }));
  }

  function message(content: string): Message {
    return new HumanMessage({ content, additional_kwargs: OWN_MARK });
  }

  /** What was found while the model and its tools went on goes in before the model is asked again. */
  function beforeModel(state: State, runtime: unknown): { messages: Message[] } | undefined {
    const stop = stopOf(state, runtime);
    const text = meanwhile.take(stop.run);
    if (asRecord(stop.list.at(-1))?.["type"] === "tool") meanwhile.look(stop.run, () => wordsAt(stop, "parallel"));
    return text === undefined ? undefined : { messages: [message(text)] };
  }

  async function hook(state: State, runtime: unknown): Promise<Jump<Message> | undefined> {
    const stop = stopOf(state, runtime);
    const text = meanwhile.take(stop.run) ?? (await wordsAt(stop, "end-turn"));
    return text === undefined ? undefined : { jumpTo: "model", messages: [message(text)] };
  }

  const between = watch.isParallel ? { beforeModel } : {};
  return { name: "coxswain", ...between, afterAgent: { hook, canJumpTo: ["model"] } };
}

interface Stop {
  readonly list: readonly unknown[];
  readonly given: LookOptions;
  /** What the run is known by meanwhile. */
  readonly run: string;
}

const ROLES = new Map<unknown, string>([
  ["human", "user"],
  ["ai", "assistant"],
  ["tool", "tool"],
  ["system", "system"],
]);

/** A message of LangChain in the words of OpenAI's chat; one that is written so already stays. */
function chatMessage(message: unknown): unknown {
  const record = asRecord(message);
  const role = ROLES.get(record?.["type"]);
  if (!record || role === undefined) return message;
  const { content, tool_call_id, additional_kwargs } = record;
  const calls = asList(record["tool_calls"]).map((call) => chatCall(asRecord(call) ?? {}));
  const failed = record["status"] === "error" ? { is_error: true } : {};
  return {
    role,
    content: textIn(content),
    additional_kwargs,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(tool_call_id === undefined ? {} : { tool_call_id, ...failed }),
  };
}

function chatCall({ id, name, args }: Loose): Loose {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args ?? {}) } };
}

/** Calls stand among the blocks of some providers as well. */
function textIn(content: unknown): unknown {
  return Array.isArray(content) ? content.filter((block) => asRecord(block)?.["type"] === "text") : content;
}
