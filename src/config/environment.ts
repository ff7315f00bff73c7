import { stateDirectory } from "../store/private-file.ts";
import { childOf } from "../text/places.ts";
import { pathsOf } from "./files.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/** Set for the observer's own run, so that no hook watches the watcher. It looks like a key, but is none. */
export const OBSERVER_MARKER = "COX_OBSERVER";

/** Variables that look like keys but set nothing: those of the tests, the mark on all that our commands start, what `cox ci` is to read and to report with, and where a team's records lie. */
export const OTHER_VARIABLES: ReadonlySet<string> = new Set([
  "COX_AGENTS_CACHE",
  "COX_CORPUS",
  "COX_SAMPLES",
  "COX_RUN",
  "COX_TRANSCRIPT",
  "COX_TEAM_DATABASE",
  "COX_TEAM_TOKEN",
]);

/** The real environment. No other place in the program reads it. */
export function environment(): Variables {
  return process.env;
}

export interface Directories {
  /** All absent when the home directory is unknown. */
  readonly home?: string;
  readonly config?: string;
  readonly state?: string;
}

/** The directories for our files, as the platform wants it: XDG on Linux, Library on macOS, AppData on Windows. */
export function directoriesOf(env: Variables, home: string | undefined, platform: NodeJS.Platform): Directories {
  if (home === undefined) return {};
  return { home, config: configDirectory(env, home, platform), state: stateDirectory({ env, platform, home }) };
}

function configDirectory(env: Variables, home: string, platform: NodeJS.Platform): string {
  const paths = pathsOf(platform);
  const base = (variable: string, ...fallback: string[]) => {
    const set = env[variable];
    const usual = () => fallback.reduce((directory, name) => childOf(directory, name, paths), home);
    return childOf(set !== undefined && paths.isAbsolute(set) ? set : usual(), "coxswain", paths);
  };
  if (platform === "win32") return base("APPDATA", "AppData", "Roaming");
  return platform === "darwin"
    ? paths.join(home, "Library", "Application Support", "coxswain")
    : base("XDG_CONFIG_HOME", ".config");
}

export function defaultStore({ state }: Directories, platform: NodeJS.Platform): string | null {
  return state === undefined ? null : childOf(state, "coxswain.db", pathsOf(platform));
}

export function homeOf(env: Variables, platform: NodeJS.Platform): string | undefined {
  const set = platform === "win32" ? env["USERPROFILE"] : env["HOME"];
  if (set) return set;
  try {
    // Loaded here, because a hook with a known home directory does not need it.
    return process.getBuiltinModule("node:os").homedir() || undefined;
  } catch {
    return undefined;
  }
}

export interface TerminalWishes {
  readonly color: "always" | "never" | "auto";
  readonly columns?: number;
}

export function terminalWishes(env: Variables): TerminalWishes {
  const columns = Number(env["COLUMNS"]);
  return { color: colorWish(env), ...(Number.isInteger(columns) && columns > 0 ? { columns } : {}) };
}

/** The environment for programs that an observer starts or relays: hooks that see the marker do nothing. */
export function observerEnvironment(env: Variables): Variables {
  return { ...env, [OBSERVER_MARKER]: "1" };
}

/** True in the observer's own run: a hook that sees it does nothing. */
export function isObserverRun(env: Variables): boolean {
  return env[OBSERVER_MARKER] === "1";
}

/** FORCE_COLOR goes before NO_COLOR, as in Node itself. */
function colorWish(env: Variables): TerminalWishes["color"] {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force === "0" || force === "false" ? "never" : "always";
  return env["NO_COLOR"] || env["TERM"] === "dumb" ? "never" : "auto";
}

/** The headers for a collector, as OpenTelemetry writes them: `name=value`, by commas, values percent-encoded. */
export function collectorHeaders(env: Variables): Readonly<Record<string, string>> {
  const written = env["OTEL_EXPORTER_OTLP_LOGS_HEADERS"] ?? env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "";
  const headers = new Headers();
  for (const pair of written.split(",")) {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (name !== undefined && value !== undefined) setHeader(headers, name, value);
  }
  return Object.fromEntries(headers);
}

/** What is no header is left out: a mistake there must not keep the rest from being sent. */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, decodeURIComponent(value));
  } catch {
    return;
  }
}
