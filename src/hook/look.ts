import { statSync } from "node:fs";
import { readOwnWords } from "../guard/own-words.ts";
import { sessionIn } from "../hosts/reading/file.ts";
import type { OwnWords } from "../thread/own-words.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn, requestIdOf } from "../thread/turns.ts";
import { hasClosing, withClosing } from "./closing.ts";
import type { ReadingRun } from "./hook-run.ts";
import { readSession, type SessionReading, readMessages } from "./read-session.ts";

/** A session as it was read at one moment. */
export interface Look {
  readonly thread: Thread;
  readonly reading: SessionReading;
  /** True when the agent's last words came from the host and not the transcript, which may lack other steps, too. */
  readonly ahead: boolean;
  /** The version of the transcript before it was read. */
  readonly version: number | undefined;
}

export async function lookAt(run: ReadingRun, options: { readonly whole?: boolean } = {}): Promise<Look | undefined> {
  const { event, host, store } = run;
  const version = versionOf(event.transcript);
  const own = await readOwnWords(store, host.name, event.session);
  const reading = readNow(run, own, options.whole ?? false);
  if (!reading) return undefined;
  const ahead = !hasClosing(reading.thread, event);
  const said = event.kind === "post-tool" ? reading.thread : withClosing(reading.thread, event);
  // Some transcripts do not say in which directory the agent works.
  const thread = said.cwd === undefined ? { ...said, cwd: run.cwd } : said;
  return { thread: markAnswer(thread, own), reading, ahead, version };
}

/** Changes when a transcript changes: for a file its size, for a database its modification times. */
export function versionOf(path: string | undefined): number | undefined {
  if (path === undefined) return undefined;
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined) return size;
  const { file, session } = sessionIn(path);
  const changed = session === undefined ? undefined : changedMs(file);
  return changed && changed + (changedMs(`${file}-wal`) ?? 0);
}

function changedMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function readNow(run: ReadingRun, own: readonly OwnWords[], whole: boolean): SessionReading | undefined {
  const { event, host } = run;
  if (event.messages !== undefined) return readMessages(host, event.messages, own);
  const path = event.transcript;
  if (path === undefined) return undefined;
  const cursor = whole ? undefined : run.cursor;
  // The other half is for judging, which takes about as long, and for storing the result.
  const half = run.remainingMs() / 2;
  return readSession({ host, path, cursor, own, isLate: () => run.remainingMs() < half });
}

/** Some hosts do not write our corrections to the transcript. What we remember then says that the agent answers one. */
function markAnswer(thread: Thread, own: readonly OwnWords[]): Thread {
  const turn = lastTurn(thread);
  if (!turn || own.length === 0) return thread;
  const requestId = requestIdOf(thread);
  const said = own.filter((words) => !words.elsewhere && words.requestId === requestId).length;
  return said > turn.corrections ? { ...thread, skipCorrection: true } : thread;
}
