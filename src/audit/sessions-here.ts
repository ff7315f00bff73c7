import { openTranscript } from "../hosts/open-transcript.ts";
import { readTranscript } from "../hosts/transcript.ts";
import { startMarkedFold } from "../session/marks.ts";
import { requestText } from "../thread/turns.ts";
import type { Found, FoundFile } from "./find-transcripts.ts";

/** A session as its first lines tell of it. */
export interface BegunSession {
  readonly path: string;
  readonly host: string;
  readonly cwd: string;
  readonly request: string;
  /** When it was last written. */
  readonly changedMs: number;
}

/** The newest sessions of some directories. No more files are opened than it takes to find so many. */
export function sessionsIn({ files }: Found, holds: (cwd: string) => boolean, most: number): readonly BegunSession[] {
  const sessions: BegunSession[] = [];
  for (const file of files.toSorted((left, right) => right.mtimeMs - left.mtimeMs)) {
    const session = beginningOf(file);
    if (session && holds(session.cwd)) sessions.push(session);
    if (sessions.length === most) break;
  }
  return sessions;
}

class KnownError extends Error {}

/** Reads until the person has spoken and the directory is told. Nothing for what cannot be read, and for subagents. */
function beginningOf({ path, mtimeMs }: FoundFile): BegunSession | undefined {
  const fold = startMarkedFold();
  const { thread } = fold;
  try {
    const { host } = openTranscript(path);
    readTranscript(path, host, {
      onDeltas(deltas, line) {
        fold.add(deltas, line);
        const isKnown = thread.cwd !== undefined && thread.turns.length > 0;
        if (isKnown || thread.turns.length > MOST_TURNS || thread.mode === "subagent") throw new KnownError();
      },
    });
  } catch (error) {
    if (!(error instanceof KnownError) && thread.turns.length === 0) return undefined;
  }
  const [turn] = thread.turns;
  if (!turn || thread.cwd === undefined || thread.mode === "subagent") return undefined;
  return { path, host: thread.host, cwd: thread.cwd, request: requestText(thread, turn), changedMs: mtimeMs };
}

/** A host that tells the directory at all tells it by then. */
const MOST_TURNS = 2;
