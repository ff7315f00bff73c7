import { type Message, textOf } from "../thread/message.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { type Carried, carriedBefore, readTurn, remember, stillOpen } from "./carried.ts";
import type { FileChange } from "./changes.ts";
import { type Claim, readClaims } from "./claims.ts";
import { type Closing, readClosing } from "./closing.ts";
import { ENGLISH } from "./language/english.ts";
import type { Language } from "./language/language.ts";
import type { Receipt } from "./receipt.ts";
import type { AskKind, Request } from "./requests.ts";
import { readRules, type Rule } from "./rules.ts";

/** Words the agent said between two steps. */
export interface Remark {
  readonly text: string;
  /** Number of the last step before it; 0 when it came first. */
  readonly after: number;
}

/** Everything the findings look at: one turn, read once, and what is still true from before. */
export interface Facts {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly language: Language;
  readonly request: string;
  readonly ask: AskKind;
  readonly requests: readonly Request[];
  readonly rules: readonly Rule[];
  readonly steps: readonly Step[];
  readonly changes: readonly FileChange[];
  /** Checks that ran, or whose end was shown, in this turn. */
  readonly receipts: readonly Receipt[];
  /** Checks of earlier turns, as they stand now. */
  readonly pastReceipts: readonly Receipt[];
  readonly remarks: readonly Remark[];
  readonly closing: Closing;
  readonly claims: readonly Claim[];
  readonly before: Carried;
}

/** Reads a turn. Its cost follows the length of the turn, not of the thread: earlier turns come in as a small carried state. */
export function factsOf(thread: Thread, turn: Turn, language: Language = ENGLISH): Facts {
  const before = carriedBefore(thread, turn, language);
  const read = readTurn(thread, turn, before, language);
  remember(turn, before, read, language);
  const first = turn.steps[0]?.number ?? Number.POSITIVE_INFINITY;
  const isOwn = (receipt: Receipt): boolean => receipt.step >= first || (receipt.reportedAt ?? 0) >= first;
  let pastReceipts: readonly Receipt[] | undefined;
  let remarks: readonly Remark[] | undefined;
  const closing = readClosing(closingOf(thread, turn), language);
  return {
    thread,
    turn,
    language,
    request: read.request,
    get ask() {
      return read.ask();
    },
    requests: [...stillOpen(before.requests, read.request, language), ...read.requests],
    rules: readRules(thread.guidance, language),
    steps: turn.steps,
    changes: read.changes,
    receipts: read.checks.receipts.filter(isOwn),
    get pastReceipts() {
      return (pastReceipts ??= read.checks.receipts.filter((receipt) => !isOwn(receipt)));
    },
    get remarks() {
      return (remarks ??= remarksOf(thread, turn));
    },
    closing,
    claims: readClaims(closing.prose, language),
    before,
  };
}

/** Calls that keep lists or think leave the words before them the last words. */
const BOOKKEEPING = new Set(["think", "other"]);

/** The agent's words after its last real step. Empty when it stopped on a call. */
function closingOf(thread: Thread, turn: Turn): string {
  const working = turn.steps.findLast((step) => !BOOKKEEPING.has(step.action.kind));
  const from = Math.max(turn.start, (working?.messageIndex ?? turn.start - 1) + 1);
  const words = thread.messages.slice(from, turn.end).map(spokenText);
  return words.filter((text) => text !== "").join("\n\n");
}

function remarksOf(thread: Thread, turn: Turn): Remark[] {
  const remarks: Remark[] = [];
  let next = 0;
  for (let index = turn.start; index < turn.end; index += 1) {
    const message = thread.messages[index];
    const text = message ? spokenText(message) : "";
    while (next < turn.steps.length && (turn.steps[next]?.messageIndex ?? index) < index) next += 1;
    if (text !== "") remarks.push({ text, after: turn.steps[next - 1]?.number ?? 0 });
  }
  return remarks;
}

function spokenText(message: Message): string {
  return message.role === "assistant" && !message.synthetic ? textOf(message) : "";
}
