import { resolve } from "node:path";
import { checkArguments } from "../arguments.ts";
import { type ModelRuntime, SYSTEM_CLOCK, abortFailure, startDeadline } from "../clock.ts";
import { type ModelFailure, failure } from "../failure.ts";
import type { Decision, DecisionRequest, Model } from "../model.ts";
import { withRetries } from "../retry.ts";
import { holds } from "./holds.ts";
import { type Script, type ScriptInput, type ScriptedDecision, checkScript, readScript } from "./script-file.ts";
import { createTurns } from "./turns.ts";

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
