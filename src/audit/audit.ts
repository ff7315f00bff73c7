import { existsSync } from "node:fs";
import { sessionIn } from "../hosts/reading/file.ts";
import type { FileResult, ForeignFile, TranscriptAccess } from "../session/audit-file.ts";
import type { Said } from "../session/load-thread.ts";
import type { AuditCache, CachedFile, CacheEntry } from "./cache.ts";
import type { Found, FoundFile } from "./find-transcripts.ts";
import type { SizedTask } from "./batch-queue.ts";
import type { ProvingSettings } from "./proving.ts";
import type { SessionRecord } from "../session/record.ts";
import { type Redactor, redactTogether } from "../text/strings.ts";
import { redactCase, redactRecord } from "../session/case.ts";

export interface AuditedFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly record: SessionRecord;
}

export interface AuditProgress {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
  readonly turns: number;
}

interface Unread {
  readonly path: string;
  readonly reason: string;
}

export interface AuditRun {
  readonly sessions: readonly AuditedFile[];
  /** Files and bytes that were read now; all others were known from an earlier audit. */
  readonly read: { readonly files: number; readonly bytes: number };
  readonly known: number;
  /** Files that are no transcripts and that the person did not name. */
  readonly foreign: readonly Unread[];
  /** Files that the person did not name and that contain nothing complete yet. */
  readonly begun: readonly Unread[];
  /** Files and places that could not be read, and files that the person named although they are no transcripts. */
  readonly failed: readonly Unread[];
  /** How many files were still to be read when the audit was interrupted. */
  readonly left: number;
}

export interface AuditOptions {
  readonly found: Found;
  readonly cache: AuditCache;
  readonly settings: ProvingSettings;
  readonly said?: Said;
  readonly redact: Redactor;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: AuditProgress) => void;
  readonly workers?: number;
  readonly access?: TranscriptAccess;
}

/** How many results are stored at once: an interruption loses at most this many. */
const SAVED_TOGETHER = 64;

/** Reads and judges what is new in the found files, and adds what was known before. */
export async function runAudit(options: AuditOptions): Promise<AuditRun> {
  const { found, cache, redact, onProgress } = options;
  const { known, tasks, files } = planOf(found.files, cache);
  const sessions = [...known.sessions];
  const foreign = [...known.foreign];
  const begun: Unread[] = [];
  const failed: Unread[] = [...found.closed, ...known.failed];
  const bytes = tasks.reduce((sum, task) => sum + task.bytes, 0);
  let unsaved: CacheEntry[] = [];
  let done = { files: 0, failed: 0, bytes: 0, taken: 0, turns: 0 };

  function take(result: FileResult): void {
    const file = files.get(result.path);
    if (!file) return;
    done = { ...done, files: done.files + 1, bytes: done.bytes + file.task.bytes };
    if (result.type === "foreign") keepForeign(file.found, result);
    if (result.type !== "read") {
      const { path, reason } = result;
      const isFailure = result.type === "failed" || file.found.named;
      if (isFailure) done = { ...done, failed: done.failed + 1 };
      const told = result.type === "begun" ? begun : foreign;
      (isFailure ? failed : told).push({ path, reason });
      return;
    }
    // The list and the cases of a session tell of the same secrets.
    const { record, cases } = redactTogether(redact, (together) => ({
      record: redactRecord(result.record, together),
      cases: result.cases.map((each) => redactCase(each, together)),
    }));
    done = { ...done, taken: done.taken + result.bytes, turns: done.turns + record.turns.length };
    sessions.push({ path: result.path, mtimeMs: file.found.mtimeMs, record });
    unsaved.push({ file: file.found, result: { ...result, record, cases } });
  }

  /** A named file's host is not known from its place, so it is not stored: a later audit looks at it again. */
  function keepForeign(file: FoundFile, result: ForeignFile): void {
    if (!file.named) unsaved.push({ file, result });
    else cache.drop([file.path]);
  }

  function save(): void {
    if (unsaved.length > 0) cache.save(unsaved);
    unsaved = [];
  }

  if (tasks.length > 0) {
    // Loaded on demand: most audits after the first have nothing to read.
    const { auditAll } = await import("./pool.ts");
    await auditAll(tasks, {
      ...options,
      onResults(results) {
        for (const result of results) take(result);
        if (unsaved.length >= SAVED_TOGETHER) save();
        onProgress?.({ files: tasks.length, filesDone: done.files, bytes, bytesDone: done.bytes, turns: done.turns });
      },
    });
    save();
  }
  return {
    sessions: asFound(sessions, found),
    read: { files: done.files - done.failed, bytes: done.taken },
    known: known.sessions.length + known.foreign.length,
    foreign: asFound(foreign, found),
    begun: asFound(begun, found),
    failed: asFound(failed, found),
    left: tasks.length - done.files,
  };
}

/** Sorted as the files were found: the order must not depend on what was read first or known before. */
function asFound<Told extends { readonly path: string }>(told: readonly Told[], { files }: Found): readonly Told[] {
  const places = new Map(files.map(({ path }, place) => [path, place]));
  const placeOf = ({ path }: Told): number => places.get(path) ?? -1;
  return told.toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** Forgets files, and sessions in databases, that no longer exist. */
export function dropGone(cache: AuditCache, { files, databases }: Found): void {
  const found = new Set(files.map((file) => file.path));
  const gone = cache.paths().filter((path) => {
    if (found.has(path)) return false;
    const { file, session } = sessionIn(path);
    return !existsSync(file) || (session !== undefined && databases.includes(file));
  });
  if (gone.length > 0) cache.drop(gone);
}

interface Plan {
  readonly known: Pick<AuditRun, "sessions" | "foreign" | "failed">;
  readonly tasks: readonly SizedTask[];
  readonly files: ReadonlyMap<string, { readonly found: FoundFile; readonly task: SizedTask }>;
}

/** What must be read: files that are new or different completely, and the end of those that have grown. */
function planOf(found: readonly FoundFile[], cache: AuditCache): Plan {
  const sessions: AuditedFile[] = [];
  const foreign: Unread[] = [];
  const failed: Unread[] = [];
  const files = new Map<string, { found: FoundFile; task: SizedTask }>();
  for (const file of found) {
    const cached = cache.files.get(file.path);
    if (!cached || !isKnown(file, cached)) files.set(file.path, { found: file, task: taskOf(file, cached, cache) });
    else if (cached.record) sessions.push({ path: file.path, mtimeMs: file.mtimeMs, record: cached.record });
    else (file.named ? failed : foreign).push({ path: file.path, reason: cached.reason ?? "" });
  }
  return { known: { sessions, foreign, failed }, tasks: [...files.values()].map(({ task }) => task), files };
}

function isKnown(file: FoundFile, cached: CachedFile): boolean {
  if (file.identity !== cached.identity) return false;
  return cached.record?.subagent === true || (file.size === cached.size && file.mtimeMs === cached.mtimeMs);
}

function taskOf(file: FoundFile, cached: CachedFile | undefined, cache: AuditCache): SizedTask {
  const { path, host, size } = file;
  const task = { path, ...(host === undefined ? {} : { host }) };
  const hasGrown = cached?.record !== undefined && cached.identity === file.identity && cached.size < size;
  const memory = hasGrown ? cache.memoryOf(path) : undefined;
  if (!memory || !cached?.record) return { ...task, bytes: size };
  return { ...task, bytes: size - cached.size, earlier: { record: cached.record, memory } };
}
