import { CASE_ID_PREFIX } from "../session/case.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { hasNotEnded } from "./asked-account.ts";
import { decisionId } from "./keep-verdicts.ts";
import { WATCHED_ID_PREFIX } from "./last-word.ts";

/** An end of a turn, under the names that a hook's decision about it has. */
export interface Stop {
  readonly host: string;
  readonly ids: readonly string[];
}

interface FollowOptions {
  readonly hosts: readonly string[];
  /** How long a hook may take: one that was asked about longer ago was ended. */
  readonly longestMs: number;
  readonly now?: () => number;
}

export function stopOf(host: string, thread: Thread, turn: Turn): Stop {
  return { host, ids: ([false, true, "shadow"] as const).map((injected) => decisionId(host, thread, injected, turn)) };
}

/** A host whose hook ran in this time is expected to run it again. */
const LATELY_MS = 7 * 24 * 3_600_000;

/** What hooks decide while somebody watches. */
export function followHooks(
  store: Pick<Store, "listVerdicts"> | undefined,
  { hosts, longestMs, now = Date.now }: FollowOptions,
) {
  const begin = now();
  const hooked = new Set<string>();
  const told = new Set<string>();
  let known = new Map<string, VerdictRecord>();
  let isFirst = true;

  function isThinking(record: VerdictRecord): boolean {
    return hasNotEnded(record) && now() - Date.parse(record.at) < longestMs;
  }

  function isOfHook({ id, host }: VerdictRecord): boolean {
    return hosts.includes(host) && !id.startsWith(CASE_ID_PREFIX) && !id.startsWith(WATCHED_ID_PREFIX);
  }

  return {
    /** What they have decided since the last call, oldest first; where the store cannot be read, nothing. */
    async recall(): Promise<readonly VerdictRecord[]> {
      const since = new Date(isFirst ? begin - LATELY_MS : begin).toISOString();
      const all = await store?.listVerdicts({ since }).catch(() => undefined);
      if (!all) return [];
      isFirst = false;
      const records = all.filter(isOfHook);
      for (const { host } of records) hooked.add(host);
      known = new Map(records.map((record) => [record.id, record]));
      const fresh = records.filter(
        (record) => Date.parse(record.at) >= begin && !isThinking(record) && !told.has(nameOf(record)),
      );
      for (const record of fresh) told.add(nameOf(record));
      return fresh.toSorted((left, right) => left.at.localeCompare(right.at));
    },
    /** What a hook makes of this stop: it may have decided, be asking a model, or may still come to it. */
    about({ host, ids }: Stop): "decided" | "thinking" | "expected" | "none" {
      const records = ids.flatMap((id) => known.get(id) ?? []);
      if (records.some(isThinking)) return "thinking";
      if (records.length > 0) return "decided";
      return hooked.has(host) ? "expected" : "none";
    },
  };
}

/** What is decided anew under the same id is told anew; what becomes known of it later is not. */
function nameOf({ id, at }: VerdictRecord): string {
  return `${id} ${at}`;
}
