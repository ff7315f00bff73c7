import { isRecord } from "../json.ts";
import type { Step } from "../thread/thread.ts";

/** One entry of the list an agent keeps for itself. */
export interface Task {
  readonly text: string;
  readonly state: "open" | "begun" | "done";
}

/** The agent's own list as it last stood, and the step that wrote it. */
export interface TaskList {
  readonly tasks: readonly Task[];
  readonly step: number;
}

/** How a task is recognised in a later turn: its text, or as much of that as is worth keeping. */
export function keptText({ text }: Task): string {
  return text.slice(0, LONGEST_KEPT);
}

const LONGEST_KEPT = 200;

/** Reads the list from whatever tool keeps it: whole lists written each time, or single tasks made and updated. */
export function lastTaskList(steps: readonly Step[]): TaskList | undefined {
  const whole = steps.findLast((step) => wholeList(step.input) !== undefined);
  const single = singleTasks(steps);
  if (!whole) return single;
  const list = { tasks: wholeList(whole.input) ?? [], step: whole.number };
  return single && single.step > list.step ? single : list;
}

function wholeList(input: unknown): Task[] | undefined {
  if (!isRecord(input)) return undefined;
  for (const value of Object.values(input)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const tasks = value.map(toTask);
    if (tasks.every((task) => task !== undefined)) return tasks;
  }
  return undefined;
}

function toTask(entry: unknown): Task | undefined {
  if (!isRecord(entry)) return undefined;
  const state = stateOf(entry["status"] ?? entry["state"]);
  const text = ["content", "step", "title", "description", "text", "subject", "name"]
    .map((key) => entry[key])
    .find((value) => typeof value === "string");
  return state === undefined || typeof text !== "string" ? undefined : { text, state };
}

function stateOf(status: unknown): Task["state"] | undefined {
  if (typeof status !== "string") return undefined;
  const word = status.toLowerCase().replaceAll(/[-\s]/g, "_");
  if (/^(?:completed?|done|finished|closed|cancell?ed|deleted|skipped)$/.test(word)) return "done";
  if (/^(?:in_progress|active|doing|started)$/.test(word)) return "begun";
  return /^(?:pending|todo|open|not_started|queued)$/.test(word) ? "open" : undefined;
}

/** Tasks created one by one: the result of the call that creates one gives the number that later updates use. */
function singleTasks(steps: readonly Step[]): TaskList | undefined {
  const tasks = new Map<string, Task>();
  let last = 0;
  for (const step of steps) {
    if (step.action.kind !== "think" || !isRecord(step.input)) continue;
    const { subject, taskId, status } = step.input;
    if (typeof subject === "string" && taskId === undefined) {
      const number = /#(\d+)/.exec(step.result?.output ?? "")?.[1];
      if (number !== undefined) tasks.set(number, { text: subject, state: "open" });
      last = step.number;
    }
    const known = typeof taskId === "string" ? tasks.get(taskId) : undefined;
    const state = stateOf(status);
    if (typeof taskId === "string" && known && state) {
      tasks.set(taskId, { ...known, state });
      last = step.number;
    }
  }
  return tasks.size === 0 ? undefined : { tasks: [...tasks.values()], step: last };
}
