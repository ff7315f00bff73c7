import { resolve } from "node:path";
import { checkArguments } from "../arguments.ts";
import { type ModelRuntime, SYSTEM_CLOCK, abortFailure, startDeadline, type Clock } from "../clock.ts";
import { type ModelFailure, failure } from "../failure.ts";
import type { Decision, DecisionRequest, Model, InferenceEvent, InferenceRequest } from "../model.ts";
import { withRetries } from "../retry.ts";
import { holds, textsOf } from "./holds.ts";
import {
  type Script,
  type ScriptInput,
  type ScriptedDecision,
  checkScript,
  readScript,
  lines,
  type Turn,
} from "./script-file.ts";
import type { AssistantMessage, Message, StopReason } from "../../thread/message.ts";

/** The built-in model that says what its file says: for the demo, for tests, and to replay a session. */
export function loadScriptedModel(path: string, directory = ".", runtime: ModelRuntime = {}): Model {
  return modelOf(`scripted/${path}`, readScript(resolve(directory, path)), runtime);
}

/** A model that follows a script, in the same form as in a file. Throws `config.invalid` for a wrong script. */
export function createScriptedModel(name: string, script: ScriptInput, runtime: ModelRuntime = {}): Required<Model> {
  return modelOf(name, checkScript(script, name), runtime);
}

function modelOf(name: string, script: Script, runtime: ModelRuntime): Required<Model> {
  const clock = runtime.clock ?? SYSTEM_CLOCK;
  const answer = createTurns({ name, script, clock });
  const given = new Map<ScriptedDecision, number>();
  return {
    name,
    family: "scripted",
    decide,
    infer: (request) =>
      withRetries({
        attempt: (signal) => answer(request, signal),
        settings: request.settings,
        signal: request.signal,
        clock,
        random: runtime.random ?? (() => 0),
      }),
  };

  async function decide<T>(request: DecisionRequest<T>): Promise<Decision<T>> {
    const started = clock.now();
    const failed = (problem: ModelFailure, entry?: ScriptedDecision): Decision<T> => ({
      ok: false,
      failure: problem,
      ...(entry?.usage ? { usage: entry.usage } : {}),
      durationMs: clock.now() - started,
    });
    const deadline = startDeadline(clock, request.settings?.timeoutMs, request.signal);
    try {
      const entry = findDecision(request);
      if (!entry) return failed(failure("script", `${name} has no decision for "${request.tool.name}" that fits.`));
      if (entry.delayMs > 0) await clock.sleep(entry.delayMs, deadline.signal);
      if (deadline.signal.aborted) return failed(abortFailure(deadline.signal, name));
      given.set(entry, (given.get(entry) ?? 0) + 1);
      if (entry.fail) return failed(scriptedFailure(entry.fail, name), entry);
      const checked = checkArguments(entry.input, request.tool);
      if (!checked.success)
        return failed(
          failure("invalid-arguments", `${name} gives arguments that do not fit: ${checked.problem}`),
          entry,
        );
      const usage = entry.usage ? { usage: entry.usage } : {};
      return { ok: true, value: checked.data, ...usage, durationMs: clock.now() - started };
    } finally {
      deadline.end();
    }
  }

  function findDecision<T>(request: DecisionRequest<T>): ScriptedDecision | undefined {
    const situation = {
      // What is told of every turn alike, the system text, tells no turn from another.
      texts: () => [request.prompt],
      messages: [],
      tools: [request.tool.name],
    };
    return script.decisions.find(
      (entry) => (given.get(entry) ?? 0) < (entry.times ?? Infinity) && holds(entry.when, situation),
    );
  }
}

function scriptedFailure(code: ModelFailure["code"], name: string): ModelFailure {
  return failure(code, `${name} was told to fail with "${code}".`);
}

interface TurnSource {
  readonly name: string;
  readonly script: Script;
  readonly clock: Clock;
}

type Answer = (request: InferenceRequest, signal: AbortSignal) => AsyncGenerator<InferenceEvent, void, undefined>;

/** The first turn not given yet whose conditions hold. Given ones stand in the conversation, so it can be resumed. */
function createTurns({ name, script, clock }: TurnSource): Answer {
  const failures = new Map<number, number>();

  return async function* answer(request, signal) {
    const index = script.turns.findIndex((turn, position) => isNext(turn, position, request));
    const turn = script.turns[index];
    if (!turn) {
      yield { type: "failed", failure: failure("script", `${name} has no turn left that fits.`) };
      return;
    }
    const message = messageOf(turn, index, request);
    const said: string[] = [];
    if (turn.delayMs > 0) await clock.sleep(turn.delayMs, signal);
    for (const piece of piecesOf(message)) {
      if (signal.aborted) break;
      if (piece.type === "text") said.push(piece.text);
      yield piece;
      if (turn.pieceDelayMs > 0) await clock.sleep(turn.pieceDelayMs, signal);
    }
    if (signal.aborted) {
      yield { type: "failed", failure: abortFailure(signal, name), ...partialOf(message, said.join(""), "aborted") };
    } else if (turn.fail) {
      failures.set(index, (failures.get(index) ?? 0) + 1);
      const problem = failure(turn.fail, `${name} was told to fail with "${turn.fail}".`);
      yield { type: "failed", failure: problem, ...partialOf(message, said.join(""), "error") };
    } else yield { type: "completed", message };
  };

  function isNext(turn: Turn, index: number, request: InferenceRequest): boolean {
    if (turn.fail !== undefined && (failures.get(index) ?? 0) >= turn.times) return false;
    if (!turn.repeat && turn.fail === undefined && wasGiven(index, request.messages)) return false;
    return holds(turn.when, {
      texts: () => textsOf(request.messages),
      messages: request.messages,
      tools: request.tools.map((tool) => tool.name),
    });
  }

  function wasGiven(index: number, messages: readonly Message[]): boolean {
    return messages.some((message) => message.role === "assistant" && isTurn(message, index));
  }

  /** A turn that broke off is given again: only its last block carries the mark of a complete turn. */
  function isTurn(message: AssistantMessage, index: number): boolean {
    if (message.model !== name) return false;
    return message.content.some((block) => block.providerData?.["scripted"] === index);
  }

  function messageOf(turn: Turn, index: number, request: InferenceRequest): AssistantMessage {
    const number = request.messages.filter((each) => each.role === "assistant").length + 1;
    const thinking = lines(turn.thinking);
    const text = lines(turn.say);
    const content: AssistantMessage["content"] = [
      ...(thinking === "" ? [] : [{ type: "thinking" as const, text: thinking }]),
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...turn.calls.map((call, position) => ({
        type: "tool_use" as const,
        id: `call_${number}_${position + 1}`,
        name: call.tool,
        input: call.input,
      })),
    ];
    const last = content.at(-1);
    if (last) last.providerData = { scripted: index };
    return {
      role: "assistant",
      id: `scripted_${number}`,
      content,
      stopReason: turn.stopReason ?? naturalStop(turn),
      model: name,
      ...(turn.usage ? { usage: { operationType: "inference", model: name, ...turn.usage } } : {}),
    };
  }

  function* piecesOf(
    message: AssistantMessage,
  ): Generator<InferenceEvent & { type: "text" | "thinking" | "tool-call" }> {
    for (const block of message.content) {
      if (block.type === "tool_use") yield { type: "tool-call", call: block };
      else for (const text of cut(block.text)) yield { type: block.type, text };
    }
  }

  function cut(text: string): string[] {
    const letters = Array.from(text);
    const pieces: string[] = [];
    for (let start = 0; start < letters.length; start += script.pieceLength)
      pieces.push(letters.slice(start, start + script.pieceLength).join(""));
    return pieces;
  }
}

function naturalStop(turn: Turn): StopReason {
  return turn.calls.length > 0 ? "tool_use" : "end_turn";
}

function partialOf(message: AssistantMessage, text: string, stopReason: StopReason): { partial?: AssistantMessage } {
  if (text.trim() === "") return {};
  const { usage: _usage, ...rest } = message;
  return { partial: { ...rest, content: [{ type: "text", text }], stopReason } };
}
