import { join } from "node:path";

export interface Place {
  readonly host: string;
  readonly roots: readonly string[];
  /** Matches the transcripts below them, by their path from the root with forward slashes. */
  readonly files: RegExp;
}

export interface Home {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** The usual places of every host that can be read. Variables that move a host's directory are followed. */
export function transcriptPlaces({ home, env, platform = process.platform }: Home): Place[] {
  const data = env["XDG_DATA_HOME"] || join(home, ".local", "share");
  const config = env["XDG_CONFIG_HOME"] || join(home, ".config");
  const clineData = env["CLINE_DATA_DIR"] || join(env["CLINE_DIR"] || join(home, ".cline"), "data");
  const below = (directory: string | undefined, usual: string[], ...parts: string[]): string[] =>
    (directory ? directory.split(",") : usual).map((root) => join(root.trim(), ...parts));
  return [
    {
      host: "claude-code",
      roots: below(env["CLAUDE_CONFIG_DIR"], [join(home, ".claude"), join(config, "claude")], "projects"),
      files: /\.jsonl$/,
    },
    {
      host: "codex",
      roots: ["sessions", "archived_sessions"].flatMap((name) =>
        below(env["CODEX_HOME"], [join(home, ".codex")], name),
      ),
      files: /(?:^|\/)rollout-[^/]*\.jsonl(?:\.zst)?$/,
    },
    {
      host: "gemini-cli",
      roots: [join(env["GEMINI_CLI_HOME"] || home, ".gemini", "tmp")],
      files: /(?:^|\/)chats\/.*\.jsonl?$/,
    },
    {
      host: "qwen-code",
      roots: [env["QWEN_RUNTIME_DIR"] || env["QWEN_HOME"] || join(home, ".qwen")],
      files: /(?:^|\/)chats\/.*\.jsonl$/,
    },
    {
      host: "copilot",
      roots: below(env["COPILOT_HOME"], [join(home, ".copilot")], "session-state"),
      files: /\.jsonl$/,
    },
    {
      host: "pi",
      roots: below(env["PI_CODING_AGENT_DIR"], [join(home, ".pi", "agent")], "sessions"),
      files: /\.jsonl$/,
    },
    {
      host: "openclaw",
      // Each of its agents has a folder, before 2026.7.2 with files in it, since then with a database.
      roots: [join(env["OPENCLAW_STATE_DIR"] || join(env["OPENCLAW_HOME"] || home, ".openclaw"), "agents")],
      files: /\.jsonl$|^[^/]+\/agent\/openclaw-agent\.sqlite$/,
    },
    {
      host: "opencode",
      // Kilo uses the same tables.
      roots: [env["OPENCODE_DB"] || join(data, "opencode", "opencode.db"), join(data, "kilo", "kilo.db")],
      files: /^$/,
    },
    {
      host: "cline",
      // Before Cline's extensions used the CLI's core, they stored tasks in the editor's storage; Roo Code still
      // does.
      roots: [
        env["CLINE_SESSION_DATA_DIR"] || join(clineData, "sessions"),
        join(clineData, "tasks"),
        ...editorStorages(applicationData({ home, env, platform }, config), home).flatMap((storage) =>
          ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline"].map((name) => join(storage, name, "tasks")),
        ),
      ],
      files: /(?:\.messages|(?:^|\/)api_conversation_history)\.json$/,
    },
    { host: "cursor", roots: [join(home, ".cursor", "projects")], files: /\/agent-transcripts\/.*\.jsonl$/ },
  ];
}

/** Where programs with windows keep their data on this system. */
function applicationData({ home, env, platform }: Home, config: string): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "win32":
      return env["APPDATA"] || join(home, "AppData", "Roaming");
    default:
      return config;
  }
}

/** Where VS Code and the editors derived from it keep the data of extensions, also where they work from afar. */
function editorStorages(data: string, home: string): string[] {
  const editors = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
  const places = editors.map((editor) => join(data, editor));
  const servers = [".vscode-server", ".cursor-server"].map((server) => join(home, server, "data"));
  return [...places, ...servers].map((place) => join(place, "User", "globalStorage"));
}

/** The end of a path that tells a project from the others. It begins at a name: `cli/.worktrees/4`, not `4`. */
export function projectNames(directories: readonly string[]): Map<string, string> {
  const parts = new Map([...new Set(directories)].map((path) => [path, path.split(/[\\/]/).filter(Boolean)]));
  const names = new Map([...parts.keys()].map((path) => [path, nameFrom(path, parts, 1)]));
  for (;;) {
    const groups = Map.groupBy(names, ([, { name }]) => name);
    const alike = [...groups.values()].filter((group) => group.length > 1).flat();
    const longer = alike.filter(([path, { length }]) => length <= (parts.get(path)?.length ?? 0));
    if (longer.length === 0) return new Map([...names].map(([path, { name }]) => [path, name]));
    for (const [path, { length }] of longer) names.set(path, nameFrom(path, parts, length + 1));
  }
}

/** The last parts of a path, as many as are wanted, and more until they begin with a name; then the whole path. */
function nameFrom(path: string, parts: ReadonlyMap<string, readonly string[]>, wanted: number) {
  const all = parts.get(path) ?? [];
  const tree = all.findLastIndex((part) => WORKTREES.test(part));
  let first = Math.min(all.length - wanted, tree === -1 ? all.length : tree);
  while (first > 0 && !isName(all[first])) first -= 1;
  const isWhole = first < 0 || (first === 0 && !isName(all[0]));
  return { name: isWhole ? path : all.slice(first).join("/"), length: all.length - first };
}

/** What lies in such a folder is a copy of the project around it. */
const WORKTREES = /^\.?worktrees?$/;

/** Numbers and hidden folders are no names. */
function isName(part = ""): boolean {
  return /\p{L}/u.test(part) && !part.startsWith(".") && !WORKTREES.test(part);
}
