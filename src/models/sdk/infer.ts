import type { AssistantMessage, StopReason } from "../../thread/message.ts";
import { abortFailure, untilAborted } from "../clock.ts";
import { type ModelFailure, failure } from "../failure.ts";
import type { InferenceEvent, InferenceRequest } from "../model.ts";
import { AnswerBlocks } from "./answer-blocks.ts";
import { type SdkSource, callSettings, sdkTool, tokensOf } from "./call.ts";
import type { SdkFinish, SdkModel, SdkStreamPart, SdkUsage } from "./provider.ts";
import { sdkFailure } from "./sdk-failure.ts";
import { toPrompt } from "./to-prompt.ts";

/** One streamed request. Leaving the loop early, an abort or an error closes the connection. */
export async function* inferOnce(
  source: SdkSource,
  request: InferenceRequest,
  signal: AbortSignal,
): AsyncGenerator<InferenceEvent, void, undefined> {
  const connection = new AbortController();
  const stop = AbortSignal.any([signal, connection.signal]);
  const blocks = new AnswerBlocks(request.messages);
  let finish: { readonly reason: SdkFinish; readonly usage: SdkUsage } | undefined;
  try {
    const { reader, contentType } = await untilAborted(open(source, request, stop), stop);
    for (;;) {
      const { done, value: part } = await untilAborted(reader.read(), stop);
      if (done || (part.type === "error" && endsEarly(part.error))) break;
      if (part.type === "error") throw part.error;
      if (part.type === "finish") finish = { reason: part.finishReason, usage: part.usage };
      const event = blocks.add(part);
      if (event) yield event;
    }
    if (blocks.isEmpty() && isNoStream(contentType)) yield failed(notOurServer(source, contentType));
    else yield finish ? ended(finish.reason, finish.usage) : failed(broken(blocks.isEmpty(), source.name));
  } catch (error) {
    yield failed(
      signal.aborted
        ? abortFailure(signal, source.name)
        : sdkFailure(error, { model: source.name, ...source.provider }),
    );
  } finally {
    connection.abort();
  }

  function ended(reason: SdkFinish, usage: SdkUsage): InferenceEvent {
    const problem = finishFailure(reason, blocks.isEmpty(), source.name);
    if (problem) return failed(problem);
    const tokens = tokensOf(usage);
    return {
      type: "completed",
      message: {
        ...assistant(stopReasonOf(reason, blocks.hasCalls())),
        content: blocks.content(),
        ...(tokens ? { usage: { operationType: "inference", model: source.name, ...tokens } } : {}),
      },
    };
  }

  function failed(problem: ModelFailure): InferenceEvent {
    const content = blocks.partial();
    if (content.length === 0) return { type: "failed", failure: problem };
    const reason = problem.code === "aborted" ? "aborted" : "error";
    return { type: "failed", failure: problem, partial: { ...assistant(reason), content } };
  }

  function assistant(stopReason: StopReason): Omit<AssistantMessage, "content"> {
    return { role: "assistant", id: source.newId(), stopReason, model: source.name };
  }
}

type PartReader = ReadableStreamDefaultReader<SdkStreamPart>;

interface OpenStream {
  readonly reader: PartReader;
  readonly contentType: string;
}

async function open(source: SdkSource, request: InferenceRequest, abortSignal: AbortSignal): Promise<OpenStream> {
  const sdk: SdkModel = await source.load();
  const { provider } = source;
  const { stream, response } = await sdk.doStream({
    prompt: toPrompt({
      system: request.system,
      messages: request.messages,
      provider: provider.provider,
      errorResults: provider.errorResults ?? false,
      cacheMarks: provider.cacheMarks ?? false,
    }),
    ...(request.tools.length > 0
      ? { tools: request.tools.map((tool) => sdkTool(tool, provider)), toolChoice: { type: "auto" } }
      : {}),
    ...callSettings(request.settings ?? {}, provider),
    ...(provider.options ? { providerOptions: provider.options } : {}),
    abortSignal,
  });
  return { reader: stream.getReader(), contentType: response?.headers?.["content-type"] ?? "" };
}

/** The failure for a login page, or for another kind of server at this address: asking again would not help. */
function notOurServer({ provider: { provider } }: SdkSource, contentType: string): ModelFailure {
  const type = contentType.split(";", 1)[0];
  const message = `${provider} answered with ${type} instead of a stream: is its base URL right?`;
  return { ...failure("http", message), retryable: false };
}

function isNoStream(contentType: string): boolean {
  return /^(?:text\/html|application\/json)\b/i.test(contentType);
}

/** True when the package for compatible servers reports that the stream ended early. */
function endsEarly(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === "AI_InvalidResponseDataError" &&
    "data" in error &&
    error.data === undefined
  );
}

function finishFailure(reason: SdkFinish, empty: boolean, model: string): ModelFailure | undefined {
  switch (reason.unified) {
    case "interrupted":
      return broken(empty, model);
    case "error":
      return reason.raw ? failure("http", `${model} ended its answer with ${reason.raw}.`) : broken(empty, model);
    case "content-filter":
    case "length":
      return undefined;
    case "stop":
    case "tool-calls":
    case "other":
      return empty ? broken(empty, model) : undefined;
    default:
      return reason.unified satisfies never;
  }
}

/** The failure for a stream that ended without a finish: before anything came, or in the middle. */
function broken(empty: boolean, model: string): ModelFailure {
  return empty
    ? failure("empty", `${model} answered with nothing.`)
    : failure("network", `The answer of ${model} broke off.`);
}

function stopReasonOf(reason: SdkFinish, hasCalls: boolean): StopReason {
  switch (reason.unified) {
    case "length":
      return "max_tokens";
    case "content-filter":
      return "refusal";
    default:
      return hasCalls ? "tool_use" : "end_turn";
  }
}
