import { OWN_MARK } from "../messages/thread-of-messages.ts";
import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { type AdapterOptions, createWatch, wordsOf } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/** What `createMiddleware` of LangChain is given. */
interface MiddlewareConfig {
  name: string;
  afterAgent: {
    hook: (state: { messages?: unknown }, runtime: unknown) => Promise<Jump | undefined>;
    canJumpTo: "model"[];
  };
}

interface Jump {
  jumpTo: "model";
  messages: { role: "user"; content: string; additional_kwargs: { coxswain: { correction: true } } }[];
}

/**
 * A middleware for `createAgent`, made with LangChain's `createMiddleware`: when the agent has ended, it looks, and sends
 * it back to the model with what is to be said. The conversation has the name of the graph's thread where it has one.
 */
export function coxswainMiddleware<Middleware>(
  createMiddleware: (config: MiddlewareConfig) => Middleware,
  options: AdapterOptions = {},
): Middleware {
  const watch = createWatch(options);

  async function hook(state: { messages?: unknown }, runtime: unknown): Promise<Jump | undefined> {
    const { configurable, signal } = asRecord(runtime) ?? {};
    const threadId = options.threadId ?? asText(asRecord(configurable)?.["thread_id"]);
    const given = { ...(signal instanceof AbortSignal ? { signal } : {}), ...(threadId ? { threadId } : {}) };
    const text = wordsOf(await watch.atMessages(asList(state.messages).map(chatMessage), given));
    if (text === undefined) return undefined;
    return { jumpTo: "model", messages: [{ role: "user", content: text, additional_kwargs: OWN_MARK }] };
  }

  return createMiddleware({ name: "coxswain", afterAgent: { hook, canJumpTo: ["model"] } });
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
