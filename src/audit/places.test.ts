import { join, relative, sep } from "node:path";
import { expect, it } from "vitest";
import { projectNames, transcriptPlaces } from "./places.ts";

const HOME = join("/", "home", "sam");
const OTHER = join("/", "other");
const at = (...parts: string[]) => join(HOME, ...parts);
const moved = (...parts: string[]) => join(OTHER, ...parts);
const editorTask = (extension: string) => ["User", "globalStorage", extension, "tasks", "1"];
const task = [...editorTask("saoudrizwan.claude-dev"), "api_conversation_history.json"];

/** Whose transcript a file would be taken for by its place. */
function hostsOf(file: string, env: Record<string, string>, platform: NodeJS.Platform): string[] {
  return transcriptPlaces({ home: HOME, env, platform }).flatMap(({ host, roots, files }) =>
    roots.some((root) => {
      const below = relative(root, file).split(sep).join("/");
      return !below.startsWith("..") && files.test(below);
    })
      ? [host]
      : [],
  );
}

it.each<[host: string, file: string, env?: Record<string, string>, platform?: NodeJS.Platform]>([
  ["claude-code", at(".config", "claude", "projects", "p", "a.jsonl")],
  ["claude-code", moved("claude", "projects", "p", "a.jsonl"), { XDG_CONFIG_HOME: OTHER }],
  ["claude-code", moved("projects", "p", "a.jsonl"), { CLAUDE_CONFIG_DIR: `/elsewhere, ${OTHER}` }],
  ["codex", at(".codex", "archived_sessions", "rollout-1.jsonl")],
  ["codex", moved("sessions", "2026", "rollout-1.jsonl.zst"), { CODEX_HOME: OTHER }],
  ["gemini-cli", moved(".gemini", "tmp", "h", "chats", "a.json"), { GEMINI_CLI_HOME: OTHER }],
  ["gemini-cli", at(".gemini", "tmp", "h", "chats", "a.jsonl")],
  ["qwen-code", moved("projects", "p", "chats", "a.jsonl"), { QWEN_RUNTIME_DIR: OTHER, QWEN_HOME: "/elsewhere" }],
  ["qwen-code", moved("projects", "p", "chats", "a.jsonl"), { QWEN_HOME: OTHER }],
  ["copilot", moved("session-state", "a.jsonl"), { COPILOT_HOME: OTHER }],
  ["pi", moved("sessions", "a.jsonl"), { PI_CODING_AGENT_DIR: OTHER }],
  ["openclaw", moved("agents", "main", "sessions", "a.jsonl"), { OPENCLAW_STATE_DIR: OTHER }],
  ["openclaw", moved(".openclaw", "agents", "a", "agent", "openclaw-agent.sqlite"), { OPENCLAW_HOME: OTHER }],
  ["opencode", moved("own.db"), { OPENCODE_DB: moved("own.db") }],
  ["opencode", moved("opencode", "opencode.db"), { XDG_DATA_HOME: OTHER }],
  ["opencode", at(".local", "share", "kilo", "kilo.db")],
  ["cline", moved("a.messages.json"), { CLINE_SESSION_DATA_DIR: OTHER }],
  ["cline", moved("sessions", "a.messages.json"), { CLINE_DATA_DIR: OTHER }],
  ["cline", moved("data", "tasks", "1", "api_conversation_history.json"), { CLINE_DIR: OTHER }],
  ["cline", at(".config", "Code", ...editorTask("rooveterinaryinc.roo-cline"), "api_conversation_history.json")],
  ["cline", at("Library", "Application Support", "Code - Insiders", ...task), {}, "darwin"],
  ["cline", at(".config", "VSCodium", ...task)],
  ["cline", at(".config", "Cursor", ...task)],
  ["cline", moved("Windsurf", ...task), { XDG_CONFIG_HOME: OTHER }],
  ["cline", at(".vscode-server", "data", ...task)],
  ["cline", at(".cursor-server", "data", ...task)],
  ["cline", at("AppData", "Roaming", "Cursor", ...task), {}, "win32"],
  ["cline", moved("Code", ...task), { APPDATA: OTHER }, "win32"],
  ["cursor", at(".cursor", "projects", "p", "agent-transcripts", "a.jsonl")],
])("looks for transcripts of %s at %s", (host, file, env = {}, platform = "linux") => {
  expect(hostsOf(file, env, platform)).toEqual([host]);
});

it.each<[platform: NodeJS.Platform, foreign: RegExp]>([
  ["linux", /AppData|Library/],
  ["darwin", /AppData|\.config\/(?!claude)/],
  ["win32", /Library|\.config[\\/](?!claude)/],
])("looks into no place of another system on %s", (platform, foreign) => {
  const roots = transcriptPlaces({ home: HOME, env: {}, platform }).flatMap((place) => place.roots);
  expect(roots.filter((root) => foreign.test(root))).toEqual([]);
});

it.each([
  at(".codex", "sessions", "history.jsonl"),
  at(".gemini", "tmp", "h", "logs.json"),
  at(".qwen", "settings.jsonl"),
  at(".config", "Code", ...editorTask("saoudrizwan.claude-dev"), "ui_messages.json"),
  at(".cursor", "projects", "p", "a.jsonl"),
])("takes nothing else there for one: %s", (file) => {
  expect(hostsOf(file, {}, "linux")).toEqual([]);
});

const named = (...directories: string[]) => [...projectNames(directories).values()];

it("named worktrees by their numbers alone, and one of several projects by the name of all", () => {
  expect(
    named(
      "/Users/ann/workspace/cli",
      "/Users/ann/workspace/cli/.worktrees/1",
      "/Users/ann/workspace/cli/.worktrees/2",
      "/Users/ann/workspace/cli/.worktrees/ann/add-summaries",
      "/Users/ann/workspace/cli/.claude/worktrees/calm-otter",
      "/Users/bob/code/devenv/cli",
      "/home/eve/agentv",
    ),
  ).toEqual([
    "workspace/cli",
    "cli/.worktrees/1",
    "cli/.worktrees/2",
    "cli/.worktrees/ann/add-summaries",
    "cli/.claude/worktrees/calm-otter",
    "devenv/cli",
    "agentv",
  ]);
});

it.each<[directories: string[], names: string[]]>([
  [
    ["/home/a/shop", "/home/b/shop"],
    ["a/shop", "b/shop"],
  ],
  [
    ["/x/one/cli/.worktrees/4", "/x/two/cli/.worktrees/4"],
    ["one/cli/.worktrees/4", "two/cli/.worktrees/4"],
  ],
  [
    ["/cli", "/x/cli", "cli"],
    ["/cli", "x/cli", "cli"],
  ],
  [["/data/2026/01"], ["data/2026/01"]],
  [
    ["/2026/01", "/"],
    ["/2026/01", "/"],
  ],
  [
    ["C:\\code\\shop", "D:\\code\\shop"],
    ["C:/code/shop", "D:/code/shop"],
  ],
  [["/home/sam/.config"], ["sam/.config"]],
  [
    ["", "/home/shop", "/home/shop"],
    ["", "shop"],
  ],
])("tells %s apart", (directories, names) => {
  expect(named(...directories)).toEqual(names);
});
