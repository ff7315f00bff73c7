import type { Clock } from "../models/clock.ts";
import type { Model, ModelSettings } from "../models/model.ts";
import type { PriceTable } from "../models/prices.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastStepNumber } from "../thread/turns.ts";
import { receiptLines } from "../evidence/receipt/receipt-line.ts";
import { ruleLines } from "../evidence/receipt/rule-lines.ts";
import { type Assessment, type Judge, type RuleOutcome, type Verdict, gateVerdict } from "../verdict.ts";
import { type Given, withDefaults } from "../text/with-defaults.ts";
import { COURSE_CORRECT, type CheckedAnswer, type CourseCorrect, checkAnswer } from "./course-correct.ts";
import { evidenceLedger } from "./evidence-ledger.ts";
import { type Gate, MODEL_ONLY } from "./gate.ts";
import { type Conclusion, type Inquiry, type Question, createModelJudge, silent, unchecked } from "./model-judge.ts";
import { CLOSER_LOOK_PROMPT, OBSERVER_PROMPT, PARALLEL_PROMPT } from "./prompt.ts";
import { redactorOr } from "./redact.ts";
import { type ReadFile, renderCloserLook } from "./render/closer-look.ts";
import { type RenderSettings, renderThread } from "./render/render-thread.ts";

/** How the observer is asked, and how sure it must be. All settings have defaults. */
export interface ObserverSettings extends Given<Omit<Manners, "model">> {
  /** By default with the evidence engine's ledger and our own redaction rules. */
  readonly render?: RenderSettings | undefined;
  readonly model?: Given<Manners["model"]> | undefined;
}

interface Manners {
  /** Whether the turn has ended or still runs, if the assessment does not say. */
  readonly question: "end-turn" | "parallel";
  readonly confidence: number;
  readonly closerLook: CloserLook;
  readonly model: Omit<ModelSettings, "timeoutMs">;
  readonly timeoutMs: number;
}

/** One more call for what is neither sure nor out of the question, with what the observer could not see. */
interface CloserLook {
  readonly enabled: boolean;
  /** Less probable objections are not looked at again. */
  readonly from: number;
  /** After it, an objection is spoken from this probability on. */
  readonly confidence: number;
}

/** The models to ask. */
export interface ObserverParts {
  readonly models: readonly Model[];
  /** The models for the closer look; the same ones when absent. */
  readonly closerModels?: readonly Model[];
  readonly readFile?: ReadFile;
  readonly prices?: PriceTable;
  readonly clock?: Clock;
}

/** Chosen on labelled turns (docs/benchmarks.md); the settings have the same. */
export const OBSERVER_DEFAULTS: Manners = {
  question: "end-turn",
  confidence: 0.65,
  closerLook: { enabled: true, from: 0.45, confidence: 0.55 },
  model: { temperature: 0.1, maxOutputTokens: 1024, reasoning: "none" },
  timeoutMs: 20_000,
};

function mannersOf(settings: ObserverSettings): Manners {
  const { render: _, model, ...given } = settings;
  return {
    ...withDefaults(OBSERVER_DEFAULTS, given),
    closerLook: withDefaults(OBSERVER_DEFAULTS.closerLook, given.closerLook),
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
    // Caching pays off while the agent works, when the next look follows soon; hardly ever after a turn's end.
    settings: question === "parallel" ? { ...model, growingPrompt: true } : model,
    timeoutMs,
  };
}

/** Never throws and never holds up the agent: every failure is `unchecked`, with its reason. */
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
  const { thread, turn, trigger, rules } = assessment;
  const { confidence, closerLook, question } = mannersOf(settings);
  const render = rules ? { ...settings.render, ledger: ledgerWith(rules) } : settings.render;
  const request = observerRequest(thread, turn, {
    ...settings,
    ...(render && { render }),
    question: trigger ?? question,
  });
  const first = await inquiry.ask(request, parts.models);
  if (!first.ok) return unchecked(first.failure.message);
  const lastStep = lastStepNumber(thread.turns.slice(0, turn.number));
  const answer = checkAnswer(first.value, lastStep);
  if (answer.kind !== "answer") return nothingToSay(answer);
  const { message, probability } = answer;
  if (message === undefined) return silent("the observer saw nothing to correct", probability);
  if (probability !== null && probability >= confidence) return objection(answer, message, "the observer objects");
  if (probability !== null && probability < closerLook.from)
    return silent(notSure(answer, closerLook.from), probability);
  if (!closerLook.enabled) return silent(notSure(answer, confidence), probability);
  const doubt = { message, steps: answer.steps, wants: answer.wants };
  const closer = await renderCloserLook(thread, doubt, { redact: settings.render?.redact, readFile: parts.readFile });
  const second = await inquiry.ask(
    closerRequest(request, closer),
    parts.closerModels ?? firstAsked(parts.models, first.model),
  );
  if (!second.ok) return unchecked(`the closer look failed: ${second.failure.message}`);
  const final = checkAnswer(second.value, lastStep);
  if (final.kind !== "answer") return nothingToSay(final);
  if (final.probability === null || final.probability < closerLook.confidence || final.message === undefined)
    return silent(`a closer look did not bear out “${message}” (${probabilityInWords(final)})`, final.probability);
  return objection(
    final,
    final.message,
    `the observer objects, after a closer look (first ${probabilityInWords(answer)})`,
  );
}

/** What the person defined as done is shown with how it stands: nothing of it has to be guessed. */
function ledgerWith(rules: readonly RuleOutcome[]): typeof evidenceLedger {
  return (thread, turn) => [...receiptLines(ruleLines(rules)), ...evidenceLedger(thread, turn)];
}

type Answer = Extract<CheckedAnswer, { kind: "answer" }>;

function nothingToSay(answer: Exclude<CheckedAnswer, Answer>): Conclusion {
  return answer.kind === "invalid" ? unchecked(answer.reason) : silent(answer.reason, answer.confidence);
}

function objection({ probability, steps }: Answer, message: string, reason: string): Conclusion {
  return { verdict: "correct", category: "observer", message, reason, confidence: probability, steps };
}

function notSure(answer: Answer, needed: number): string {
  return answer.probability === null
    ? `the observer did not say how sure it is: ${answer.message}`
    : `the observer was not sure enough (${answer.probability} of ${needed}): ${answer.message}`;
}

function probabilityInWords({ probability }: Answer): string {
  return probability === null ? "without a probability" : String(probability);
}

function closerRequest(first: Question<CourseCorrect>, closer: string): Question<CourseCorrect> {
  // No cache for this prompt: it is asked only once.
  const { growingPrompt: _, ...settings } = first.settings;
  return { ...first, system: CLOSER_LOOK_PROMPT, prompt: `${first.prompt}\n${closer}`, settings };
}

/** The models, with the one first that answered the first question. */
function firstAsked(models: readonly Model[], name: string): readonly Model[] {
  return [...models].sort((left, right) => Number(right.name === name) - Number(left.name === name));
}

export function notLooked({ reasons }: Gate): Verdict {
  const all = reasons.filter(({ passed }) => !passed);
  // What only keeps a model away is no reason where something else keeps everybody away.
  const hard = all.filter(({ name }) => !MODEL_ONLY.has(name));
  const closed = hard.length > 0 ? hard : all;
  return gateVerdict("ok", `not looked at: ${closed.map(({ detail }) => detail).join("; ")}`);
}
