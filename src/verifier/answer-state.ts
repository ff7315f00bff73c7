import { agentState } from "../evidence/agent-state.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";

/** What the agent did, claimed and answered: here the words are the work, so other words count as a change. */
export function answerState(thread: Thread, turn: Turn): string {
  const words = squeezed(closingText(thread, turn));
  return `${agentState(thread, turn)}\n${words}`;
}
