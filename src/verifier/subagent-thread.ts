import { agentState } from "../evidence/evidence.ts";
import { fold } from "../thread/reducer.ts";
import { said } from "../thread/delta.ts";
import { squeezed } from "../text/strings.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";
import { SUBAGENT_MODE } from "./trigger.ts";

/** A subagent's answer as a thread with its task as the request; undefined without one that ended well. */
export function subagentThread(thread: Thread, step: Step): Thread | undefined {
  const task = taskOf(step.input);
  if (step.action.kind !== "subagent" || step.result?.status !== "done" || task === undefined) return undefined;
  const { toolUseId: id, result } = step;
  const cwd = thread.cwd === undefined ? {} : { cwd: thread.cwd };
  return fold([
    { v: 1, type: "thread:started", threadId: `${thread.id}/${id}`, host: thread.host, mode: SUBAGENT_MODE, ...cwd },
    { v: 1, type: "guidance:discovered", files: [...thread.guidance] },
    said("user", task, id),
    said("assistant", result.output, `${id}-answer`),
  ]);
}

const TASK_FIELDS = ["prompt", "task", "instructions", "message", "objective", "description"];

function taskOf(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(input));
  return TASK_FIELDS.map((name) => fields.get(name)).find(
    (value): value is string => typeof value === "string" && value.trim() !== "",
  );
}

/** What the agent did, claimed and answered: here the words are the work, so other words count as a change. */
export function answerState(thread: Thread, turn: Turn): string {
  const words = squeezed(closingText(thread, turn));
  return `${agentState(thread, turn)}\n${words}`;
}
