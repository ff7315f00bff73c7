import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";
import { readClosing } from "./closing/closing.ts";

/**
 * Everything in a turn that an objection could rest on, as text: what was changed and run and how it ended, and what is
 * claimed. Looking around and other words for the same claims change nothing. Two equal texts mean: nothing happened.
 */
export function agentState(thread: Thread, turn: Turn): string {
  const actions = turn.steps.filter(hasEffect).map(describe);
  const { checks, statements } = readClosing(closingText(thread, turn));
  const claims = new Set([
    ...checks.map(({ kind }) => kind),
    ...statements.flatMap(({ signs }) => (signs.has("claims-done") ? ["done"] : [])),
  ]);
  return [...actions, ...claims].join("\n");
}

function hasEffect({ action }: Step): boolean {
  return action.changes.length > 0 || action.kind === "execute" || action.kind === "subagent";
}

function describe({ action, result }: Step): string {
  const changes = action.changes.map((change) => [change.type, change.path, change.oldText, change.newText]);
  return JSON.stringify([action.kind, action.command, changes, result?.status, result?.exitCode]);
}
