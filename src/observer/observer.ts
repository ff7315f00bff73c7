import { describeError } from "../errors.ts";
import { type Clock, SYSTEM_CLOCK } from "../models/clock.ts";
import type { ForcedTool, Model, ModelSettings } from "../models/model.ts";
import type { PriceTable } from "../models/prices.ts";
import { runTool, type ToolRun } from "../models/run-tool.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { Usage } from "../thread/usage.ts";
import type { Assessment, Judge, Verdict } from "../verdict.ts";
import { checkAnswer, CONFIRM, type Confirm, COURSE_CORRECT, type CourseCorrect } from "./course-correct.ts";
import { evidenceLedger } from "./evidence-ledger.ts";
import { OBSERVER_PROMPT, PARALLEL_PROMPT, SECOND_LOOK_PROMPT } from "./prompt.ts";
import { renderObjection } from "./render/render-objection.ts";
import { renderThread, type RenderSettings } from "./render/render-thread.ts";

export interface ObserverSettings {
  /** The ledger is the evidence engine's unless another one is given. */
  readonly render?: RenderSettings;
  /** Whether the turn has ended or still runs, where an assessment does not say. */
  readonly question?: "end-turn" | "parallel";
  /** Below this an objection is not raised. */
  readonly confidence?: number;
  readonly secondLook?: SecondLook;
  readonly model?: Omit<ModelSettings, "timeoutMs">;
  /** For the whole assessment, the second look included. */
  readonly timeoutMs?: number;
}

interface SecondLook {
  readonly enabled: boolean;
  /** An objection at least this sure needs none. */
  readonly below: number;
}

export interface ObserverParts {
  /** Asked in this order, the next one when the one before fails. */
  readonly models: readonly Model[];
  /** Who takes the second look; the same models when absent. */
  readonly secondModels?: readonly Model[];
  readonly prices?: PriceTable;
  readonly clock?: Clock;
}

const OBSERVER_DEFAULTS = {
  question: "end-turn",
  confidence: 0.65,
  secondLook: { enabled: true, below: 0.8 },
  model: { temperature: 0.1, maxOutputTokens: 1024, reasoning: "none" },
  timeoutMs: 20_000,
} as const satisfies ObserverSettings;

/** Everything that goes to the model: what `cox prompt` prints and `assess` sends. */
export interface ObserverRequest<T> {
  readonly system: string;
  readonly prompt: string;
  readonly tool: ForcedTool<T>;
  readonly settings: Omit<ModelSettings, "timeoutMs">;
  readonly timeoutMs: number;
}

/** What would be asked about a turn. Sends nothing. */
export function observerRequest(
  thread: Thread,
  turn: Turn,
  settings: ObserverSettings = {},
): ObserverRequest<CourseCorrect> {
  const { question, model, timeoutMs } = { ...OBSERVER_DEFAULTS, ...settings };
  return {
    system: question === "parallel" ? PARALLEL_PROMPT : OBSERVER_PROMPT,
    prompt: renderThread(thread, turn, { ledger: evidenceLedger, ...settings.render }),
    tool: COURSE_CORRECT,
    settings: model,
    timeoutMs,
  };
}

/** Puts a turn to a model. Never throws and never stands in the way: whatever fails is `unchecked`, with its reason. */
export function createObserver(parts: ObserverParts, settings: ObserverSettings = {}): Judge {
  return {
    name: "observer",
    async assess(assessment) {
      const session = startSession(parts, assessment);
      try {
        return session.verdict(await look(session, assessment, settings));
      } catch (error) {
        return session.verdict(unchecked(`the observer crashed: ${describeError(error)}`));
      }
    },
  };
}

type Conclusion = Pick<Verdict, "verdict" | "message" | "reason" | "confidence" | "steps">;

async function look(session: Session, assessment: Assessment, settings: ObserverSettings): Promise<Conclusion> {
  const { thread, turn, trigger } = assessment;
  const { confidence: threshold, secondLook, question } = { ...OBSERVER_DEFAULTS, ...settings };
  const request = observerRequest(thread, turn, { ...settings, question: trigger ?? question });
  const first = await session.ask(request, session.models);
  if (!first.ok) return unchecked(first.failure.message);
  const answer = checkAnswer(first.value, lastStep(thread, turn));
  switch (answer.kind) {
    case "invalid":
      return unchecked(answer.reason);
    case "silent":
      return silent("the observer saw nothing to correct", answer.confidence);
    case "withheld":
      return silent(answer.reason, answer.confidence);
    case "objection":
      break;
    default:
      return answer satisfies never;
  }
  if (answer.confidence < threshold)
    return silent(
      `the observer was not sure enough (${answer.confidence} of ${threshold}): ${answer.message}`,
      answer.confidence,
    );
  const correct: Conclusion = { ...answer, verdict: "correct", reason: "the observer objects" };
  if (!secondLook.enabled || answer.confidence >= secondLook.below) return correct;
  const second = await session.ask(
    secondLookRequest(request, thread, answer, settings.render?.redact),
    session.secondModels(first.model),
  );
  if (!second.ok) return unchecked(`the second look failed: ${second.failure.message}`);
  return second.value.stands
    ? { ...correct, reason: `the observer objects; the second look agrees: ${second.value.reason}` }
    : silent(`the second look refuted “${answer.message}”: ${second.value.reason}`, answer.confidence);
}

function secondLookRequest(
  first: ObserverRequest<CourseCorrect>,
  thread: Thread,
  objection: { readonly message: string; readonly steps: readonly number[] },
  redact: ((text: string) => string) | undefined,
): ObserverRequest<Confirm> {
  const prompt = `${first.prompt}\n${renderObjection(thread, objection, redact)}`;
  return { ...first, system: SECOND_LOOK_PROMPT, prompt, tool: CONFIRM };
}

/** One assessment: its time, its usage, who is asked. */
interface Session {
  readonly models: readonly Model[];
  secondModels(first: string): readonly Model[];
  ask<T>(request: ObserverRequest<T>, models: readonly Model[]): Promise<ToolRun<T>>;
  verdict(conclusion: Conclusion): Verdict;
}

function startSession(parts: ObserverParts, { signal }: Assessment): Session {
  const { models, prices, clock = SYSTEM_CLOCK } = parts;
  const started = clock.now();
  const usage: Usage[] = [];
  return {
    models,
    secondModels: (first) =>
      parts.secondModels ??
      [...models].sort((left, right) => Number(right.name === first) - Number(left.name === first)),
    async ask(request, asked) {
      const timeoutMs = Math.max(1, request.timeoutMs - (clock.now() - started));
      const run = await runTool({
        ...request,
        models: asked,
        operationType: "course-correction",
        timeoutMs,
        signal,
        prices,
        clock,
      });
      usage.push(...run.usage);
      return run;
    },
    verdict: ({ verdict, message, reason, confidence, steps }) => ({
      verdict,
      category: verdict === "correct" ? "observer" : null,
      message,
      reason,
      confidence,
      findings: [],
      steps,
      judge: "model",
      usage,
      durationMs: clock.now() - started,
    }),
  };
}

function lastStep(thread: Thread, turn: Turn): number {
  return (
    thread.turns
      .slice(0, turn.number)
      .findLast((told) => told.steps.length > 0)
      ?.steps.at(-1)?.number ?? 0
  );
}

function silent(reason: string, confidence: number): Conclusion {
  return { verdict: "ok", message: null, reason, confidence, steps: [] };
}

function unchecked(reason: string): Conclusion {
  return { verdict: "unchecked", message: null, reason, confidence: null, steps: [] };
}
