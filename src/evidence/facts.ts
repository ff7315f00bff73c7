import { type Message, textOf } from "../thread/message.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { type Carried, carriedBefore, type Read, readTurn, remember, stillOpen } from "./carried.ts";
import type { FileChange } from "./changes/changes.ts";
import { type Claim, readClaims } from "./claims/claims.ts";
import { type Closing, readClosing } from "./claims/closing.ts";
import { ENGLISH } from "./language/english.ts";
import type { Language } from "./language/language.ts";
import type { Receipt } from "./receipts/receipt.ts";
import { askedWith } from "./requests/earlier-words.ts";
import type { AskKind, Request } from "./requests/requests.ts";
import { readRules, type Rule } from "./requests/rules.ts";

/** Words the agent said between two steps. */
export interface Remark {
  readonly text: string;
  /** Number of the last step before the remark; 0 when the remark came first. */
  readonly after: number;
}

/** Everything the findings look at: one turn, read once, and what is still true from before. */
export interface Facts {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly language: Language;
  readonly request: string;
  /** The request with what it continues: a person who agrees, or says "continue", has said before what is wanted. */
  readonly asked: string;
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
  remember(turn, read, language);
  return new TurnFacts(thread, turn, language, read);
}

/**
 * What only few findings need is made when they ask for it. A class, because the getters of a plain object belong to
 * its shape: with all that they hold, they would stay in memory until the next large garbage collection.
 */
class TurnFacts implements Facts {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly language: Language;
  readonly request: string;
  readonly requests: readonly Request[];
  readonly rules: readonly Rule[];
  readonly steps: readonly Step[];
  readonly changes: readonly FileChange[];
  readonly receipts: readonly Receipt[];
  readonly closing: Closing;
  readonly claims: readonly Claim[];
  readonly before: Carried;
  readonly #read: Read;
  #pastReceipts: readonly Receipt[] | undefined;
  #remarks: readonly Remark[] | undefined;

  constructor(thread: Thread, turn: Turn, language: Language, read: Read) {
    this.thread = thread;
    this.turn = turn;
    this.language = language;
    this.request = read.request;
    this.requests = [...stillOpen(read.before.requests, read.request, language), ...read.requests];
    this.rules = readRules(thread.guidance, language);
    this.steps = turn.steps;
    this.changes = read.changes;
    this.receipts = read.checks.receipts.filter((receipt) => isOfTurn(receipt, turn));
    this.closing = readClosing(closingOf(thread, turn), language);
    this.claims = readClaims(this.closing.prose, language);
    this.before = read.before;
    this.#read = read;
  }

  get ask(): AskKind {
    return this.#read.ask();
  }

  get asked(): string {
    return askedWith(this.before.words, this.request, this.language);
  }

  get pastReceipts(): readonly Receipt[] {
    const { turn } = this;
    return (this.#pastReceipts ??= this.#read.checks.receipts.filter((receipt) => !isOfTurn(receipt, turn)));
  }

  get remarks(): readonly Remark[] {
    return (this.#remarks ??= remarksOf(this.thread, this.turn));
  }
}

/** True when the check ran in this turn, or this turn showed how it ended. */
function isOfTurn(receipt: Receipt, turn: Turn): boolean {
  const first = turn.steps[0]?.number ?? Number.POSITIVE_INFINITY;
  return receipt.step >= first || (receipt.reportedAt ?? 0) >= first;
}

/** Kinds of calls that only think or keep lists: the words before such a call still count as the last words. */
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
