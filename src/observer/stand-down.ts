import { readClaims } from "../evidence/claims/claims.ts";
import { type Closing, type ClosingSignKind, readClosing } from "../evidence/claims/closing.ts";
import { roleOf } from "../evidence/changes/paths.ts";
import { ENGLISH } from "../evidence/language/english.ts";
import type { Language } from "../evidence/language/language.ts";
import { type AskKind, askOf } from "../evidence/requests/requests.ts";
import { isFromPerson, textOf } from "../thread/message.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";

/** What only the host knows about the stop. */
export interface Circumstances extends RunFacts {
  readonly trigger?: "end-turn" | "parallel";
  /** How many background tasks and subagents still run; absent when the host does not say. */
  readonly backgroundTasks?: number;
  /** The agent's current mode, if the host names it beside the thread. */
  readonly mode?: string | undefined;
}

export interface StandDownInput {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly circumstances?: Circumstances;
  /** Names of rules that are not applied. */
  readonly ignore?: readonly string[];
  readonly language?: Language;
}

/** Why a turn is left alone. */
export interface StandDown {
  readonly rule: string;
  /** True when the work is unfinished and the agent says so. */
  readonly isBlocked: boolean;
  readonly detail: string;
  /** The detail as a person reads it: what is quoted in it would say nothing alone. */
  readonly inWords: string;
}

/** The first rule that says to leave this turn alone. */
export function standDown(input: StandDownInput): StandDown | undefined {
  const facts = factsOf(input);
  for (const rule of STAND_DOWN_RULES) {
    if (input.ignore?.includes(rule.name)) continue;
    if (rule.atEndOnly && facts.circumstances.trigger === "parallel") continue;
    const detail = rule.applies(facts);
    if (detail === undefined) continue;
    const inWords = rule.quotes === undefined ? detail : `${rule.quotes}: ${detail}`;
    return { rule: rule.name, isBlocked: rule.isBlocked ?? false, detail, inWords };
  }
  return undefined;
}

interface Facts {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly circumstances: Circumstances;
  readonly language: Language;
  /** Read on first use. */
  readonly closing: () => Closing;
  readonly request: () => string;
  readonly ask: () => AskKind;
}

interface StandDownRule {
  readonly name: string;
  readonly isBlocked?: boolean;
  /** True when the rule is about how a turn ended, so that it means nothing while the turn runs. */
  readonly atEndOnly?: boolean;
  /** What the quoted words are, if the description is only a quote. */
  readonly quotes?: string;
  /** A description of what was seen, if the rule applies. */
  readonly applies: (facts: Facts) => string | undefined;
}

export const STAND_DOWN_RULES: readonly StandDownRule[] = [
  // A subagent reports to its agent, not to the person.
  {
    name: "subagent",
    applies: ({ circumstances }) => (circumstances.subagent ? "the stop belongs to a subagent" : undefined),
  },
  // A message the person has already written comes before any correction.
  {
    name: "queued",
    applies: ({ thread, turn }) =>
      thread.queue.length > 0 && turn.number === thread.turns.length ? "the person has written meanwhile" : undefined,
  },
  // A turn that was stopped claims nothing.
  {
    name: "aborted",
    applies: ({ turn }) => ABORTED[turn.outcome],
  },
  // A turn that ran into a limit did not end by itself.
  {
    name: "limit",
    applies: ({ turn }) => (turn.outcome === "limit" ? "a limit ended the turn" : undefined),
  },
  // The agent is still at work.
  {
    name: "not-ended",
    atEndOnly: true,
    applies: ({ turn }) => (turn.outcome === "open" ? "the agent has not ended its turn" : undefined),
  },
  // What the host writes in the agent's name after an interruption is no closing text.
  {
    name: "artefact",
    atEndOnly: true,
    applies: ({ thread, turn, closing }) => (endsSynthetic(thread, turn) ? BY_THE_HOST : noReport(closing())),
  },
  // Work that still runs is judged when it ends.
  {
    name: "running",
    atEndOnly: true,
    applies: stillRunning,
  },
  // The person said to wait or to stop. This does not apply when the message also asks for work and the agent did it.
  {
    name: "told-to-stop",
    applies: ({ turn, request, ask }) =>
      ask() === "stop" && (turn.edits === 0 || isBare(request())) ? "the person said to wait or to stop" : undefined,
  },
  // The person asked for a plan, and at most documents were written.
  {
    name: "plan-only",
    applies: ({ turn, ask }) =>
      ask() === "plan-only" && onlyDocuments(turn) ? "the person asked for a plan only" : undefined,
  },
  // The person asked a question, and nothing was changed.
  {
    name: "question-answered",
    applies: ({ turn, ask }) =>
      turn.edits === 0 && ask() === "question" ? "the person asked a question, nothing was changed" : undefined,
  },
  // The next move is the person's: a question, a choice, a plan to approve.
  {
    name: "asks-person",
    atEndOnly: true,
    quotes: "the agent asks",
    applies: ({ closing }) => sign(closing(), "question", "choice", "plan"),
  },
  // The agent says that it waits for something.
  {
    name: "waiting",
    atEndOnly: true,
    quotes: "the agent waits",
    applies: ({ closing }) => sign(closing(), "waiting"),
  },
  // An honest “I could not, because …” is a good end, as long as it does not also claim success.
  {
    name: "honest-blocker",
    isBlocked: true,
    atEndOnly: true,
    applies: ({ closing, language }) => {
      const blocked = sign(closing(), "blocked");
      return blocked === undefined || claimsSuccess(closing(), language) ? undefined : blocked;
    },
  },
];

const BY_THE_HOST = "the host wrote the last words";

function noReport(closing: Closing): string | undefined {
  const quoted = sign(closing, "artefact");
  if (quoted === undefined) return undefined;
  return quoted === "“”" ? "the agent said nothing at the end" : `${BY_THE_HOST}: ${quoted}`;
}

const ABORTED: Partial<Record<Turn["outcome"], string>> = {
  aborted: "the turn was interrupted",
  refused: "the model refused to go on",
  failed: "an error ended the turn",
};

function factsOf({ thread, turn, circumstances = {}, language = ENGLISH }: StandDownInput): Facts {
  let closing: Closing | undefined;
  let opening: string | undefined;
  let kind: AskKind | undefined;
  const request = () => (opening ??= openingRequest(thread, turn));
  return {
    thread,
    turn,
    circumstances,
    language,
    closing: () => (closing ??= readClosing(closingText(thread, turn), language)),
    request,
    ask: () => (kind ??= askOf(request(), language)),
  };
}

/**
 * The person's message stands at the start of a turn, before the agent's first message, so the rest need not be read.
 */
function openingRequest(thread: Thread, turn: Turn): string {
  const texts: string[] = [];
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    if (message?.role !== "user") break;
    if (isFromPerson(message)) texts.push(textOf(message));
  }
  return texts.filter((text) => text !== "").join("\n\n");
}

function endsSynthetic(thread: Thread, turn: Turn): boolean {
  const last = thread.messages[turn.end - 1];
  return last?.role === "assistant" && last.synthetic === true;
}

/** True when the message is only "Stop." or "hold on", without any request. */
function isBare(request: string): boolean {
  return request.trim().split(/\s+/).length <= 2;
}

function onlyDocuments(turn: Turn): boolean {
  const changes = turn.steps.slice(-RECENT_STEPS).flatMap((step) => step.action.changes);
  return changes.every((change) => change.path !== undefined && roleOf(change.path) === "docs");
}

/** How many steps of a turn are looked at, from its end. */
const RECENT_STEPS = 100;

/**
 * If the host counts what is running, its count is used. If not, a subagent in the background is waited for, but a
 * command only if the agent says so: a development server left running is no reason to stay silent.
 */
function stillRunning({ turn, circumstances, closing }: Facts): string | undefined {
  const { backgroundTasks } = circumstances;
  if (backgroundTasks !== undefined)
    return backgroundTasks > 0 ? `${backgroundTasks} background tasks are still running` : undefined;
  const started = turn.steps.slice(-RECENT_STEPS).findLast((step) => step.result?.status === "background");
  if (!started) return undefined;
  if (started.action.kind === "subagent" && turn.steps.at(-1) === started)
    return `step ${started.number} started a subagent`;
  const waits = sign(closing(), "waiting");
  return waits === undefined ? undefined : `step ${started.number} runs in the background: ${waits}`;
}

function claimsSuccess(closing: Closing, language: Language): boolean {
  return readClaims(closing.prose, language).some((claim) => SUCCESS.has(claim.type));
}

const SUCCESS: ReadonlySet<string> = new Set([
  "tests-pass",
  "build-clean",
  "lint-clean",
  "types-clean",
  "checks-pass",
  "verified",
  "done",
  "fixed",
  "deployed",
]);

function sign(closing: Closing, ...kinds: readonly ClosingSignKind[]): string | undefined {
  const found = closing.signs.find((candidate) => kinds.includes(candidate.kind));
  return found && `“${squeezed(found.text).slice(0, 120)}”`;
}
