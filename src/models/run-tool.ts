import { type AssistantMessage, type UserMessage, textOf } from "../thread/message.ts";
import { type Clock, SYSTEM_CLOCK, abortFailure, startDeadline, untilAborted } from "./clock.ts";
import { failure, type ModelFailure, crash, isBadAnswer } from "./failure.ts";
import type { Decision, DecisionRequest, ForcedTool, Model, TokenCounts, ModelSettings } from "./model.ts";
import type { OperationType, Usage } from "../thread/usage.ts";
import { checkArguments } from "./arguments.ts";
import { type PriceTable, UNCOUNTED, withCost } from "./prices.ts";
import { MAX_RETRIES, retryDelay } from "./retry.ts";

export interface ToolRequest<T> {
  /** Asked in this order: the next one only when the one before failed for good. */
  readonly models: readonly Model[];
  readonly tool: ForcedTool<T>;
  readonly system: string;
  readonly prompt: string;
  readonly operationType: OperationType;
  /** The limit for everything: retries, waiting, all models. */
  readonly timeoutMs: number;
  readonly settings?: Omit<ModelSettings, "timeoutMs">;
  readonly signal?: AbortSignal | undefined;
  readonly prices?: PriceTable | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: () => number;
}

/** One request. `usage` is absent when nobody answered, and has no tokens when the provider did not count. */
export interface Attempt {
  readonly model: string;
  readonly durationMs: number;
  readonly failure?: ModelFailure;
  readonly usage?: Usage;
}

interface RunFacts {
  readonly durationMs: number;
  readonly attempts: readonly Attempt[];
  /** The usage of all attempts, failed ones too: they were paid for as well. */
  readonly usage: readonly Usage[];
}

export type ToolRun<T> = RunFacts &
  (
    | { readonly ok: true; readonly value: T; readonly model: string }
    | { readonly ok: false; readonly failure: ModelFailure }
  );

/** Every forced call goes through here. A passing failure is retried, a lasting one leads to the next model. */
export async function runTool<T>(request: ToolRequest<T>): Promise<ToolRun<T>> {
  const clock = request.clock ?? SYSTEM_CLOCK;
  const started = clock.now();
  const deadline = startDeadline(clock, request.timeoutMs, request.signal);
  const attempts: Attempt[] = [];
  try {
    let last = failure("unsupported", "There is no model to ask.");
    for (const [index, model] of request.models.entries()) {
      const share = index === request.models.length - 1 ? 1 : SHARE_BEFORE_FALLBACK;
      const asking = { ...request, model, clock, signal: deadline.signal, timeoutMs: deadline.remainingMs() * share };
      const decision = await askModel(asking, (attempt) => attempts.push(attempt));
      if (decision.ok) return { ok: true, value: decision.value, model: model.name, ...facts() };
      last = decision.failure;
      if (deadline.signal.aborted) break;
    }
    return { ok: false, failure: last, ...facts() };
  } finally {
    deadline.end();
  }

  function facts(): RunFacts {
    const usage = attempts.flatMap((attempt) => (attempt.usage ? [attempt.usage] : []));
    return { durationMs: clock.now() - started, attempts, usage };
  }
}

/** The share of the time for one model, so that a hanging one leaves time for the next. */
const SHARE_BEFORE_FALLBACK = 0.6;
/** A model that answers badly is asked only once more, because each answer costs money. */
const MAX_BAD_ANSWERS = 2;
const LIMIT_GROWTH = 4;

/** What one model is asked, and with which time limit. */
interface Asking<T> extends Omit<ToolRequest<T>, "models"> {
  readonly model: Model;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function askModel<T>(request: Asking<T>, onAttempt: (attempt: Attempt) => void): Promise<Decision<T>> {
  const { model, clock } = request;
  const deadline = startDeadline(clock, request.timeoutMs, request.signal);
  const maxRetries = request.settings?.maxRetries ?? MAX_RETRIES;
  let settings = request.settings ?? {};
  let badAnswers = 0;
  let inWords = false;
  try {
    for (let attempt = 1; ; attempt++) {
      const decision = await askOnce({ ...request, settings, signal: deadline.signal }, inWords);
      onAttempt(attemptOf(request, decision));
      if (!inWords && !decision.ok && speaksOnly(model, request.tool, decision.failure)) {
        inWords = true;
        continue;
      }
      if (decision.ok || !decision.failure.retryable || attempt > maxRetries) return decision;
      if (isBadAnswer(decision.failure.code)) {
        if (++badAnswers === MAX_BAD_ANSWERS) return decision;
        if (decision.failure.code === "output-limit") settings = withMoreOutput(settings);
        continue;
      }
      const delayMs = retryDelay(decision.failure, attempt, request.random ?? Math.random);
      if (delayMs >= deadline.remainingMs()) return decision;
      await clock.sleep(delayMs, deadline.signal);
      if (deadline.signal.aborted)
        return { ok: false, failure: abortFailure(deadline.signal, model.name), durationMs: 0 };
    }
  } finally {
    deadline.end();
  }
}

/** Asks once. Also a model that ignores its signal, throws, or answers in a wrong form ends in a proper result here. */
async function askOnce<T>(request: Asking<T>, inWords: boolean): Promise<Decision<T>> {
  const { model, clock, system, prompt, tool, settings = {}, signal } = request;
  const started = clock.now();
  const failed = (problem: ModelFailure): Decision<T> => ({
    ok: false,
    failure: problem,
    durationMs: clock.now() - started,
  });
  if (signal.aborted) return failed(abortFailure(signal, model.name));
  if (!model.decide && !inWords) return failed(failure("unsupported", `${model.name} cannot be asked for a decision.`));
  try {
    const asked = { system, prompt, tool, settings, signal };
    const decision = await untilAborted(
      inWords || !model.decide ? decideInWords(model, asked, clock) : model.decide(asked),
      signal,
    );
    return decision.ok ? checked(decision, tool, model) : decision;
  } catch (error) {
    return failed(signal.aborted ? abortFailure(signal, model.name) : crash(error, model.name));
  }
}

function checked<T>(decision: Extract<Decision<T>, { ok: true }>, tool: ForcedTool<T>, model: Model): Decision<T> {
  const read = checkArguments(decision.value, tool);
  if (read.success) return { ...decision, value: read.data };
  const { value: _, ...rest } = decision;
  const problem = failure(
    "invalid-arguments",
    `${model.name} called ${tool.name} with wrong arguments: ${read.problem}`,
  );
  return { ...rest, ok: false, failure: problem };
}

function withMoreOutput(settings: ModelSettings): ModelSettings {
  if (settings.maxOutputTokens === undefined) return settings;
  return { ...settings, maxOutputTokens: settings.maxOutputTokens * LIMIT_GROWTH };
}

function attemptOf<T>({ operationType, model, prices = {} }: Asking<T>, decision: Decision<T>): Attempt {
  const counts = decision.usage ?? (isAnswered(decision) ? UNCOUNTED : undefined);
  const usage = counts && { operationType, model: model.name, ...counts };
  return {
    model: model.name,
    durationMs: decision.durationMs,
    ...(decision.ok ? {} : { failure: decision.failure }),
    ...(usage ? { usage: withCost(usage, prices) } : {}),
  };
}

function isAnswered<T>(decision: Decision<T>): boolean {
  return decision.ok || decision.failure.code === "refused" || isBadAnswer(decision.failure.code);
}

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
