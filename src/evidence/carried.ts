import { isFromPerson, textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, messagesOf, requestText } from "../thread/turns.ts";
import { changesOf, type FileChange } from "./changes/changes.ts";
import { readClosing, waitsForPerson } from "./claims/closing.ts";
import { ENGLISH } from "./language/english.ts";
import type { Language } from "./language/language.ts";
import { baseName } from "./changes/paths.ts";
import { NO_RECEIPTS, type ReceiptState } from "./receipts/receipts.ts";
import {
  allowedBy,
  type AskKind,
  askOf,
  isLasting,
  readLastingRequests,
  readRequests,
  type Request,
  withdraws,
} from "./requests/requests.ts";
import { type EarlierWords, NO_WORDS, wordsAfter } from "./requests/earlier-words.ts";
import { speakingOf } from "./requests/spoken-again.ts";
import { mayHaveTriedItself } from "./unseen/tried-by-hand.ts";
import { receiptsWithWitnessed } from "./receipts/witnessed-receipts.ts";
import { keptText, lastTaskList } from "./task-list.ts";
import { unseenWrites, type UnseenWrites } from "./unseen/known-writes.ts";
import { isUnreadCode, mayBeTest } from "./unseen/written-tests.ts";

/** What still matters of earlier turns. Limited in size, so that a turn costs the same at the end of a long thread. */
export interface Carried {
  /** Asks that are still open: prohibitions, and the asks of a turn that did not end. */
  readonly requests: readonly Request[];
  /** Names of files changed before, newest last. */
  readonly names: ReadonlySet<string>;
  /** What the person and the agent said last. */
  readonly words: EarlierWords;
  /** The tasks still open on the agent's own list when a turn ended, as `keptText` gives them. */
  readonly left: readonly string[];
  /** True when an earlier step may itself have tried the work by hand. */
  readonly started: boolean;
  /** What may have been written without a step that shows it. */
  readonly unseen: Unseen;
  /** Checks that ran before, and what is needed to read the next ones. */
  readonly checks: ReceiptState;
}

export interface Unseen extends UnseenWrites {
  readonly tests: boolean;
}

/** What a turn itself adds to the carried state, read once. */
export interface Read {
  readonly before: Carried;
  readonly request: string;
  /** The agent's last words. */
  readonly answered: string;
  /** The kind of the ask; read only when somebody wants to know it, which is seldom for a turn that is past. */
  readonly ask: () => AskKind;
  readonly requests: readonly Request[];
  readonly changes: readonly FileChange[];
  readonly checks: ReceiptState;
}

export const NOTHING_CARRIED: Carried = {
  requests: [],
  names: new Set(),
  words: NO_WORDS,
  left: [],
  started: false,
  unseen: { files: false, source: false, tests: false },
  checks: NO_RECEIPTS,
};
const MAX_NAMES = 400;
const MAX_REQUESTS = 20;
const MAX_LEFT = 50;
/** How many messages of the person in one turn are read for asks, and how many asks each is held against: the newest. */
const MAX_SAID = 200;
const MAX_ASKED = 200;

/** A turn object never changes, so what it leaves behind is computed once. */
const known = new WeakMap<Turn, Carried>();

/** What the turns before this one left behind. */
export function carriedBefore(thread: Thread, turn: Turn, language: Language): Carried {
  const earlier: Turn[] = [];
  let carried = NOTHING_CARRIED;
  for (let index = turn.number - 2; index >= 0; index -= 1) {
    const candidate = thread.turns[index];
    if (!candidate) break;
    const remembered = known.get(candidate);
    if (remembered) {
      carried = remembered;
      break;
    }
    earlier.push(candidate);
  }
  for (const past of earlier.toReversed()) {
    carried = leftBy(thread, past, carried, language);
  }
  return carried;
}

/** What a turn leaves behind. Ask for it before the turn itself is forgotten, and keep it with `carryOver`. */
export function carriedAfter(thread: Thread, turn: Turn, language: Language = ENGLISH): Carried {
  return known.get(turn) ?? leftBy(thread, turn, carriedBefore(thread, turn, language), language);
}

function leftBy(thread: Thread, turn: Turn, before: Carried, language: Language): Carried {
  return remember(turn, readTurn(thread, turn, before, language, turn.outcome === "ended"), language);
}

/** Makes the turns after this one go on from this state, whatever the turn still holds itself. */
export function carryOver(turn: Turn, carried: Carried): void {
  known.set(turn, carried);
}

export function readTurn(thread: Thread, turn: Turn, before: Carried, language: Language, lasting = false): Read {
  const request = requestText(thread, turn);
  let ask: AskKind | undefined;
  return {
    before,
    request,
    answered: closingText(thread, turn),
    ask: () => (ask ??= askOf(request, language)),
    requests: requestsIn(thread, turn, language, lasting),
    changes: changesOf(turn.steps, thread.cwd),
    checks: receiptsWithWitnessed(before.checks, turn, thread.cwd),
  };
}

/** The asks of every message of a turn; a message that takes things back ends the asks before it. */
function requestsIn(thread: Thread, turn: Turn, language: Language, lasting: boolean): readonly Request[] {
  const read = lasting ? readLastingRequests : readRequests;
  let asked: readonly Request[] = [];
  const said = messagesOf(thread, turn).filter(isFromPerson).slice(-MAX_SAID);
  for (const text of said.map(textOf)) {
    if (asked.length > 0 && withdraws(text, language)) asked = [];
    if (asked.length > 0) asked = afterWords(text, asked.slice(-MAX_ASKED), language);
    asked = [...asked, ...read(text, turn.number, language)];
  }
  return asked;
}

/** What is left of asks when the person has said more: one that may have been taken back is no longer plain. */
function afterWords(text: string, asked: readonly Request[], language: Language): readonly Request[] {
  const isAllowed = allowedBy(text, language);
  const isAbout = speakingOf(text, language);
  return asked.flatMap((request) => {
    if (isAllowed(request)) return [];
    const doubtful = !isLasting(request) && request.plain && isAbout(request.text);
    return [doubtful ? { ...request, plain: false } : request];
  });
}

/** Keeps what a turn leaves behind for the next one. */
export function remember(turn: Turn, read: Read, language: Language): Carried {
  const { before } = read;
  const carried = {
    requests: requestsAfter(before.requests, turn, read, language),
    names: namesAfter(before.names, read.changes),
    words: wordsAfter(
      before.words,
      { ...read, open: isOpen(turn, read, language), between: isBetween(turn, read) },
      language,
    ),
    left: leftAfter(before.left, turn),
    started: before.started || turn.steps.some(mayHaveTriedItself),
    unseen: unseenAfter(turn, read, language),
    checks: read.checks,
  };
  known.set(turn, carried);
  return carried;
}

/**
 * A person who reads a closing and goes on has accepted it, so ordinary asks end with their turn.
 * Prohibitions hold until taken back; the asks of a turn that never ended go on into the next.
 */
function requestsAfter(open: readonly Request[], turn: Turn, read: Read, language: Language): readonly Request[] {
  const kept = stillOpen(open, read.request, language);
  const ended = turn.outcome === "ended";
  const own = read.requests.filter((request) => isLasting(request) || !ended);
  const still = kept.filter((request) => isLasting(request) || !ended || read.ask() === "go-on");
  return [...still, ...own].slice(-MAX_REQUESTS);
}

/** The earlier asks that the words of a turn neither take back nor allow. */
export function stillOpen(open: readonly Request[], text: string, language: Language): readonly Request[] {
  if (open.length === 0) return open;
  if (withdraws(text, language)) return [];
  const isAllowed = allowedBy(text, language);
  return open.filter((request) => !isAllowed(request));
}

/** True when the turn was broken off, was only talk, or waits for the person. An answered question is not open. */
function isOpen({ outcome, steps }: Turn, { changes, answered, ask }: Read, language: Language): boolean {
  if (outcome !== "ended") return true;
  if (changes.length > 0) return false;
  if (steps.length === 0 && ask() !== "question") return true;
  return ask() === "plan-only" || waitsForPerson(readClosing(answered, language));
}

function isBetween({ outcome }: Turn, { changes, ask }: Read): boolean {
  return outcome === "ended" && changes.length === 0 && ask() === "question";
}

/** Only the list of an ended turn counts, because the person has seen what it left; a turn broken off may go on. */
function leftAfter(left: Carried["left"], { steps, outcome }: Turn): Carried["left"] {
  const list = outcome === "ended" ? lastTaskList(steps) : undefined;
  return list ? list.tasks.flatMap((task) => (task.state === "done" ? [] : keptText(task))).slice(0, MAX_LEFT) : left;
}

function namesAfter(names: ReadonlySet<string>, changes: readonly FileChange[]): ReadonlySet<string> {
  if (changes.length === 0) return names;
  return new Set([...names, ...changes.map((change) => baseName(change.path))].slice(-MAX_NAMES));
}

function unseenAfter({ steps }: Turn, read: Read, language: Language): Unseen {
  const { unseen, names } = read.before;
  if (language.closing.written.goesOn.test(read.request)) return ANYTHING;
  const full = names.size >= MAX_NAMES;
  const { files, source } = unseen.source ? unseen : unseenWrites(steps);
  return {
    files: unseen.files || full || files,
    source: unseen.source || full || source,
    tests: unseen.tests || read.changes.some((change) => mayBeTest(change) || isUnreadCode(change)),
  };
}

const ANYTHING: Unseen = { files: true, source: true, tests: true };
