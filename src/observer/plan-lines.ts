import type { Facts } from "../evidence/facts.ts";
import { leftIn, ownPlanUnfinished } from "../evidence/findings/own-plan-unfinished.ts";
import { lastTaskList } from "../evidence/task-list.ts";
import type { Finding } from "../verdict.ts";
import { short } from "./short.ts";

const MAX_TASKS = 4;

/** What the agent's own list has open at the end, where no lead says so. */
export function planLines(facts: Facts, leads: readonly Finding[]): string[] {
  const list = lastTaskList(facts.steps);
  if (!list || leads.some(({ id }) => id === ownPlanUnfinished.id)) return [];
  if (leftIn(facts, list).length === 0) return [];
  const open = list.tasks.filter((task) => task.state !== "done");
  const done = list.tasks.length - open.length;
  const names = open
    .slice(0, MAX_TASKS)
    .map(({ text, state }) => `“${short(text)}”${state === "begun" ? " (begun)" : ""}`);
  const more = open.length > MAX_TASKS ? ` and ${open.length - MAX_TASKS} more` : "";
  return [`own plan, step ${list.step}: ${done} of ${list.tasks.length} marked done, not ${names.join(", ")}${more}`];
}
