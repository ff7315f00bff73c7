import type { Thread, Turn } from "../thread/thread.ts";
import { requestText } from "../thread/turns.ts";
import { changesOf } from "./changes.ts";
import type { Language } from "./language/language.ts";
import { baseName } from "./paths.ts";
import { continueReceipts, NO_RECEIPTS, type ReceiptState } from "./receipts.ts";
import { askOf, readRequests, type Request, withdraws } from "./requests.ts";

/** What of the earlier turns still matters. Bounded, so that a turn costs the same at the end of a long thread. */
export interface Carried {
  /** Asks that are still open: prohibitions, and the asks of a turn that did not end. */
  readonly requests: readonly Request[];
  /** Names of files changed before, newest last. */
  readonly names: ReadonlySet<string>;
  /** Checks that ran before, and what is needed to read the next ones. */
  readonly checks: ReceiptState;
}

const NOTHING: Carried = { requests: [], names: new Set(), checks: NO_RECEIPTS };
const MAX_NAMES = 400;
const MAX_REQUESTS = 20;

/** Turns do not change once the next has begun, so what they leave behind is computed once. */
const known = new WeakMap<Turn, Carried>();

export function carriedBefore(thread: Thread, turn: Turn, language: Language): Carried {
  const earlier: Turn[] = [];
  let carried = NOTHING;
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
    carried = after(carried, thread, past, language);
    known.set(past, carried);
  }
  return carried;
}

function after(carried: Carried, thread: Thread, turn: Turn, language: Language): Carried {
  return {
    requests: requestsAfter(carried.requests, thread, turn, language),
    names: namesAfter(carried.names, turn),
    checks: continueReceipts(carried.checks, turn.steps),
  };
}

/**
 * A person who reads a closing and goes on has accepted it, so ordinary asks end with their turn.
 * Prohibitions hold until taken back; the asks of a turn that never ended go on into the next.
 */
function requestsAfter(open: readonly Request[], thread: Thread, turn: Turn, language: Language): readonly Request[] {
  const text = requestText(thread, turn);
  const kept = withdraws(text, language) ? [] : open;
  const unfinished = turn.outcome !== "ended" || askOf(text, language) === "go-on";
  const own = readRequests(text, turn.number, language).filter(
    (request) => request.kind === "forbid" || turn.outcome !== "ended",
  );
  const still = kept.filter((request) => request.kind === "forbid" || unfinished);
  return [...still, ...own].slice(-MAX_REQUESTS);
}

function namesAfter(names: ReadonlySet<string>, turn: Turn): ReadonlySet<string> {
  const fresh = changesOf(turn.steps).map((change) => baseName(change.path));
  if (fresh.length === 0) return names;
  return new Set([...names, ...fresh].slice(-MAX_NAMES));
}
