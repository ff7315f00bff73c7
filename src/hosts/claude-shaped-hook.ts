import type { HookAnswer, HookEvent, HookHost, HookKind } from "./hook.ts";
import { asText, type Loose, asList, asRecord, asWord } from "../text/loose.ts";

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

/** Absent without a list, or with tasks only that run for ever: then the agent's own words tell whether it waits. */
export function awaitedTasks(listed: unknown): { readonly backgroundTasks?: number } {
  if (!Array.isArray(listed)) return {};
  const awaited = asList(listed)
    .slice(0, MOST_TASKS)
    .filter((task) => !runsOn(task)).length;
  return awaited > 0 || listed.length === 0 ? { backgroundTasks: awaited } : {};
}

/** One that is awaited among so many is enough. */
const MOST_TASKS = 1000;

/** True for a development server or a watcher: waiting for it would keep us silent for the whole session. */
function runsOn(task: unknown): boolean {
  const { type, command } = asRecord(task) ?? {};
  return asWord(type) === "shell" && SERVERS.some((server) => server.test(lastProgram(asText(command) ?? "")));
}

/** The program that a line ends with and waits for (`PORT=3000 npx vite > log 2>&1 &`); empty when unclear. */
function lastProgram(line: string): string {
  const kept = line.slice(-MOST).replaceAll(OUTPUT, " ").trimEnd().replace(/&$/, "");
  if (/(?<!&)&(?!&)/.test(kept)) return "";
  const [last = ""] = /[^;&|\n]*$/.exec(kept) ?? [];
  return last.trim().replace(BEFORE, "");
}

const MOST = 500;
const OUTPUT = /\d?>&\d|[\d&]?>>? ?[^\s;&|]+|\| ?tee [^;&|\n]+/g;
const BEFORE =
  /^(?:\w+=\S* |(?:sudo|env|nohup|exec|time|npx|bunx|pnpx|pnpm exec|yarn exec|uv run|poetry run|bundle exec) )+/;

const SERVERS = [
  /^(?:npm|pnpm|yarn|bun|deno|just|make)(?: --?\S+(?: [^\s-]\S*)?)*?(?: run| task)? (?:dev|start|serve|server|preview|watch|storybook)(?::\w+)?(?: |$)/,
  /^(?:vite|nodemon|http-server|live-server|json-server|webpack-dev-server|uvicorn|gunicorn|hypercorn|air)(?! (?:build|optimize|--version))(?: |$)/,
  /^(?:next|nuxt|nuxi|astro|remix|gatsby|wrangler|vercel|netlify|expo|ng|vue-cli-service|webpack|hugo|jekyll|mkdocs|foreman|overmind) (?:dev|develop|start|serve|server)(?: |$)/,
  /^(?:\S*\/)?(?:rails (?:s|server)|bin\/dev|php artisan serve|php -S|mix phx\.server|flask (?:--?\S+(?: \S+)? )*run)(?: |$)/,
  /^(?:\S*\/)?python[\d.]* (?:-m http\.server|(?:\S*\/)?manage\.py runserver)(?: |$)/,
  /^(?:tsx|node|bun|cargo|dotnet|tsc|vitest|jest|rollup|esbuild|tailwindcss|sass) (?:\S+ )*(?:--watch|watch|-w)(?: |$)/,
  /^docker[ -]compose (?:-f \S+ )?up(?!.* (?:-d|--detach|--abort-on-container-exit))(?: |$)/,
  /^tail (?:-\w*[fF]|--follow)/,
];

/** The plugin is ours, and so is its input: Claude Code's fields, the host's name, and messages without a file. */
export function pluginHook(name: string): HookHost {
  const hook = claudeShapedHook({
    name,
    owns: (input) => input["coxswain_plugin"] === name,
    events: { Stop: "stop", PostToolUse: "post-tool", Dropped: "dropped" },
    closing: "last_assistant_message",
    beside: besideTheWords,
  });
  return {
    ...hook,
    read(input) {
      const event = hook.read(input);
      if (event?.kind === "dropped") return { ...event, dropped: asText(input["why"]) };
      return event && "messages" in input ? { ...event, messages: input["messages"] } : event;
    },
  };
}
