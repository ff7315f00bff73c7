import { type Judging, judgeTurn } from "../corrector.ts";
import type { Host } from "../hosts/host.ts";
import { type LoadedThread, loadThread, type Said } from "../session/load-thread.ts";
import { CoxError, describeError } from "../text/errors.ts";
import { type Redactor, neutralise } from "../text/strings.ts";
import type { DeltaOf } from "../thread/delta.ts";
import { DELTA_VERSION } from "../thread/delta-schema.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import type { Usage } from "../thread/usage.ts";
import type { CheckRun } from "../thread/witnessed.ts";
import { compareDescription, threadOfChecks } from "./description.ts";
import { type Entry, entryFrom, entryOf, type Report, type Unread } from "./entry.ts";
import { isGraver } from "./outcome.ts";
import type { Sources } from "./sources.ts";

export interface LookParts {
  readonly sources: Sources;
  readonly turn: (loaded: LoadedThread) => readonly Turn[];
  readonly host: Host | undefined;
  readonly judgingOf: (thread: Thread) => Judging;
  readonly said: Said;
  readonly redact: Redactor;
  /** The top of the project. */
  readonly root: string;
  /** What the pull request says of itself, and how it is called; absent where there is none. */
  readonly description?: { readonly text: string; readonly title: string };
  /** The project's checks that were run just now; none where nobody asked for it. */
  readonly checks: readonly CheckRun[];
  readonly signal: AbortSignal;
  /** Told what a model cost, of each thread that one was asked about. */
  readonly onUsage: (threadId: string, usage: readonly Usage[]) => Promise<void>;
}

/** Judges what the agent left, and compares the pull request's own words with it. What cannot be read is part of the report. */
export async function look(parts: LookParts): Promise<Report> {
  const entries: Entry[] = [];
  const unread: Unread[] = parts.sources.missing.map((file) => ({ file, message: "There is no such file." }));
  const described: Entry[] = [];
  for (const file of parts.sources.files) {
    if (parts.signal.aborted) break;
    try {
      const loaded = withChecks(loadThread(file, parts.host, parts.said), parts.checks);
      entries.push(...(await judged(loaded, parts)));
      described.push(...compared(loaded.thread, file, parts));
    } catch (error) {
      // A failure of ours is told, and fails nobody's job.
      const own = error instanceof CoxError ? "" : "Coxswain itself failed: ";
      unread.push({ file, message: parts.redact(neutralise(`${own}${describeError(error)}`)) });
    }
  }
  if (entries.length === 0 && parts.checks.length > 0)
    described.push(...compared(threadOfChecks(parts.checks, parts.root), "", parts));
  // Several agents may have shared the work: what one record does not show, another one may.
  const best = described.toSorted((left, right) => isGraver(right.outcome, left.outcome)).at(0);
  return { entries: [...entries, ...(best ? [best] : [])], unread };
}

async function judged(loaded: LoadedThread, parts: LookParts): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const turn of parts.turn(loaded)) {
    const judgement = await judgeTurn(parts.judgingOf(loaded.thread), loaded.thread, turn, { signal: parts.signal });
    entries.push(entryOf({ ...loaded, turn, judgement }, parts.root, parts.redact));
    await parts.onUsage(loaded.thread.id, judgement.verdict.usage);
  }
  return entries;
}

function compared(thread: Thread, file: string, { description, root, redact }: LookParts): readonly Entry[] {
  const turn = lastTurn(thread);
  const found = turn && description && compareDescription(description.text, thread, turn);
  if (!found) return [];
  return [entryFrom({ ...found, title: description.title, file }, root, redact)];
}

/** What was run just now came after all that the agent did. */
function withChecks(loaded: LoadedThread, checks: readonly CheckRun[]): LoadedThread {
  if (checks.length === 0) return loaded;
  return { ...loaded, thread: fold([witnessedNow(loaded.thread, checks)], loaded.thread) };
}

export function witnessedNow({ stepCount }: Thread, checks: readonly CheckRun[]): DeltaOf<"witnessed"> {
  return { v: DELTA_VERSION, type: "witnessed", after: stepCount, checks: [...checks], mismatches: [] };
}
