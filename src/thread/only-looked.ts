import type { Step, Turn } from "./thread.ts";

/** An objection made late holds as long as the agent has only read and thought since. */
export function hasOnlyLooked({ steps }: Pick<Turn, "steps">, since: number): boolean {
  return steps.filter((step) => step.number > since).every(onlyLooks);
}

function onlyLooks({ action }: Step): boolean {
  return action.changes.length === 0 && ["read", "search", "fetch", "think"].includes(action.kind);
}
