import { setTimeout as delay } from "node:timers/promises";
import { claudeCode } from "../hosts/claude-code/claude-code.ts";
import { claudeCodeHook } from "../hosts/claude-code/hook.ts";
import type { HookEvent } from "../hosts/hook.ts";
import { readThread } from "../hosts/open-transcript.ts";
import { asRecord } from "../text/loose.ts";
import { labelled } from "../thread/own-words.ts";
import { squeezed } from "../text/strings.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn } from "../thread/turns.ts";
import { createMeanwhile } from "./meanwhile.ts";
import { type AdapterOptions, createWatch, type Watch, wordsOf } from "./watch.ts";

export type { AdapterOptions } from "./watch.ts";

/** What a hook of the Claude Agent SDK answers, as far as it is used. */
interface HookAnswer {
  decision?: "block";
  reason?: string;
  hookSpecificOutput?: { hookEventName: "PostToolBatch"; additionalContext: string };
}

type Hook = (input: unknown, toolUseID: string | undefined, options: { signal: AbortSignal }) => Promise<HookAnswer>;
type Hooks = Partial<Record<"Stop" | "SubagentStop" | "PostToolBatch", { hooks: Hook[]; timeout: number }[]>>;

/** The agent waits so long for a hook that it does not come to count as failed. */
const TIMEOUT_S = 120;
/** How long is waited for a transcript that is written late, and how often it is looked at. */
const PATIENCE_MS = 3000;
const STEP_MS = 25;

/**
 * For the option `hooks` of `query`: the end of a turn and of a subagent, and with mode `parallel` what is between. The
 * record is the session's own transcript, which is read anew each time.
 */
export function hooks(options: AdapterOptions = {}): Hooks {
  const watch = createWatch(options);
  const atEnd: Hook = async (input, _, { signal }) => {
    const event = readEvent(input);
    const thread = event && (await settled(event, signal));
    const text = thread && wordsOf(await watch.atThread(thread, factsOf(event, signal)));
    return text === undefined ? {} : { decision: "block", reason: labelled(text) };
  };
  const ends = [{ hooks: [atEnd], timeout: TIMEOUT_S }];
  const between = watch.isParallel ? { PostToolBatch: [{ hooks: [besideTools(watch)], timeout: TIMEOUT_S }] } : {};
  return { Stop: ends, SubagentStop: ends, ...between };
}

/** What was found while the tools went on goes in with the next batch of them. */
function besideTools(watch: Watch): Hook {
  const meanwhile = createMeanwhile();
  return async (input, _, { signal }) => {
    const event = readEvent(input);
    // Of a subagent, this hook has no transcript.
    if (!event || asRecord(input)?.["agent_id"] !== undefined) return {};
    const text = meanwhile.take(event.session);
    meanwhile.look(event.session, async () => {
      const thread = threadAt(event);
      return thread && wordsOf(await watch.atThread(thread, { ...factsOf(event, signal), trigger: "parallel" }));
    });
    if (text === undefined) return {};
    return { hookSpecificOutput: { hookEventName: "PostToolBatch", additionalContext: labelled(text) } };
  };
}

function readEvent(input: unknown): HookEvent | undefined {
  const record = asRecord(input);
  return record && claudeCodeHook.read(record);
}

function factsOf({ mode, backgroundTasks }: HookEvent, signal: AbortSignal) {
  return { signal, ...(mode === undefined ? {} : { mode }), ...(backgroundTasks ? { backgroundTasks } : {}) };
}

/** Undefined where the transcript does not come to the agent's last words in time: of less than all nobody may judge. */
async function settled(event: HookEvent, signal: AbortSignal): Promise<Thread | undefined> {
  for (let waited = 0; waited < PATIENCE_MS && !signal.aborted; waited += STEP_MS) {
    const thread = threadAt(event);
    if (thread && endsWith(thread, event.closing ?? "")) return thread;
    await delay(STEP_MS);
  }
  return undefined;
}

function threadAt({ transcript, session }: HookEvent): Thread | undefined {
  try {
    // A subagent's has the name of its session, and limits of its own.
    return transcript === undefined ? undefined : { ...readThread(transcript, claudeCode).thread, id: session };
  } catch {
    return undefined;
  }
}

function endsWith(thread: Thread, closing: string): boolean {
  const turn = lastTurn(thread);
  if (!turn || turn.outcome === "open") return false;
  return squeezed(closingText(thread, turn)).endsWith(squeezed(closing));
}
