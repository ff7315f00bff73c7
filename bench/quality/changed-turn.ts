import type { Message } from "../../src/thread/message.ts";
import type { Step, Thread, Turn } from "../../src/thread/thread.ts";
import { toAction } from "../../src/thread/to-action.ts";

/** A real turn in a changed version, with its thread. */
export interface ChangedTurn {
  readonly thread: Thread;
  readonly turn: Turn;
}

/** The turn with other steps; its last words stay the last. */
export function withSteps(thread: Thread, turn: Turn, steps: readonly Step[]): ChangedTurn {
  const first = turn.steps[0]?.number ?? 1;
  const end = turn.steps.at(-1)?.messageIndex ?? 0;
  const numbered = steps.map((step, index) => {
    return { ...step, number: first + index, messageIndex: index === steps.length - 1 ? end : step.messageIndex };
  });
  return inThread(thread, { ...turn, steps: numbered, toolCalls: numbered.length });
}

/** The turn with changed last words. */
export function withLastWords(thread: Thread, turn: Turn, change: (text: string) => string): ChangedTurn {
  const last = thread.messages.slice(0, turn.end).findLastIndex(({ role, content }) => {
    return role === "assistant" && content.some((block) => block.type === "text" && block.text.trim() !== "");
  });
  const messages = thread.messages.map((message, index) => (index === last ? worded(message, change) : message));
  // A copy, because what was read from a turn is cached by its object.
  return inThread({ ...thread, messages }, { ...turn });
}

function inThread(thread: Thread, turn: Turn): ChangedTurn {
  return {
    thread: { ...thread, turns: thread.turns.map((each) => (each.number === turn.number ? turn : each)) },
    turn,
  };
}

function worded(message: Message, change: (text: string) => string): Message {
  if (message.role !== "assistant") return message;
  const last = message.content.findLastIndex(({ type }) => type === "text");
  const content = message.content.map((block, index) =>
    index === last && block.type === "text" ? { ...block, text: change(block.text) } : block,
  );
  return { ...message, content };
}

/** A made-up step, to be put among the real ones. */
export function madeStep(tool: string, input: object, output: string, exitCode = 0): Step {
  const status = exitCode === 0 ? "done" : "error";
  return {
    number: 0,
    toolUseId: "made",
    tool,
    input,
    action: toAction(tool, input),
    result: { type: "tool_result", toolUseId: "made", status, output, ...(tool === "Bash" && { exitCode }) },
    messageIndex: 0,
  };
}

export function madeRun(command: string, output: string, exitCode = 0): Step {
  return madeStep("Bash", { command }, output, exitCode);
}

export function madeEdit(file: string, before: string, after: string): Step {
  return madeStep("Edit", { file_path: file, old_string: before, new_string: after }, `${file} has been updated.`);
}

/** The steps with others inserted at a place, without any words about them. */
export function putIn(steps: readonly Step[], index: number, more: readonly Step[]): Step[] {
  const messageIndex = (steps[index - 1] ?? steps[0])?.messageIndex ?? 0;
  return [...steps.slice(0, index), ...more.map((step) => ({ ...step, messageIndex })), ...steps.slice(index)];
}
