import { readArguments } from "../arguments.ts";
import { abortFailure, startDeadline, untilAborted } from "../clock.ts";
import { type FailureCode, type ModelFailure, failure } from "../failure.ts";
import type { Decision, DecisionRequest, ForcedTool, Model } from "../model.ts";
import { type SdkSource, callSettings, sdkTool, tokensOf } from "./call.ts";
import {
  CACHE_MARK,
  type SdkCall,
  type SdkFinish,
  type SdkOptions,
  type SdkProvider,
  type SdkResult,
} from "./provider.ts";
import { sdkFailure } from "./sdk-failure.ts";

type Outcome<T> = { readonly value: T } | { readonly failure: ModelFailure };

/** Only a single call of that tool with valid arguments is an answer. A model that cannot be forced is asked once. */
export function createDecider(source: SdkSource): NonNullable<Model["decide"]> {
  let unforceable: ModelFailure | undefined;

  return async function decide<T>(request: DecisionRequest<T>): Promise<Decision<T>> {
    const started = source.clock.now();
    const spent = () => source.clock.now() - started;
    if (unforceable) return { ok: false, failure: unforceable, durationMs: spent() };
    const deadline = startDeadline(source.clock, request.settings?.timeoutMs, request.signal);
    try {
      const result = await untilAborted(generate(source, request, deadline.signal), deadline.signal);
      const outcome = readDecision(result, request.tool, source.name);
      const tokens = tokensOf(result.usage);
      const usage = tokens ? { usage: tokens } : {};
      if ("value" in outcome) return { ok: true, value: outcome.value, ...usage, durationMs: spent() };
      if (outcome.failure.code === "degraded-tool-choice") unforceable = outcome.failure;
      return { ok: false, failure: outcome.failure, ...usage, durationMs: spent() };
    } catch (error) {
      const failed = deadline.signal.aborted
        ? abortFailure(deadline.signal, source.name)
        : sdkFailure(error, { model: source.name, ...source.provider });
      return { ok: false, failure: failed, durationMs: spent() };
    } finally {
      deadline.end();
    }
  };
}

async function generate<T>(
  source: SdkSource,
  request: DecisionRequest<T>,
  abortSignal: AbortSignal,
): Promise<SdkResult> {
  const sdk = await source.load();
  const call: SdkCall = {
    prompt: [
      { role: "system", content: request.system },
      { role: "user", content: promptParts(request, source.provider) },
    ],
    tools: [sdkTool(request.tool, source.provider)],
    toolChoice: { type: "tool", toolName: request.tool.name },
    ...callSettings(request.settings ?? {}, source.provider),
    providerOptions: mergeOptions(source.provider.options, source.provider.decisionOptions),
    abortSignal,
  };
  return await sdk.doGenerate(call);
}

interface TextPart {
  type: "text";
  text: string;
  providerOptions?: SdkOptions;
}

/** A cache is found only at the end of a part, so a text that grows at its end is split where it will not change. */
function promptParts<T>(request: DecisionRequest<T>, provider: SdkProvider): TextPart[] {
  const { prompt, settings } = request;
  if (!provider.cacheMarks || !settings?.growingPrompt) return [{ type: "text", text: prompt }];
  const texts = stableParts(prompt);
  const parts = texts.map((text): TextPart => ({ type: "text", text }));
  const lastWhole = parts.at(-2);
  if (lastWhole) lastWhole.providerOptions = CACHE_MARK;
  return parts;
}

function mergeOptions(first: SdkOptions = {}, second: SdkOptions = {}): SdkOptions {
  const merged = { ...first };
  for (const [provider, options] of Object.entries(second)) merged[provider] = { ...merged[provider], ...options };
  return merged;
}

function readDecision<T>(result: SdkResult, tool: ForcedTool<T>, model: string): Outcome<T> {
  const fail = (code: FailureCode, message: string): Outcome<T> => ({ failure: failure(code, `${model} ${message}`) });
  if (result.warnings.some(isToolChoiceWarning))
    return fail("degraded-tool-choice", `cannot be forced to call "${tool.name}".`);
  const cut = isCut(result.finishReason);
  const calls = result.content.filter((part) => part.type === "tool-call");
  const [call] = calls;
  if (!call) {
    if (cut) return fail("output-limit", `reached its output limit before it called "${tool.name}".`);
    if (result.finishReason.unified === "content-filter") return fail("refused", "refused to answer.");
    if (result.content.length === 0) return fail("empty", "answered with nothing.");
    return fail("no-call", `did not call "${tool.name}".`);
  }
  const other = calls.find((each) => each.toolName !== tool.name);
  if (other) return fail("wrong-tool", `called "${other.toolName}" instead of "${tool.name}".`);
  if (calls.length > 1) return fail("extra-calls", `called "${tool.name}" ${calls.length} times instead of once.`);
  const parsed = readArguments(call.input, tool);
  if (parsed.success) return { value: parsed.data };
  if (cut) return fail("output-limit", `reached its output limit in the middle of "${tool.name}".`);
  return fail("invalid-arguments", `called "${tool.name}" with arguments that do not fit: ${parsed.problem}`);
}

/** True when the answer was cut off; xAI's package says only that it is incomplete. */
function isCut(finish: SdkFinish): boolean {
  return finish.unified === "length" || (finish.unified === "other" && finish.raw === "incomplete");
}

function isToolChoiceWarning(warning: SdkResult["warnings"][number]): boolean {
  return "feature" in warning && warning.feature === "toolChoice";
}

const PART_LENGTH = 4000;

/** Splits a text at line ends so that all parts but the last stay the same when the text grows at its end. */
export function stableParts(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > PART_LENGTH) {
    const line = text.lastIndexOf("\n", start + PART_LENGTH - 1);
    const end = line > start ? line + 1 : start + PART_LENGTH;
    parts.push(text.slice(start, end));
    start = end;
  }
  return [...parts, text.slice(start)];
}
