import {
  type AssessOptions,
  type Corrector,
  type CorrectorParts,
  createCorrector,
  type Decision,
  type Judgement,
} from "../corrector.ts";
import { describeError } from "../text/errors.ts";
import { readOwnWords, rememberOwnWords } from "../guard/own-words.ts";
import type { Thread } from "../thread/thread.ts";
import { requestIdOf } from "../thread/turns.ts";
import { withOwnWords } from "../thread/with-own-words.ts";
import { gateVerdict } from "../verdict.ts";
import { rememberLook, withKnownRequest } from "./request-memory.ts";
import { type NamedConversation, threadOfMessages } from "./thread-of-messages.ts";

/** Which conversation it is, and what only the caller knows about the stop. */
export interface MessagesOptions extends AssessOptions, NamedConversation {}

/** Never throws: whatever goes wrong is `unchecked`. What it said it knows again, in whatever form it comes back. */
export interface RememberingCorrector extends Corrector {
  /** Messages of the AI SDK, OpenAI, Anthropic or another shape that is read from files. The array stays as it is. */
  assessMessages(messages: unknown, options: MessagesOptions): Promise<Decision>;
}

/** Composes gate, evidence, observer and guard, and remembers in the guard's store what was said in each thread. */
export function createRememberingCorrector(parts: CorrectorParts): RememberingCorrector {
  const corrector = createCorrector(parts);
  const { store, shadow } = parts;

  async function judge(thread: Thread, options?: AssessOptions): Promise<Judgement> {
    // Who cannot read the store may look all the same: nothing will be said.
    return corrector.judge(await recognised(thread).catch(() => thread), options);
  }

  async function permit(thread: Thread, judgement: Judgement): Promise<Decision> {
    if (shadow || judgement.verdict.verdict !== "correct") return corrector.permit(thread, judgement);
    try {
      const known = await recognised(thread);
      const decision = await corrector.permit(known, judgement);
      const text = decision.verdict.message;
      // Also what the guard did not let through: a program may put it in all the same.
      if (text !== null) await rememberOwnWords(store, known.host, known.id, { text, requestId: requestIdOf(known) });
      return decision;
    } catch (error) {
      return unremembered(judgement, error);
    }
  }

  async function recognised(thread: Thread): Promise<Thread> {
    return withOwnWords(thread, await readOwnWords(store, thread.host, thread.id));
  }

  async function assess(thread: Thread, options?: AssessOptions): Promise<Decision> {
    const judgement = await judge(thread, options);
    // Nobody waits any more: what would be said now was said to nobody, and may be said the next time.
    if (options?.signal?.aborted) return { ...judgement, inject: false };
    return permit(thread, judgement);
  }

  /** In an array only the memory knows to which request the newest turn belongs. */
  async function assessConversation(thread: Thread, options: AssessOptions): Promise<Decision> {
    let decision: Decision | undefined;
    try {
      const known = await withKnownRequest(store, await recognised(thread));
      decision = await assess(known, options);
      const said = decision.inject ? decision.verdict.message : null;
      if (!shadow) await rememberLook(store, known, { said, running: options.trigger === "parallel" });
      return decision;
    } catch (error) {
      // Where the memory fails the turn is looked at all the same, and the person hears of it.
      const judgement = decision ?? (await corrector.judge(thread, options));
      return judgement.verdict.verdict === "correct" ? unremembered(judgement, error) : { ...judgement, inject: false };
    }
  }

  return {
    judge,
    permit,
    assess,
    async assessMessages(messages, options) {
      try {
        const { threadId, cwd, tools, ...circumstances } = options;
        return await assessConversation(threadOfMessages(messages, { threadId, cwd, tools }), circumstances);
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** What is said without being remembered comes back as a request of the person, and is corrected again. */
function unremembered(judgement: Judgement, error: unknown): Decision {
  const reason = `what is said could not be remembered (${describeError(error)})`;
  return {
    ...judgement,
    inject: false,
    tell: `Still open, but not said because ${reason}: ${judgement.verdict.message}`,
  };
}

function failed(error: unknown): Decision {
  const gate = { open: false, evidenceOpen: false, reasons: [] };
  return { turn: 0, gate, verdict: gateVerdict("unchecked", `it failed: ${describeError(error)}`), inject: false };
}
