import type { ActionKind } from "../../thread/action.ts";
import type { Step } from "../../thread/thread.ts";
import { failed } from "./status.ts";

/** Steps that are not shown one by one, as counts. Contains no text from the transcript. */
export function summariseSteps(steps: readonly Step[]): string {
  const first = steps[0]?.number ?? 0;
  const last = steps.at(-1)?.number ?? first;
  const counts = new Map<string, number>();
  for (const step of steps) {
    const name = NAMES[step.action.kind];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const failures = steps.filter(failed).length;
  const parts = [...counts].map(([name, count]) => `${count} × ${name}`);
  const range = first === last ? `step ${first}` : `steps ${first} to ${last}`;
  return `(${range}, not shown: ${parts.join(", ")}${failures > 0 ? `; ${failures} failed` : ""})`;
}

const NAMES: Record<ActionKind, string> = {
  read: "read or search",
  search: "read or search",
  edit: "edit",
  create: "create",
  delete: "delete",
  move: "move",
  execute: "run",
  fetch: "fetch",
  think: "plan",
  subagent: "subagent",
  other: "other",
};
