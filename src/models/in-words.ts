import type { AssistantMessage, UserMessage } from "../thread/message.ts";
import { textOf } from "../thread/message.ts";
import type { Clock } from "./clock.ts";
import { failure, type ModelFailure } from "./failure.ts";
import type { Decision, DecisionRequest, ForcedTool, Model, TokenCounts } from "./model.ts";

/** True when the model cannot be made to call a tool but can converse, and the question has a text form. */
export function speaksOnly<T>(model: Model, tool: ForcedTool<T>, { code }: ModelFailure): boolean {
  const cannotCall = code === "unsupported" || code === "degraded-tool-choice" || code === "no-call";
  return cannotCall && model.infer !== undefined && tool.inWords !== undefined;
}

/** Asks for the same decision in plain text. An answer that cannot be read is a failure, never a guess. */
export async function decideInWords<T>(model: Model, request: DecisionRequest<T>, clock: Clock): Promise<Decision<T>> {
  const { system, prompt, tool, settings, signal } = request;
  const started = clock.now();
  const failed = (problem: ModelFailure, usage?: TokenCounts): Decision<T> => ({
    ok: false,
    failure: problem,
    ...(usage ? { usage } : {}),
    durationMs: clock.now() - started,
  });
  if (!model.infer || !tool.inWords) return failed(failure("unsupported", `${model.name} cannot be asked in words.`));
  const question: UserMessage = {
    role: "user",
    id: "question",
    source: { type: "user" },
    content: [{ type: "text", text: prompt }],
  };
  const events = model.infer({
    system: `${system}\n\n${tool.inWords.instructions}`,
    messages: [question],
    tools: [],
    // The caller retries; a second layer of retries would use up the time.
    settings: { ...settings, maxRetries: 0 },
    ...(signal ? { signal } : {}),
  });
  for await (const event of events) {
    if (event.type === "failed") return failed(event.failure);
    if (event.type !== "completed") continue;
    const usage = tokensOf(event.message);
    const value = tool.inWords.read(textOf(event.message));
    if (value === undefined) return failed(failure("no-call", `${model.name} gave no answer that can be read.`), usage);
    return { ok: true, value, ...(usage ? { usage } : {}), durationMs: clock.now() - started };
  }
  return failed(failure("empty", `${model.name} ended without an answer.`));
}

function tokensOf({ usage }: AssistantMessage): TokenCounts | undefined {
  if (!usage) return undefined;
  const { operationType: _operation, model: _model, cost: _cost, ...tokens } = usage;
  return tokens;
}
