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
    const { verdict, message } = judgement.verdict;
    if (shadow || verdict !== "correct") return corrector.permit(thread, judgement);
    try {
      const known = await recognised(thread);
      const decision = await corrector.permit(known, judgement);
      const text = decision.verdict.message;
      // Also what the guard did not let through: a program may put it in all the same.
      if (text !== null) await rememberOwnWords(store, known.host, known.id, { text, requestId: requestIdOf(known) });
      return decision;
    } catch (error) {
      // What is said without being remembered comes back as a request of the person, and is corrected again.
      const reason = `what is said could not be remembered (${describeError(error)})`;
      return { ...judgement, inject: false, tell: `Still open, but not said because ${reason}: ${message}` };
    }
  }

  async function recognised(thread: Thread): Promise<Thread> {
    return withOwnWords(thread, await readOwnWords(store, thread.host, thread.id));
  }

  async function assess(thread: Thread, options?: AssessOptions): Promise<Decision> {
    return permit(thread, await judge(thread, options));
  }

  return {
    judge,
    permit,
    assess,
    async assessMessages(messages, options) {
      try {
        const { threadId, cwd, ...circumstances } = options;
        return await assess(
          threadOfMessages(messages, { threadId, ...(cwd === undefined ? {} : { cwd }) }),
          circumstances,
        );
      } catch (error) {
        return failed(error);
      }
    },
  };
}

function failed(error: unknown): Decision {
  const gate = { open: false, evidenceOpen: false, reasons: [] };
  return { turn: 0, gate, verdict: gateVerdict("unchecked", `it failed: ${describeError(error)}`), inject: false };
}
