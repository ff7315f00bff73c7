import { isFromPerson, textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
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
}

export interface StandDown {
  readonly rule: string;
  readonly detail: string;
}

export function standDown({ thread, turn, circumstances = {}, ignore = [] }: StandDownInput): StandDown | undefined {
  for (const { name, atEndOnly, applies } of STAND_DOWN_RULES) {
    if (ignore.includes(name) || (atEndOnly && circumstances.trigger === "parallel")) continue;
    const detail = applies({ thread, turn, circumstances });
    if (detail !== undefined) return { rule: name, detail };
  }
  return undefined;
}

interface Stop {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly circumstances: Circumstances;
}

interface StandDownRule {
  readonly name: string;
  /** True when the rule is about how a turn ended, so that it means nothing while the turn runs. */
  readonly atEndOnly?: boolean;
  readonly applies: (stop: Stop) => string | undefined;
}

/** The hard rules only: questions, waiting and blocks are told to the observer instead (evidence-ledger.ts). */
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
  { name: "aborted", applies: ({ turn }) => ABORTED[turn.outcome] },
  { name: "limit", applies: ({ turn }) => (turn.outcome === "limit" ? "a limit ended the turn" : undefined) },
  // The agent is still at work.
  {
    name: "not-ended",
    atEndOnly: true,
    applies: ({ turn }) => (turn.outcome === "open" ? "the agent has not ended its turn" : undefined),
  },
  // Work that still runs is judged when it ends.
  {
    name: "running",
    atEndOnly: true,
    applies: ({ circumstances: { backgroundTasks = 0 } }) =>
      backgroundTasks > 0 ? `${backgroundTasks} background tasks are still running` : undefined,
  },
  // The person said to wait or to stop, and nothing else.
  {
    name: "told-to-stop",
    applies: ({ thread, turn }) =>
      STOP.test(opening(thread, turn)) ? "the person said to wait or to stop" : undefined,
  },
];

const ABORTED: Partial<Record<Turn["outcome"], string>> = {
  aborted: "the turn was interrupted",
  refused: "the model refused to go on",
  failed: "an error ended the turn",
};

const STOP =
  /^\s*(?:please )?(?:stop|wait|hold on|hold|pause|halt|abort|cancel|never ?mind)(?:[ ,]+(?:please|now|here|there|a (?:moment|second|minute)|for now))?(?:, (?:do not|don't) \w+ anything(?: else| more)?)?[.!\s]*$/i;

function opening(thread: Thread, turn: Turn): string {
  const texts: string[] = [];
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    if (message?.role !== "user") break;
    if (isFromPerson(message)) texts.push(textOf(message));
  }
  return texts.filter((text) => text !== "").join("\n\n");
}
