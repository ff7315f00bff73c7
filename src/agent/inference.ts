import type { Model, ModelSettings, ToolDefinition } from "../models/model.ts";
import { UNCOUNTED, withCost } from "../models/cost.ts";
import type { PriceTable } from "../models/prices.ts";
import type { AssistantMessage } from "../thread/message.ts";
import type { Thread } from "../thread/thread.ts";
import type { Delta } from "../thread/delta.ts";
import type { Emit } from "./events.ts";

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
