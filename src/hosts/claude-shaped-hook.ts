import { awaitedTasks } from "./background-tasks.ts";
import type { HookAnswer, HookEvent, HookHost, HookKind } from "./hook.ts";
import { asText, type Loose } from "../text/loose.ts";

export interface ClaudeShape {
  readonly name: string;
  readonly family?: string;
  readonly owns: (input: Loose) => boolean;
  readonly events: Readonly<Record<string, HookKind>>;
  readonly closing: string;
  readonly cumulative?: boolean;
  readonly callMark?: string;
  readonly wakes?: readonly string[];
  /** What the person is shown beside the words that the agent is held up with, where the host has a place for it. */
  readonly beside: (words: string) => string;
}

/** Hosts show the words themselves, most of them under "hook" or "error": this says who it was, and where to look. */
export const besideTheWords = (): string => "Coxswain sent the agent back to work · cox why last";

/** Hooks that take snake_case fields, stop on `{"decision":"block"}` and add context under `hookSpecificOutput`. */
export function claudeShapedHook(shape: ClaudeShape): HookHost {
  return {
    name: shape.name,
    ...(shape.family === undefined ? {} : { family: shape.family }),
    ...(shape.callMark === undefined ? {} : { callMark: shape.callMark }),
    ...(shape.wakes === undefined ? {} : { wakes: shape.wakes }),
    owns: shape.owns,
    read: (input) => readEvent(shape, input),
    write: (event, answer) => writeAnswer(shape, event, answer),
  };
}

function readEvent(shape: ClaudeShape, input: Loose): HookEvent | undefined {
  const name = asText(input["hook_event_name"]) ?? "";
  const kind = Object.hasOwn(shape.events, name) ? shape.events[name] : undefined;
  const session = asText(input["session_id"]);
  if (kind === undefined || !session) return undefined;
  const subagent = kind === "subagent-stop";
  return {
    kind,
    name,
    session: subagent ? `${session}:${asText(input["agent_id"]) ?? "subagent"}` : session,
    cwd: asText(input["cwd"]),
    // Empty when the host keeps no transcript.
    transcript: asText(input[subagent ? "agent_transcript_path" : "transcript_path"]) || undefined,
    closing: asText(input[shape.closing]),
    ...(shape.cumulative ? { cumulative: true } : {}),
    ...(input["stop_hook_active"] === true ? { again: true } : {}),
    ...awaitedTasks(input["background_tasks"]),
    mode: asText(input["permission_mode"]),
    model: asText(input["model"]),
  };
}

function writeAnswer({ beside }: ClaudeShape, event: HookEvent, { type, message }: HookAnswer): string {
  switch (type) {
    case "continue":
      return JSON.stringify({ decision: "block", reason: message, systemMessage: beside(message) });
    case "context":
      return JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext: message } });
    case "tell":
      return JSON.stringify({ systemMessage: message });
  }
}
