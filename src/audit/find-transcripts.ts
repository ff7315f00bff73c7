import { type Dirent, readdirSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, systemReason } from "../text/errors.ts";
import { databaseHost, hostNamed } from "../hosts/hosts.ts";
import type { Place } from "./places.ts";

export interface FoundFile {
  readonly path: string;
  /** True when the person named it, instead of it being found by searching: then problems with it are reported. */
  readonly named: boolean;
  readonly host?: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Changes when the path leads to another file, or the person names another host. */
  readonly identity: string;
}

export interface Found {
  readonly files: readonly FoundFile[];
  /** Databases that were read: sessions in them that are not among the files are gone. */
  readonly databases: readonly string[];
  readonly closed: readonly { readonly path: string; readonly reason: string }[];
}

export interface FileSystem {
  readonly list: (directory: string) => readonly Dirent[];
  readonly stat: (path: string) => Stats;
}

const NODE_FILES: FileSystem = {
  list: (directory) => readdirSync(directory, { withFileTypes: true }),
  stat: (path) => statSync(path),
};

/** Transcripts lie only a few levels deep; deeper directories are not searched. */
const DEEPEST = 12;
const DATABASE = /\.(?:db|sqlite3?)$/;
/** Names of files that may be transcripts or hold some, in a directory that the person named. */
const LIKELY = /\.(?:jsonl|jsonl\.zst|json)$|(?:^|\/)(?:opencode\.db|kilo\.db|openclaw-agent\.sqlite)$/;

/** Searches the usual places. A missing place is no problem: most people have only a few of the hosts. */
export function findInPlaces(places: readonly Place[], files: FileSystem = NODE_FILES): Found {
  const search = startSearch(files);
  for (const { host, roots, files: pattern } of places) {
    for (const root of roots) search.look(root, { pattern, host, named: false });
  }
  return search.found();
}

/** The files that the person named, and possible transcripts in the directories that they named. */
export function findInPaths(paths: readonly string[], host: string | undefined): Found {
  const search = startSearch(NODE_FILES);
  for (const path of paths) search.look(resolve(path), { pattern: LIKELY, host, named: true });
  return search.found();
}

/** The file in its current state; undefined when it is gone. */
export function restat(file: FoundFile): FoundFile | undefined {
  try {
    return { ...file, ...stateOf(NODE_FILES.stat(file.path)) };
  } catch {
    return undefined;
  }
}

interface Looking {
  readonly pattern: RegExp;
  readonly host: string | undefined;
  readonly named: boolean;
}

function startSearch(files: FileSystem) {
  const found = new Map<string, FoundFile>();
  const databases: string[] = [];
  const closed: { path: string; reason: string }[] = [];

  function look(root: string, looking: Looking): void {
    const stats = attempt(root, looking.named, () => files.stat(root));
    if (!stats) return;
    if (stats.isDirectory()) walk(root, "", looking, 0);
    else if (DATABASE.test(root)) takeSessions(root, stats, looking);
    else take(root, stats, looking, looking.named);
  }

  function takeSessions(path: string, stats: Stats, looking: Looking): void {
    const said = hostNamed(looking.host ?? "");
    if (said && !said.listSessions)
      closed.push({
        path,
        reason: `it is a database, and ${said.title} keeps its sessions in files; leave out --host`,
      });
    const host = said ?? attempt(path, true, () => databaseHost(path));
    const sessions = attempt(path, true, () => host?.listSessions?.(path));
    if (!host || !sessions) return;
    databases.push(path);
    const { identity } = stateOf(stats);
    for (const { session, bytes, changedMs } of sessions) {
      const name = `${path}#${session}`;
      const state = { size: bytes, mtimeMs: changedMs, identity: `${identity}#${session}` };
      found.set(name, { path: name, named: false, ...state, host: host.name });
    }
  }

  /** `below` is the path from the root, with a slash after every directory. */
  function walk(directory: string, below: string, looking: Looking, depth: number): void {
    for (const entry of attempt(directory, true, () => files.list(directory)) ?? []) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (depth < DEEPEST) walk(path, `${below}${entry.name}/`, looking, depth + 1);
      } else if (looking.pattern.test(below + entry.name)) {
        const stats = attempt(path, true, () => files.stat(path));
        if (stats?.isFile() && DATABASE.test(path)) takeSessions(path, stats, looking);
        else if (stats?.isFile()) take(path, stats, looking, false);
      }
    }
  }

  function take(path: string, stats: Stats, looking: Looking, named: boolean): void {
    const { host } = looking;
    const state = stateOf(stats);
    const identity = looking.named && host !== undefined ? `${state.identity} as ${host}` : state.identity;
    const isNamed = named || found.get(path)?.named === true;
    found.set(path, { path, named: isNamed, ...state, identity, ...(host === undefined ? {} : { host }) });
  }

  /** Runs the work; when something is missing or not readable, this is noted, unless it was not expected to exist. */
  function attempt<Result>(path: string, expected: boolean, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      const isMissing = ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
      if (expected || !isMissing) closed.push({ path, reason: isMissing ? "not there" : systemReason(error) });
      return undefined;
    }
  }

  return { look, found: (): Found => ({ files: [...found.values()], databases, closed }) };
}

function stateOf({ dev, ino, birthtimeMs, size, mtimeMs }: Stats): Pick<FoundFile, "size" | "mtimeMs" | "identity"> {
  return { size, mtimeMs, identity: `${dev}:${ino}:${birthtimeMs}` };
}
