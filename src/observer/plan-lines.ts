import type { Facts } from "../evidence/facts.ts";
import { leftIn, ownPlanUnfinished } from "../evidence/findings/own-plan-unfinished.ts";
import { lastTaskList, type TaskList } from "../evidence/task-list.ts";
import type { Finding } from "../verdict.ts";
import { short } from "./short.ts";

const MAX_TASKS = 4;

/** The open tasks in the agent's own list, unless a lead says so already. */
export function planLines(facts: Facts, leads: readonly Finding[]): string[] {
  const list = lastTaskList(facts.steps) ?? continuedList(facts);
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

/** A task list from an earlier turn that this turn goes on ticking off. */
function continuedList({ thread, turn, steps }: Facts): TaskList | undefined {
  const first = steps[0]?.number;
  if (first === undefined || !steps.some(({ action }) => action.kind === "think")) return undefined;
  const list = lastTaskList(thread.turns.slice(0, turn.number).flatMap((each) => each.steps));
  return list && list.step >= first ? list : undefined;
}
