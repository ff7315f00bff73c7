import type { Step, Turn } from "./thread.ts";

/** True when the agent has only read and thought since that step, so a late objection still applies. */
export function hasOnlyLooked({ steps }: Pick<Turn, "steps">, since: number): boolean {
  return steps.filter((step) => step.number > since).every(onlyLooks);
}

function onlyLooks({ action }: Step): boolean {
  return action.changes.length === 0 && ["read", "search", "fetch", "think"].includes(action.kind);
}
