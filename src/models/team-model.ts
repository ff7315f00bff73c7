import { shortText, whyUnanswered } from "../text/answer.ts";
import { CoxError } from "../text/errors.ts";
import { fromJson, isRecord } from "../text/json.ts";
import { checkArguments } from "./arguments.ts";
import { abortFailure, type ModelRuntime, startDeadline, SYSTEM_CLOCK, untilAborted } from "./clock.ts";
import { type FailureCode, failure, type ModelFailure } from "./failure.ts";
import { type Decision, type DecisionRequest, type Model, TEAM_MODEL, type TokenCounts } from "./model.ts";

/** The team's service that this machine has joined. */
export interface TeamService {
  readonly url: string;
  readonly token: string;
}

/** The longest that it is waited for where nobody says how long. */
const LIMIT_MS = 60_000;

/** The observer of the team's service, which asks with the team's key. It answers in time or not at all. */
export function createTeamModel(service: TeamService | undefined, runtime: ModelRuntime): Model {
  if (!service)
    throw new CoxError("config.invalid", "The team's observer is to be asked, and this machine is in no team.", {
      hint: "cox team join URL TOKEN, with a token of the scopes report and ask; or set observer.model to another one.",
    });
  const { clock = SYSTEM_CLOCK, fetch = globalThis.fetch } = runtime;
  return { name: TEAM_MODEL, family: TEAM_MODEL, decide };

  async function decide<T>({ system, prompt, tool, settings, signal }: DecisionRequest<T>): Promise<Decision<T>> {
    const started = clock.now();
    const spent = () => clock.now() - started;
    const withinMs = Math.max(1, Math.floor(settings?.timeoutMs ?? LIMIT_MS));
    const deadline = startDeadline(clock, withinMs, signal);
    try {
      const said = await untilAborted(
        ask({ system, prompt, tool: tool.name, withinMs }, deadline.signal),
        deadline.signal,
      );
      if ("failure" in said) return { ok: false, failure: said.failure, durationMs: spent() };
      const usage = said.usage ? { usage: said.usage } : {};
      const read = checkArguments(said.value, tool);
      if (read.success) return { ok: true, value: read.data, ...usage, durationMs: spent() };
      const wrong = failure("unsupported", `The team's observer gave an answer that does not fit: ${read.problem}`);
      return { ok: false, failure: wrong, ...usage, durationMs: spent() };
    } catch (error) {
      const failed = deadline.signal.aborted
        ? abortFailure(deadline.signal, "the team's observer")
        : failure("network", `The team's service did not answer: ${whyUnanswered(error)}.`);
      return { ok: false, failure: failed, durationMs: spent() };
    } finally {
      deadline.end();
    }
  }

  async function ask(
    question: object,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown; readonly usage?: TokenCounts } | { readonly failure: ModelFailure }> {
    const response = await fetch(new URL("/v1/questions", service?.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${service?.token}` },
      body: JSON.stringify(question),
      // The token and the question are for this address and no other.
      redirect: "error",
      signal,
    });
    const said = fromJson(await shortText(response));
    const answer = isRecord(said) ? said : {};
    if (!response.ok) return { failure: refusalOf(response.status, answer["error"]) };
    if (!("value" in answer)) return { failure: failure("unsupported", "What answered is no Coxswain service.") };
    const usage = countsIn(answer["usage"]);
    return { value: answer["value"], ...(usage ? { usage } : {}) };
  }
}

/** None is asked again at once: the service has tried already, and a budget or a limit lasts longer than a stop. */
function refusalOf(status: number, said: unknown): ModelFailure {
  const code: FailureCode = status === 401 || status === 403 ? "auth" : status === 429 ? "quota" : "unsupported";
  const why = typeof said === "string" ? said.slice(0, 300) : `it answered ${status}`;
  return failure(code, `The team's service did not answer the question: ${why}.`);
}

function countsIn(value: unknown): TokenCounts | undefined {
  if (!isRecord(value)) return undefined;
  const count = (name: keyof TokenCounts) => Math.max(0, Math.floor(Number(value[name]) || 0));
  return {
    inputTokens: count("inputTokens"),
    outputTokens: count("outputTokens"),
    cachedInputTokens: count("cachedInputTokens"),
    cacheWriteTokens: count("cacheWriteTokens"),
    reasoningTokens: count("reasoningTokens"),
  };
}
