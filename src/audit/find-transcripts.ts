import { type Dirent, readdirSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, systemReason } from "../errors.ts";
import { HOSTS, hostNamed } from "../hosts/hosts.ts";
import type { Place } from "./places.ts";

/** A file that may be a transcript. */
export interface FoundFile {
  readonly path: string;
  /** Named by the person, not found by looking around: what is wrong with it is told. */
  readonly named: boolean;
  readonly host?: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** The same as long as the path leads to the same file, and the person has not said otherwise whose it is. */
  readonly identity: string;
}

export interface Found {
  readonly files: readonly FoundFile[];
  /** Databases that were looked into: sessions of theirs that are not among the files are gone. */
  readonly databases: readonly string[];
  /** Places that could not be looked into, and why. */
  readonly closed: readonly { readonly path: string; readonly reason: string }[];
}

/** What a walk needs of a file system. */
export interface FileSystem {
  readonly list: (directory: string) => readonly Dirent[];
  readonly stat: (path: string) => Stats;
}

const NODE_FILES: FileSystem = {
  list: (directory) => readdirSync(directory, { withFileTypes: true }),
  stat: (path) => statSync(path),
};

/** Directories nest a few levels deep; more is not a place for transcripts. */
const DEEPEST = 12;
const DATABASE = /\.(?:db|sqlite3?)$/;
/** In a directory that the person names, these may be transcripts. */
const LIKELY = /\.(?:jsonl|jsonl\.zst|json)$/;

/** Looks into the usual places. One that is not there is no trouble: most people have few of the hosts. */
export function findInPlaces(places: readonly Place[], files: FileSystem = NODE_FILES): Found {
  const search = startSearch(files);
  for (const { host, roots, files: pattern } of places) {
    for (const root of roots) search.look(root, { pattern, host, named: false });
  }
  return search.found();
}

/** Takes the files that the person names, and what may be a transcript in the directories. */
export function findInPaths(paths: readonly string[], host: string | undefined): Found {
  const search = startSearch(NODE_FILES);
  for (const path of paths) search.look(resolve(path), { pattern: LIKELY, host, named: true });
  return search.found();
}

/** One file as it is now; undefined when it is gone. */
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

  /** A database holds many sessions, each of which is audited like a file of its own. */
  function takeSessions(path: string, stats: Stats, looking: Looking): void {
    const said = hostNamed(looking.host ?? "");
    if (said && !said.listSessions)
      closed.push({
        path,
        reason: `it is a database, and ${said.title} keeps its sessions in files; leave out --host`,
      });
    const host = said ?? HOSTS.find((each) => each.listSessions !== undefined);
    const sessions = attempt(path, true, () => host?.listSessions?.(path));
    if (!sessions) return;
    databases.push(path);
    const { identity } = stateOf(stats);
    for (const { session, bytes, changedMs } of sessions) {
      const name = `${path}#${session}`;
      const state = { size: bytes, mtimeMs: changedMs, identity: `${identity}#${session}` };
      found.set(name, { path: name, named: false, ...state, ...(host ? { host: host.name } : {}) });
    }
  }

  /** `below` is the way from the root, with a slash behind every step. */
  function walk(directory: string, below: string, looking: Looking, depth: number): void {
    for (const entry of attempt(directory, true, () => files.list(directory)) ?? []) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (depth < DEEPEST) walk(path, `${below}${entry.name}/`, looking, depth + 1);
      } else if (looking.pattern.test(below + entry.name)) {
        const stats = attempt(path, true, () => files.stat(path));
        if (stats?.isFile()) take(path, stats, looking, false);
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

  /** What is not there or closed to us is noted, if it should have been there. */
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
