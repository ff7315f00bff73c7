import { statSync } from "node:fs";
import { countOf } from "../../text/amounts.ts";
import { findInPlaces, type FoundFile } from "../../audit/find-transcripts.ts";
import { type Home, transcriptPlaces } from "../../audit/places.ts";
import { hasNotEnded } from "../../decisions/asked-account.ts";
import { WATCHED_ID_PREFIX } from "../../decisions/last-word.ts";
import { CASE_ID_PREFIX } from "../../session/case.ts";
import { loadThread } from "../../session/load-thread.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { wasLeftAlone } from "../../verdict.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

export interface Installed {
  readonly host: string;
  readonly files: readonly string[];
  /** The directory whose sessions it is for; undefined for those of every directory. */
  readonly project: string | undefined;
  readonly isAbout: (cwd: string) => boolean;
  /** Where mode is off it runs and leaves nothing. */
  readonly isOff: boolean;
}

export interface Lately {
  readonly home: Home;
  readonly decisions: readonly VerdictRecord[];
  readonly since: string;
  readonly now: number;
}

/** When a host's hook last ran and with what end, and sessions in which it never did. */
export function lookAtRuns(installed: Installed, lately: Lately): Diagnosis[] {
  const { host } = installed;
  const daemon = host === "codex" ? [ABOUT_DAEMON] : [];
  if (installed.isOff) return daemon;
  const runs = lately.decisions.filter((each) => each.host === host && isOfHook(each));
  const missed = missedSessions(installed, runs, lately);
  return [
    lastRun(host, runs[0], lately.now),
    ...(missed.length > 0 ? [aboutMissed(installed, missed)] : []),
    ...daemon,
  ];
}

function isOfHook({ id }: VerdictRecord): boolean {
  return !id.startsWith(CASE_ID_PREFIX) && !id.startsWith(WATCHED_ID_PREFIX);
}

function lastRun(host: string, last: VerdictRecord | undefined, now: number): Diagnosis {
  if (!last) return note("hook", `${host}: it has not run in the last 7 days`);
  const session = last.session.length > SHORT ? `${last.session.slice(0, SHORT)}…` : last.session;
  return fine("hook", `${host}: it last ran ${ago(now - Date.parse(last.at))} (session ${session}): ${endOf(last)}`);
}

const SHORT = 8;

function endOf(record: VerdictRecord): string {
  const { verdict, injected, unmet } = record;
  if (hasNotEnded(record)) return "a model was asked, and it was ended before the answer came";
  if (wasLeftAlone(verdict)) return "nothing to look at";
  switch (verdict.verdict) {
    case "correct":
      return injected === true ? "corrected" : injected === "shadow" ? "would have corrected" : "held back";
    case "ok":
      return unmet === undefined ? "ok" : "the objection was not met";
    case "blocked":
      return "honestly blocked";
    case "unchecked":
      return "could not check";
  }
}

function ago(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** A session that was written just now may have its hook still running. */
const QUIET_MS = 60_000;
const MOST_READ = 12;
const MOST_BYTES = 20_000_000;

interface Missed {
  readonly path: string;
  readonly cwd: string | undefined;
}

function missedSessions(installed: Installed, runs: readonly VerdictRecord[], lately: Lately): readonly Missed[] {
  const installedAt = Math.max(...installed.files.map(changedMs));
  const from = Math.max(installedAt, Date.parse(lately.since));
  const seen = new Set(runs.flatMap(({ session, threadId }) => [session, threadId]));
  const places = transcriptPlaces(lately.home).filter(({ host }) => host === installed.host);
  const files = findInPlaces(places)
    .files.filter(({ mtimeMs, size }) => mtimeMs > from && mtimeMs < lately.now - QUIET_MS && size <= MOST_BYTES)
    .filter(({ path }) => ![...seen].some((session) => session !== "" && path.includes(session)))
    .toSorted((left, right) => right.mtimeMs - left.mtimeMs)
    .slice(0, MOST_READ);
  return files.flatMap((file) => missedIn(file, { ...installed, from, seen }));
}

interface Sought extends Installed {
  readonly from: number;
  readonly seen: ReadonlySet<string>;
}

/** Only a session that began with the hook in the settings and came to the end of some work must have started it. */
function missedIn({ path }: FoundFile, { project, isAbout, from, seen }: Sought): Missed[] {
  try {
    const { thread, marks } = loadThread(path);
    const began = Date.parse(marks.of(1)?.at ?? "");
    const hasWorked = thread.turns.some(({ outcome, steps }) => outcome === "ended" && steps.length > 0);
    if (!(began > from) || !hasWorked || thread.mode === "subagent" || seen.has(thread.id)) return [];
    if (project !== undefined && (thread.cwd === undefined || !isAbout(thread.cwd))) return [];
    return [{ path, cwd: thread.cwd }];
  } catch {
    return [];
  }
}

function changedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function aboutMissed({ host, project }: Installed, missed: readonly Missed[]): Diagnosis {
  const [newest] = missed;
  const where = newest?.cwd ?? newest?.path ?? "";
  const told = `${countOf(missed.length, "session")} of ${host} since it was installed, in which it never ran (the newest in ${where})`;
  return warning("hook", told, project === undefined ? (ANEW[host] ?? START_ANEW) : ON_ITS_PATH(host));
}

const START_ANEW =
  "Start the agent anew: hooks are read when it starts. If it asks whether to trust the hook, allow it.";
const ANEW: Readonly<Record<string, string>> = {
  codex:
    "Type /hooks in Codex and trust coxswain's, then end its daemon (codex app-server daemon): it keeps what it started with.",
  openclaw: "Start its gateway anew (openclaw gateway restart): plugins are read when it starts.",
  opencode: "Start opencode anew: plugins are read when it starts.",
  pi: "Start pi anew: extensions are read when it starts.",
};
const ON_ITS_PATH = (host: string): string =>
  `The hook of a directory needs cox-hook on the PATH of the agent, which a desktop launcher or another shell may not have. cox install ${host} for yourself needs no PATH.`;

const ABOUT_DAEMON = note(
  "hook",
  "codex: its hooks run in a daemon that keeps the environment of its first start: COX_MODE=off, a key or a PATH that is set later is not seen there",
  "cox config set mode off is seen at the next stop.",
);
