import { isFromPerson, textOf } from "../thread/message.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn, messagesOf, requestIdOf } from "../thread/turns.ts";
import type { ReadingRun } from "./hook-run.ts";
import { type Look, lookAt, versionOf } from "./look.ts";

const WRITTEN = "the person has written meanwhile";
const CANCELLED = "the turn was cancelled meanwhile";

/** Judging takes time, and a person who pressed Esc or wrote meanwhile goes first. Asked at the last moment. */
export async function whyOvertaken(run: ReadingRun, look: Look): Promise<string | undefined> {
  if (await run.asking.isOvertaken()) return "another stop of the session came meanwhile, so this turn was left";
  const isInThread = (text: string) => hasPersonSaid(look.thread, text);
  if (run.hook.hasTyped?.(run.event, run.startedAt, isInThread)) return WRITTEN;
  const { messages, transcript } = run.event;
  if (messages !== undefined || versionOf(transcript) === look.version) return undefined;
  const now = await lookAt(run).catch(() => undefined);
  return now && whatCame(look.thread, now.thread);
}

function whatCame(before: Thread, now: Thread): string | undefined {
  if (lastTurn(now)?.outcome === "aborted") return CANCELLED;
  const isNew = requestIdOf(now) !== requestIdOf(before) || now.queue.length > 0;
  return isNew || timesSpoken(now) > timesSpoken(before) ? WRITTEN : undefined;
}

function timesSpoken(thread: Thread): number {
  const turn = lastTurn(thread);
  return turn ? messagesOf(thread, turn).filter(isFromPerson).length : 0;
}

function hasPersonSaid(thread: Thread, text: string): boolean {
  const words = squeezed(text);
  return thread.messages.some((message) => isFromPerson(message) && squeezed(textOf(message)).includes(words));
}
