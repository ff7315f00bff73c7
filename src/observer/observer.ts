import type { Clock } from "../models/clock.ts";
import type { Model, ModelSettings } from "../models/model.ts";
import type { PriceTable } from "../models/prices.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastStepNumber } from "../thread/turns.ts";
import type { Assessment, Judge } from "../verdict.ts";
import { type Given, withDefaults } from "../with-defaults.ts";
import { checkAnswer, CONFIRM, type Confirm, COURSE_CORRECT, type CourseCorrect } from "./course-correct.ts";
import { evidenceLedger } from "./evidence-ledger.ts";
import { type Conclusion, createModelJudge, type Inquiry, type Question, silent, unchecked } from "./model-judge.ts";
import { OBSERVER_PROMPT, PARALLEL_PROMPT, SECOND_LOOK_PROMPT } from "./prompt.ts";
import { redactorOr } from "./redact.ts";
import { renderObjection } from "./render/render-objection.ts";
import { renderThread, type RenderSettings } from "./render/render-thread.ts";

/** How the observer is asked, and how sure it must be. All settings have defaults. */
export interface ObserverSettings extends Given<Omit<Manners, "model">> {
  /** By default with the evidence engine's ledger and our own redaction rules. */
  readonly render?: RenderSettings | undefined;
  readonly model?: Given<Manners["model"]> | undefined;
}

interface Manners {
  /** Whether the turn has ended or still runs, if the assessment does not say. */
  readonly question: "end-turn" | "parallel";
  /** Objections with less confidence are not raised. */
  readonly confidence: number;
  readonly secondLook: SecondLook;
  readonly model: Omit<ModelSettings, "timeoutMs">;
  /** For the whole assessment, including the second look. */
  readonly timeoutMs: number;
}

interface SecondLook {
  readonly enabled: boolean;
  /** From this confidence on, no second look is needed. */
  readonly below: number;
}

/** The models to ask. */
export interface ObserverParts {
  /** Asked in this order: the next one only when the one before failed. */
  readonly models: readonly Model[];
  /** The models for the second look; the same ones when absent. */
  readonly secondModels?: readonly Model[];
  readonly prices?: PriceTable;
  readonly clock?: Clock;
}

const OBSERVER_DEFAULTS: Manners = {
  question: "end-turn",
  confidence: 0.65,
  secondLook: { enabled: true, below: 0.8 },
  model: { temperature: 0.1, maxOutputTokens: 1024, reasoning: "none" },
  timeoutMs: 20_000,
};

/** The settings with defaults for all that are not given. */
function mannersOf(settings: ObserverSettings): Manners {
  const { render: _, model, ...given } = settings;
  return {
    ...withDefaults(OBSERVER_DEFAULTS, given),
    secondLook: withDefaults(OBSERVER_DEFAULTS.secondLook, given.secondLook),
    model: withDefaults(OBSERVER_DEFAULTS.model, model),
  };
}

/** The question about a turn, as `cox prompt` prints it and the observer sends it. Sends nothing itself. */
export function observerRequest(thread: Thread, turn: Turn, settings: ObserverSettings = {}): Question<CourseCorrect> {
  const { question, model, timeoutMs } = mannersOf(settings);
  const redact = redactorOr(settings.render?.redact);
  return {
    system: question === "parallel" ? PARALLEL_PROMPT : OBSERVER_PROMPT,
    prompt: renderThread(thread, turn, { ledger: evidenceLedger, ...settings.render, redact }),
    tool: COURSE_CORRECT,
    // Caching pays off while the agent works, when the next look follows soon. After a turn's end it hardly ever
    // does.
    settings: question === "parallel" ? { ...model, growingPrompt: true } : model,
    timeoutMs,
  };
}

/**
 * Asks a model about a turn. It never throws and never holds up the agent: every failure is `unchecked`, with its
 * reason.
 */
export function createObserver(parts: ObserverParts, settings: ObserverSettings = {}): Judge {
  const render = { ...settings.render, redact: redactorOr(settings.render?.redact) };
  return createModelJudge({
    name: "observer",
    operationType: "course-correction",
    prices: parts.prices,
    clock: parts.clock,
    look: (assessment, inquiry) => look(parts, inquiry, assessment, { ...settings, render }),
  });
}

async function look(
  parts: ObserverParts,
  inquiry: Inquiry,
  assessment: Assessment,
  settings: ObserverSettings,
): Promise<Conclusion> {
  const { thread, turn, trigger } = assessment;
  const { confidence: threshold, secondLook, question } = mannersOf(settings);
  const request = observerRequest(thread, turn, { ...settings, question: trigger ?? question });
  const first = await inquiry.ask(request, parts.models);
  if (!first.ok) return unchecked(first.failure.message);
  const answer = checkAnswer(first.value, lastStepNumber(thread.turns.slice(0, turn.number)));
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
  const { message, confidence, steps } = answer;
  if (confidence !== null && confidence < threshold)
    return silent(`the observer was not sure enough (${confidence} of ${threshold}): ${message}`, confidence);
  const reason = "the observer objects";
  const correct: Conclusion = { verdict: "correct", category: "observer", message, reason, confidence, steps };
  if (confidence !== null && (!secondLook.enabled || confidence >= secondLook.below)) return correct;
  if (!secondLook.enabled) return silent(`the observer did not say how sure it is: ${message}`, null);
  const second = await inquiry.ask(
    secondLookRequest(request, thread, answer, settings.render?.redact),
    parts.secondModels ?? firstAsked(parts.models, first.model),
  );
  if (!second.ok) return unchecked(`the second look failed: ${second.failure.message}`);
  return second.value.stands
    ? { ...correct, reason: `the observer objects; the second look agrees: ${second.value.reason}` }
    : silent(`the second look refuted “${answer.message}”: ${second.value.reason}`, confidence);
}

function secondLookRequest(
  first: Question<CourseCorrect>,
  thread: Thread,
  objection: { readonly message: string; readonly steps: readonly number[] },
  redact: ((text: string) => string) | undefined,
): Question<Confirm> {
  const prompt = `${first.prompt}\n${renderObjection(thread, objection, redact)}`;
  // No cache for this prompt: it is asked only once.
  const { growingPrompt: _, ...settings } = first.settings;
  return { ...first, system: SECOND_LOOK_PROMPT, prompt, tool: CONFIRM, settings };
}

/** The models, with the one first that answered the first question. */
function firstAsked(models: readonly Model[], name: string): readonly Model[] {
  return [...models].sort((left, right) => Number(right.name === name) - Number(left.name === name));
}
