import type { AssistantMessage, Message } from "./message.ts";
import type { Step, Thread, Turn, TurnOutcome } from "./thread.ts";
import { addUsage, NO_USAGE, type Usage } from "./usage.ts";

export interface Draft extends Thread {
  id: string;
  host: string;
  cwd: string | undefined;
  mode: string | undefined;
  title: string | undefined;
  messages: Message[];
  turns: Turn[];
  stepCount: number;
  pending: Map<string, { turn: number; step: number }>;
  queue: Thread["queue"];
  guidance: Thread["guidance"];
  corrections: Thread["corrections"];
  relations: Thread["relations"];
  usage: Thread["usage"];
  compactions: number;
  inferring: boolean;
  skipCorrection: boolean;
  dropped: number;
}

export interface DraftTurn extends Turn {
  end: number;
  steps: Step[];
  toolCalls: number;
  edits: number;
  corrections: number;
  answered: boolean;
  witnessed: Turn["witnessed"];
  outcome: TurnOutcome;
  judged: boolean;
}

export function draftOf(thread: Thread): Draft {
  const turns = [...thread.turns];
  const last = turns.at(-1);
  if (last) turns[turns.length - 1] = { ...last, steps: [...last.steps] };
  return { ...thread, messages: [...thread.messages], turns, pending: new Map(thread.pending) };
}

export function openTurn(draft: Draft): DraftTurn {
  const turn: DraftTurn = {
    number: draft.turns.length + 1,
    start: draft.messages.length,
    end: draft.messages.length,
    steps: [],
    toolCalls: 0,
    edits: 0,
    corrections: 0,
    answered: false,
    witnessed: [],
    outcome: "open",
    judged: false,
  };
  draft.turns.push(turn);
  return turn;
}

export function currentTurn(draft: Draft): DraftTurn | undefined {
  return draft.turns.at(-1) as DraftTurn | undefined;
}

export function push(draft: Draft, message: Message): void {
  draft.messages.push(message);
  const turn = currentTurn(draft);
  if (!turn) return;
  turn.end = draft.messages.length;
  turn.judged = false;
}

export function countUsage(draft: Draft, calls: readonly Usage[], combine: typeof addUsage = addUsage): void {
  for (const usage of calls) {
    const all = { ...draft.usage };
    all[usage.operationType] = combine(all[usage.operationType] ?? NO_USAGE, usage);
    draft.usage = all;
  }
}

export function outcomeOf(message: AssistantMessage): TurnOutcome {
  switch (message.stopReason) {
    case "end_turn":
      return "ended";
    case "tool_use":
      return "open";
    case "max_tokens":
      return "limit";
    case "refusal":
      return "refused";
    case "aborted":
      return "aborted";
    case "error":
      return "failed";
  }
}
